import type { Tx } from '../../../db/client.ts';
import type { alertRecipients } from '../../../db/schema/alerts.ts';

export type RecipientRow = typeof alertRecipients.$inferSelect;

/** The recipients of a company, or with null those of all companies, oldest first. */
export async function listRecipientRows(tx: Tx, companyId: string | null): Promise<RecipientRow[]> {
  const found = await tx.query<RecipientRow>(
    'SELECT * FROM alert_recipients WHERE company_id IS NOT DISTINCT FROM $1 ORDER BY created_at, id',
    [companyId],
  );
  return found.rows;
}

/** A recipient, whose changes wait until the transaction ends. */
export async function lockRecipient(tx: Tx, id: string): Promise<RecipientRow | undefined> {
  const found = await tx.query<RecipientRow>(
    'SELECT * FROM alert_recipients WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  );
  return found.rows[0];
}

export async function insertRecipient(tx: Tx, row: RecipientRow): Promise<void> {
  await tx.query(
    `INSERT INTO alert_recipients (company_id, id, name, email, locale, kinds, sees_money, quiet_from, quiet_to,
       time_zone, muted_until, created_at, created_by, unsubscribed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ...[row.company_id, row.id, row.name, row.email, row.locale, row.kinds, row.sees_money, row.quiet_from],
      ...[row.quiet_to, row.time_zone, row.muted_until, row.created_at, row.created_by, row.unsubscribed_at],
    ],
  );
}

/** The owners of the team, the longest in it first. */
export async function listOwners(tx: Tx, max: number): Promise<{ name: string; email: string }[]> {
  const found = await tx.query<{ name: string; email: string }>(
    `SELECT u.name, u.email FROM user_roles r JOIN "user" u ON u.id = r.user_id WHERE r.role = 'admin'
     ORDER BY u.created_at, u.email LIMIT ${max}`,
  );
  return found.rows;
}

export async function updateRecipient(tx: Tx, row: RecipientRow): Promise<void> {
  await tx.query(
    `UPDATE alert_recipients SET name = $3, locale = $4, kinds = $5, sees_money = $6, quiet_from = $7, quiet_to = $8,
       time_zone = $9, muted_until = $10
     WHERE company_id IS NOT DISTINCT FROM $1 AND id = $2`,
    [
      ...[row.company_id, row.id, row.name, row.locale, row.kinds, row.sees_money, row.quiet_from],
      ...[row.quiet_to, row.time_zone, row.muted_until],
    ],
  );
}

export async function deleteRecipient(tx: Tx, companyId: string | null, id: string): Promise<void> {
  await tx.query('DELETE FROM alert_recipients WHERE company_id IS NOT DISTINCT FROM $1 AND id = $2', [
    companyId,
    id,
  ]);
}
