import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { reportRecipients } from '../../../db/schema/reports.ts';

type StoredRecipient = typeof reportRecipients.$inferSelect;

/** A recipient with the access that it belongs to. */
export interface RecipientRow extends StoredRecipient {
  access_name: string | null;
  access_email: string | null;
  rights: string[] | null;
  filters: string[] | null;
  expires_at: Date | null;
  revoked_at: Date | null;
}

const recipientSql = `
SELECT r.*, a.name AS access_name, a.email AS access_email, a.rights, a.filters, a.expires_at, a.revoked_at
FROM report_recipients r
LEFT JOIN accesses a ON a.company_id = r.company_id AND a.id = r.access_id
WHERE r.company_id = $1`;

/** Oldest first. */
export async function listRecipientRows(tx: Tx, companyId: string): Promise<RecipientRow[]> {
  const found = await tx.query<RecipientRow>(`${recipientSql} ORDER BY r.created_at, r.id`, [companyId]);
  return found.rows;
}

export async function findRecipientRow(
  tx: Tx,
  companyId: string,
  recipientId: string,
): Promise<RecipientRow | undefined> {
  const found = await tx.query<RecipientRow>(`${recipientSql} AND r.id = $2`, [companyId, recipientId]);
  return found.rows[0];
}

/** The recipient, which nothing else changes until the transaction ends. */
export async function lockRecipientRow(
  tx: Tx,
  companyId: string,
  recipientId: string,
): Promise<RecipientRow | undefined> {
  const found = await tx.query<RecipientRow>(`${recipientSql} AND r.id = $2 FOR UPDATE OF r`, [
    companyId,
    recipientId,
  ]);
  return found.rows[0];
}

export async function insertRecipient(tx: Tx, row: typeof reportRecipients.$inferInsert): Promise<void> {
  await tx.orm.insert(reportRecipients).values(row);
}

export async function updateRecipient(
  tx: Tx,
  companyId: string,
  recipientId: string,
  change: Partial<Pick<StoredRecipient, 'name' | 'locale' | 'sees_money' | 'is_weekly' | 'is_monthly'>>,
): Promise<void> {
  await tx.orm
    .update(reportRecipients)
    .set(change)
    .where(and(eq(reportRecipients.company_id, companyId), eq(reportRecipients.id, recipientId)));
}

export async function deleteRecipientRow(tx: Tx, companyId: string, recipientId: string): Promise<void> {
  await tx.orm
    .delete(reportRecipients)
    .where(and(eq(reportRecipients.company_id, companyId), eq(reportRecipients.id, recipientId)));
}
