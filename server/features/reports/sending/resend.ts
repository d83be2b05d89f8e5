import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { ReportNotCounted } from '../content/gather-content.ts';
import { toPeriodName } from '../periods/report-periods.ts';
import { toCurrentRecipient } from '../recipients/recipient-scope.ts';
import { findRecipientRow } from '../recipients/recipients.queries.ts';
import type { ReportsDeps } from '../reports-deps.ts';
import { requireReport } from '../review/require-report.ts';
import { readTemplate } from '../template/report-template.ts';
import { deliver, mayGet } from './deliver.ts';
import { findOrGatherContent } from './find-or-gather-content.ts';
import { findSentDelivery } from './resend.queries.ts';
import { toPdfReader, writePdf } from './write-report.ts';

/**
 * Sends a report to a recipient again, as it was; what could not be gathered is gathered now. Throws a 409 if the recipient does
 * not get it any more, or if a mail to it still waits: two clicks send one mail.
 */
export async function resendReport(
  deps: ReportsDeps,
  { companyId, period, deliveryId }: { companyId: string; period: string; deliveryId: string },
  by: Actor,
): Promise<void> {
  const { db } = deps;
  const report = await requireReport(db, companyId, period);
  const earlier = await findSentDelivery(db, report.id, deliveryId);
  if (!earlier)
    throw new AppError(404, 'not-found', 'This report has no such mail.', { field: 'deliveryId' });
  if (earlier.is_waiting) throw refused('A mail to this recipient is being sent. Wait for its result first.');
  const row =
    earlier.recipient_id === null ? undefined : await findRecipientRow(db, companyId, earlier.recipient_id);
  if (!row) throw refused('This recipient was removed. Add the address again first.');
  const recipient = toCurrentRecipient(row, new Date());
  if (!recipient.isSubscribed)
    throw refused('This recipient has unsubscribed. Only the recipient can subscribe again.');
  if (recipient.problem !== null) throw refused('The access of this recipient has ended.');
  if (earlier.content_id !== null && !mayGet(recipient, earlier.scope))
    throw refused('The rights of this recipient have changed since. The report is not sent again.');
  const { template } = await readTemplate(db);
  const content =
    earlier.content_id === null
      ? await gatherNow(deps, { report, template, sees: recipient.sees })
      : { id: earlier.content_id, scope: earlier.scope, content: earlier.content };
  const getPdf = () => {
    if (!template.attachesPdf) return undefined;
    return writePdf(deps, content.content, toPdfReader(report, recipient.locale));
  };
  const object = `${toPeriodName(report.kind, report.first_day)} of ${report.company} to ${recipient.email}`;
  const wanted = { report, content, recipient, number: earlier.next_number };
  const result = await deliver(deps, wanted, getPdf, (tx) =>
    recordAudit(tx, by, { action: 'report.resent', object, objectId: companyId }),
  );
  if (result === 'known') throw refused('A mail to this recipient is being sent. Wait for its result first.');
  if (result === 'changed') throw refused('This recipient has just changed. Reload the page and try again.');
}

/** For a report that could not be gathered before. */
async function gatherNow(deps: ReportsDeps, asked: Parameters<typeof findOrGatherContent>[1]) {
  try {
    return await findOrGatherContent(deps, asked);
  } catch (err) {
    if (err instanceof ReportNotCounted)
      throw refused('Events of the period are still being counted. Try again in a few minutes.');
    deps.log.warn({ err, reportId: asked.report.id }, 'the content of a report could not be gathered');
    throw refused('The content of the report still cannot be gathered. Ask the operator of the server.');
  }
}

const refused = (message: string) => new AppError(409, 'conflict', message);
