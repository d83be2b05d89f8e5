import type { ReportContent } from '../../../../contract/reports/report-content.ts';
import type { Tx } from '../../../db/client.ts';

/** Null if it could not be gathered. */
type SentContent =
  | { content_id: string; scope: string; content: ReportContent }
  | { content_id: null; scope: null; content: null };

export type SentDelivery = SentContent & {
  recipient_id: string | null;
  /** That of the next mail to this recipient. */
  next_number: number;
  /** Whether a mail to this recipient waits. */
  is_waiting: boolean;
};

/** A delivery of a report. */
export async function findSentDelivery(
  tx: Tx,
  reportId: string,
  deliveryId: string,
): Promise<SentDelivery | undefined> {
  const found = await tx.query<SentDelivery>(
    `SELECT d.recipient_id, d.content_id, k.scope, k.content, of_recipient.next_number, of_recipient.is_waiting
     FROM report_deliveries d LEFT JOIN report_contents k ON k.id = d.content_id
     CROSS JOIN LATERAL (
       SELECT max(o.number) + 1 AS next_number, bool_or(coalesce(m.state, o.state) = 'waiting') AS is_waiting
       FROM report_deliveries o LEFT JOIN mails m ON m.id = o.mail_id
       WHERE o.report_id = d.report_id AND o.recipient_id IS NOT DISTINCT FROM d.recipient_id
     ) of_recipient
     WHERE d.report_id = $1 AND d.id = $2`,
    [reportId, deliveryId],
  );
  return found.rows[0];
}
