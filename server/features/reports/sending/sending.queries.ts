import { and, eq } from 'drizzle-orm';
import type { ReportContent } from '../../../../contract/reports/report-content.ts';
import type { CompanyBrand } from '../../../../contract/site/agency-settings.ts';
import type { Tx } from '../../../db/client.ts';
import { reportContents, reportDeliveries } from '../../../db/schema/reports.ts';
import type { ReportRow } from '../periods/planning.queries.ts';

/** A report with what its mails need of its company. */
export interface ReportOfCompany extends ReportRow {
  company: string;
  brand: CompanyBrand | null;
}

const reportSql = `
SELECT r.id, r.company_id, r.kind, r.first_day::text, r.last_day::text, r.state, r.comment, r.comment_version,
  r.created_at, r.released_at, r.released_by, r.made_at, c.name AS company, c.brand
FROM reports r JOIN companies c ON c.id = r.company_id`;

/** A released report that has not been made completely. */
export async function findUnmadeReport(tx: Tx, id: string): Promise<ReportOfCompany | undefined> {
  const found = await tx.query<ReportOfCompany>(
    `${reportSql} WHERE r.id = $1 AND r.state = 'released' AND r.made_at IS NULL`,
    [id],
  );
  return found.rows[0];
}

export async function findReportOf(
  tx: Tx,
  companyId: string,
  { kind, firstDay }: { kind: string; firstDay: string },
): Promise<ReportOfCompany | undefined> {
  const found = await tx.query<ReportOfCompany>(
    `${reportSql} WHERE r.company_id = $1 AND r.kind = $2 AND r.first_day = $3::date`,
    [companyId, kind, firstDay],
  );
  return found.rows[0];
}

export async function listUnmadeReportIds(tx: Tx): Promise<string[]> {
  const found = await tx.query<{ id: string }>(
    `SELECT id FROM reports WHERE state = 'released' AND made_at IS NULL ORDER BY first_day, id`,
  );
  return found.rows.map(({ id }) => id);
}

export async function markReportMade(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.query('UPDATE reports SET made_at = $2 WHERE id = $1', [id, at]);
}

export interface StoredContent {
  id: string;
  scope: string;
  content: ReportContent;
}

export async function findContent(
  tx: Tx,
  reportId: string,
  scope: string,
): Promise<StoredContent | undefined> {
  const { id, content } = reportContents;
  const [found] = await tx.orm
    .select({ id, scope: reportContents.scope, content })
    .from(reportContents)
    .where(and(eq(reportContents.report_id, reportId), eq(reportContents.scope, scope)));
  return found;
}

/** Does nothing if another process has stored the content of this scope. */
export async function insertContent(tx: Tx, row: typeof reportContents.$inferInsert): Promise<void> {
  await tx.orm.insert(reportContents).values(row).onConflictDoNothing();
}

export type DeliveryRow = typeof reportDeliveries.$inferSelect;

/** False if the recipient has a delivery of this report with this number. */
export async function insertDelivery(
  tx: Tx,
  row: Omit<DeliveryRow, 'sent_at' | 'opened_at'>,
): Promise<boolean> {
  const inserted = await tx.orm
    .insert(reportDeliveries)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: reportDeliveries.id });
  return inserted.length === 1;
}

/** The recipients that have a delivery of a report. */
export async function listDeliveredTo(tx: Tx, reportId: string): Promise<Set<string>> {
  const found = await tx.query<{ recipient_id: string }>(
    'SELECT DISTINCT recipient_id FROM report_deliveries WHERE report_id = $1 AND recipient_id IS NOT NULL',
    [reportId],
  );
  return new Set(found.rows.map((row) => row.recipient_id));
}

export interface MailedDelivery {
  id: string;
  company_id: string;
  recipient_id: string | null;
  email: string;
  scope: string;
}

/** The delivery that a mail belongs to; none once its company was deleted. */
export async function findMailedDelivery(tx: Tx, mailId: string): Promise<MailedDelivery | undefined> {
  const found = await tx.query<MailedDelivery>(
    `SELECT d.id, r.company_id, d.recipient_id, d.email, k.scope
     FROM report_deliveries d JOIN reports r ON r.id = d.report_id JOIN report_contents k ON k.id = d.content_id
     WHERE d.mail_id = $1`,
    [mailId],
  );
  return found.rows[0];
}

export async function failDelivery(tx: Tx, id: string, error: string): Promise<void> {
  await tx.query(`UPDATE report_deliveries SET state = 'failed', error = $2 WHERE id = $1`, [id, error]);
}

/** Copies the results of mails, whose rows are deleted after 90 days. A failed mail may have been sent again. */
export async function copyMailStates(tx: Tx): Promise<void> {
  await tx.query(
    `UPDATE report_deliveries d
     SET state = m.state, sent_at = CASE WHEN m.state = 'sent' THEN m.sent_at END,
       error = CASE WHEN m.state = 'failed' THEN coalesce(m.last_error, '') ELSE '' END
     FROM mails m WHERE m.id = d.mail_id AND d.state <> 'sent' AND m.state <> d.state`,
  );
}
