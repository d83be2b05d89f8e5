import type { ReportContent } from '../../../../contract/reports/report-content.ts';
import type { Db, Tx } from '../../../db/client.ts';
import type { Mail, Mailer } from '../../../platform/mail/mailer.ts';
import { DrawingFailed } from '../../agency/drawing/drawing-errors.ts';
import { type CurrentRecipient, toCurrentRecipient, toScopeText } from '../recipients/recipient-scope.ts';
import { lockRecipientRow } from '../recipients/recipients.queries.ts';
import {
  type DeliveryRow,
  insertDelivery,
  type ReportOfCompany,
  type StoredContent,
} from './sending.queries.ts';
import { toStableId } from './stable-id.ts';
import { toFileName, toUnsubscribeUrl, type WritingDeps, writeMail } from './write-report.ts';

/** One mail of a report to one recipient. */
export interface WantedDelivery {
  report: ReportOfCompany;
  content: StoredContent;
  recipient: CurrentRecipient;
  /** 0 for the first mail; the next number for each that is sent again. */
  number: number;
}

/** One that may have no content, because it could not be gathered. */
type UnwrittenDelivery = Omit<WantedDelivery, 'content'> & { content: StoredContent | null };

/** `known`: there is one with this number. `changed`: the recipient unsubscribed, or has other rights by now. */
export type DeliveryResult = 'queued' | 'known' | 'changed';

/**
 * Writes and queues the mail. It is sent once, however often this is repeated.
 * @param onQueued Runs in the transaction that queues it.
 */
export async function deliver(
  deps: WritingDeps,
  wanted: WantedDelivery,
  getPdf: () => Promise<Buffer> | undefined,
  onQueued: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<DeliveryResult> {
  const { report, content, recipient } = wanted;
  const ids = toIds(wanted);
  const write = (chart: 'cid' | 'none') =>
    writeMail(deps, content.content, {
      ...{ locale: recipient.locale, brand: report.brand, chart },
      delivery: { id: ids.id, recipientId: recipient.id },
    });
  const written = await drawOrOmit(deps, report, { draw: () => write('cid'), omit: () => write('none') });
  const pdf = await drawOrOmit(deps, report, { draw: async () => getPdf(), omit: async () => undefined });
  const mail: Mail = {
    ...written,
    ...{ id: ids.mail_id, class: 'report', to: recipient.email },
    attachments: [...written.attachments, ...(pdf ? [toAttachment(content.content, pdf)] : [])],
    unsubscribeUrl: toUnsubscribeUrl(deps, recipient.id),
  };
  return deps.db.transaction(async (tx) => {
    const result = await queueOnce(tx, deps.mails.mailer, wanted, { ...ids, mail });
    if (result === 'queued') await onQueued(tx);
    return result;
  });
}

/** After this time a mail is sent without what cannot be drawn. All numbers are in its text. */
const drawnWithinMs = 1_800_000;

async function drawOrOmit<Part>(
  { log }: WritingDeps,
  report: ReportOfCompany,
  { draw, omit }: Record<'draw' | 'omit', () => Promise<Part>>,
): Promise<Part> {
  try {
    return await draw();
  } catch (err) {
    if (!(err instanceof DrawingFailed) || toAgeMs(report) < drawnWithinMs) throw err;
    log.warn({ err, reportId: report.id }, 'a report is sent without a chart or PDF that cannot be drawn');
    return omit();
  }
}

async function queueOnce(
  tx: Tx,
  mailer: Mailer,
  wanted: WantedDelivery,
  { id, mail_id, mail }: { id: string; mail_id: string; mail: Mail },
): Promise<DeliveryResult> {
  const { report, content, recipient } = wanted;
  const now = new Date();
  const row = await lockRecipientRow(tx, report.company_id, recipient.id);
  const current = row && toCurrentRecipient(row, now);
  if (!current || !mayGet(current, content.scope) || current.email !== recipient.email) return 'changed';
  const state = { state: 'waiting', error: '' } as const;
  if (!(await insertDelivery(tx, { ...toRow(wanted, now), ...state, id, mail_id }))) return 'known';
  await mailer.queue(tx, mail);
  return 'queued';
}

/** The time since its release. */
export const toAgeMs = ({ released_at, created_at }: ReportOfCompany): number =>
  Date.now() - (released_at ?? created_at).getTime();

/** Records that there is no mail, and why. */
export async function recordUnwritten(db: Db, wanted: UnwrittenDelivery, error: string): Promise<void> {
  const ids = toIds(wanted);
  await insertDelivery(db, { ...toRow(wanted, new Date()), ...ids, state: 'failed', error });
}

/** Whether a content may be sent to a recipient: with other rights it would contain too much or too little. */
export const mayGet = ({ isSubscribed, problem, sees }: CurrentRecipient, scopeText: string): boolean =>
  isSubscribed && problem === null && toScopeText(sees) === scopeText;

export const toAttachment = (content: ReportContent, pdf: Buffer) => ({
  ...{ filename: toFileName(content), contentType: 'application/pdf' },
  ...{ content: pdf.toString('base64'), encoding: 'base64' as const },
});

function toIds({ report, recipient, number }: UnwrittenDelivery): Pick<DeliveryRow, 'id' | 'mail_id'> {
  const parts = [report.id, recipient.id, String(number)];
  return { id: toStableId('report delivery', ...parts), mail_id: toStableId('report mail', ...parts) };
}

const toRow = ({ report, content, recipient, number }: UnwrittenDelivery, now: Date) => ({
  ...{ report_id: report.id, content_id: content?.id ?? null, recipient_id: recipient.id, number },
  ...{ name: recipient.name, email: recipient.email, locale: recipient.locale, created_at: now },
});
