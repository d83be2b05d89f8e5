import type { ReportContent } from '../../../../contract/reports/report-content.ts';
import type { CompanyBrand } from '../../../../contract/site/agency-settings.ts';
import type { Tx } from '../../../db/client.ts';

export interface LinkedReport {
  company_id: string;
  company: string;
  brand: CompanyBrand | null;
  recipient_id: string;
  email: string;
  scope: string;
  locale: string;
  content: ReportContent;
  written_at: Date;
}

/** The report of a mail that is newer than a time, while its recipient was not removed. */
export async function findLinkedReport(
  tx: Tx,
  deliveryId: string,
  newerThan: Date,
): Promise<LinkedReport | undefined> {
  const found = await tx.query<LinkedReport>(
    `SELECT r.company_id, c.name AS company, c.brand, d.recipient_id, d.email, d.locale, k.scope, k.content,
       k.created_at AS written_at
     FROM report_deliveries d JOIN report_contents k ON k.id = d.content_id
     JOIN reports r ON r.id = d.report_id JOIN companies c ON c.id = r.company_id
     WHERE d.id = $1 AND d.created_at > $2 AND d.recipient_id IS NOT NULL`,
    [deliveryId, newerThan],
  );
  return found.rows[0];
}

/** Keeps the time of the first opening. */
export async function markOpened(tx: Tx, deliveryId: string, at: Date): Promise<void> {
  await tx.query('UPDATE report_deliveries SET opened_at = $2 WHERE id = $1 AND opened_at IS NULL', [
    deliveryId,
    at,
  ]);
}
