import type { z } from 'zod';
import type { ReportContent } from '../../../../contract/reports/report-content.ts';
import type { ReportMailPreview, reportPreviewQuery } from '../../../../contract/reports/reports.ts';
import type { Actor } from '../../../platform/audit.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { consumeAttempt } from '../../../platform/limits/attempts.ts';
import { gatherContent } from '../content/gather-content.ts';
import { toPeriodName } from '../periods/report-periods.ts';
import { toCurrentRecipient, toScopeText, wholeReportScope } from '../recipients/recipient-scope.ts';
import { requireRecipient } from '../recipients/recipients.ts';
import type { ReportsDeps } from '../reports-deps.ts';
import { requireReport } from '../review/require-report.ts';
import { toAttachment } from '../sending/deliver.ts';
import { toContentDeps } from '../sending/find-or-gather-content.ts';
import { findContent, type ReportOfCompany } from '../sending/sending.queries.ts';
import { toFileName, toPdfReader, writeMail, writePdf } from '../sending/write-report.ts';
import { readTemplate } from '../template/report-template.ts';

interface AskedPreview extends z.output<typeof reportPreviewQuery> {
  companyId: string;
  period: string;
}

const usualLocale = 'en-GB';
const testsPerHour = 20;

interface Preview {
  report: ReportOfCompany;
  content: ReportContent;
  isAsSent: boolean;
  locale: string;
  attachesPdf: boolean;
}

/**
 * The report with the rights of a recipient, or with all that reports contain: as it was sent, if mails with these rights were made,
 * and otherwise as it would be sent now.
 */
async function openPreview(deps: ReportsDeps, asked: AskedPreview): Promise<Preview> {
  const { companyId, period, recipientId } = asked;
  const report = await requireReport(deps.db, companyId, period);
  const now = new Date();
  const recipient =
    recipientId === undefined
      ? undefined
      : toCurrentRecipient(await requireRecipient(deps.db, companyId, recipientId), now);
  if (recipient?.problem)
    throw new AppError(409, 'conflict', 'This recipient gets nothing: its access has ended.', {
      field: 'recipientId',
    });
  const { template } = await readTemplate(deps.db);
  const sees = recipient?.sees ?? wholeReportScope;
  const wasSent = report.state === 'released' && asked.content === 'sent';
  const sent = wasSent ? await findContent(deps.db, report.id, toScopeText(sees)) : undefined;
  const content =
    sent?.content ??
    (await gatherContent(await toContentDeps(deps), {
      ...{ companyId, kind: report.kind, firstDay: report.first_day, lastDay: report.last_day },
      ...{ template, comment: report.comment, ...sees, now, isPreview: true },
    }));
  const locale = asked.locale ?? recipient?.locale ?? usualLocale;
  return { report, content, isAsSent: sent !== undefined, locale, attachesPdf: template.attachesPdf };
}

/** The mail, with its pictures inside the HTML. */
export async function previewMail(deps: ReportsDeps, asked: AskedPreview): Promise<ReportMailPreview> {
  const { report, content, isAsSent, locale } = await openPreview(deps, asked);
  const { subject, html, text } = await writeMail(deps, content, {
    ...{ locale, brand: report.brand, delivery: null, chart: 'data' },
  });
  return { subject, html, text, isAsSent };
}

export async function previewFile(
  deps: ReportsDeps,
  asked: AskedPreview,
): Promise<{ name: string; pdf: Buffer }> {
  const { report, content, locale } = await openPreview(deps, asked);
  return {
    name: toFileName(content),
    pdf: await writePdf(deps, content, toPdfReader(report, locale)),
  };
}

/** Sends the report to the member who asks, marked as a test. It is no delivery: nothing counts it. */
export async function sendTest(
  deps: ReportsDeps,
  asked: AskedPreview,
  { email, userId, by }: { email: string; userId: string; by: Actor },
): Promise<void> {
  await consumeAttempt(deps.db, {
    ...{ key: `report-test/${userId}`, max: testsPerHour, windowSeconds: 3_600 },
    reason: 'You have sent many tests.',
  });
  const { report, content, locale, attachesPdf } = await openPreview(deps, asked);
  const mail = await writeMail(deps, content, {
    ...{ locale, brand: report.brand, delivery: null, chart: 'cid' },
  });
  const pdf = attachesPdf ? await writePdf(deps, content, toPdfReader(report, locale)) : undefined;
  await deps.db.transaction(async (tx) => {
    await deps.mails.mailer.queue(tx, {
      ...mail,
      ...{ class: 'report-test', to: email, subject: `Test: ${mail.subject}` },
      attachments: [...mail.attachments, ...(pdf ? [toAttachment(content, pdf)] : [])],
    });
    const object = `${toPeriodName(report.kind, report.first_day)} of ${report.company}`;
    await recordAudit(tx, by, { action: 'report.tested', object, objectId: report.company_id });
  });
}
