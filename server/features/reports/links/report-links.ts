import type { OpenedReport } from '../../../../contract/reports/reports.ts';
import { AppError } from '../../../platform/errors.ts';
import { mayStillGet, toCurrentRecipient } from '../recipients/recipient-scope.ts';
import { findRecipientRow } from '../recipients/recipients.queries.ts';
import type { ReportsDeps } from '../reports-deps.ts';
import { toFileName, toPortalUrl, writeMail, writePdf } from '../sending/write-report.ts';
import { findLinkedReport, type LinkedReport, markOpened } from './report-links.queries.ts';
import { readReportToken } from './report-token.ts';

/** How long the link of a mail opens its report. */
const linkDays = 90;

/** The report of a mail's link, as it was sent. Notes that it was opened. */
export async function openReport(deps: ReportsDeps, token: string): Promise<OpenedReport> {
  const { deliveryId, report } = await requireLinkedReport(deps, token);
  const { subject, html } = await writeMail(deps, report.content, {
    ...{ locale: report.locale, brand: report.brand, chart: 'data' },
    delivery: { id: deliveryId, recipientId: report.recipient_id },
  });
  await markOpened(deps.db, deliveryId, new Date());
  return { company: report.company, subject, html, portalUrl: toPortalUrl(deps, report.company_id) };
}

export async function openReportFile(
  deps: ReportsDeps,
  token: string,
): Promise<{ name: string; pdf: Buffer }> {
  const { deliveryId, report } = await requireLinkedReport(deps, token);
  const pdf = await writePdf(deps, report.content, {
    ...{ locale: report.locale, brand: report.brand, writtenAt: report.written_at },
  });
  await markOpened(deps.db, deliveryId, new Date());
  return { name: toFileName(report.content), pdf };
}

/** Throws the same 404 for a wrong token, an old one, and one of a person who may not see the report any more. */
async function requireLinkedReport(
  { db, appSecret }: ReportsDeps,
  token: string,
): Promise<{ deliveryId: string; report: LinkedReport }> {
  const now = new Date();
  const deliveryId = readReportToken(appSecret, token);
  const newerThan = new Date(now.getTime() - linkDays * 86_400_000);
  const report = deliveryId && (await findLinkedReport(db, deliveryId, newerThan));
  if (!deliveryId || !report) throw linkNotFound();
  const row = await findRecipientRow(db, report.company_id, report.recipient_id);
  const recipient = row && toCurrentRecipient(row, now);
  if (!recipient || !mayStillGet(recipient, report)) throw linkNotFound();
  return { deliveryId, report };
}

const linkNotFound = () =>
  new AppError(
    404,
    'not-found',
    'This link does not work, or no longer. Ask for the report to be sent again.',
  );
