import type { Tx } from '../../../db/client.ts';
import type { webhooks } from '../../../db/schema/alerts.ts';

export type WebhookRow = typeof webhooks.$inferSelect;

/** The webhooks of a company, or with null those of all companies, oldest first. */
export async function listWebhookRows(tx: Tx, companyId: string | null): Promise<WebhookRow[]> {
  const found = await tx.query<WebhookRow>(
    'SELECT * FROM webhooks WHERE company_id IS NOT DISTINCT FROM $1 ORDER BY created_at, id',
    [companyId],
  );
  return found.rows;
}

export async function insertWebhook(tx: Tx, row: WebhookRow): Promise<void> {
  await tx.query(
    `INSERT INTO webhooks (company_id, id, url, description, kinds, sealed_secret, is_on, created_at, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[row.company_id, row.id, row.url, row.description, row.kinds, row.sealed_secret, row.is_on],
      ...[row.created_at, row.created_by],
    ],
  );
}

export async function updateWebhook(tx: Tx, row: WebhookRow): Promise<void> {
  await tx.query(
    `UPDATE webhooks SET url = $3, description = $4, kinds = $5, sealed_secret = $6, sealed_previous = $7,
       previous_ends_at = $8, is_on = $9, failing_since = $10
     WHERE company_id IS NOT DISTINCT FROM $1 AND id = $2`,
    [
      ...[
        row.company_id,
        row.id,
        row.url,
        row.description,
        row.kinds,
        row.sealed_secret,
        row.sealed_previous,
      ],
      ...[row.previous_ends_at, row.is_on, row.failing_since],
    ],
  );
}

export async function deleteWebhook(tx: Tx, companyId: string | null, id: string): Promise<void> {
  await tx.query('DELETE FROM webhooks WHERE company_id IS NOT DISTINCT FROM $1 AND id = $2', [
    companyId,
    id,
  ]);
}

/** Deletes replaced secrets that no longer sign. */
export async function deletePreviousSecrets(tx: Tx, now: Date): Promise<void> {
  await tx.query(
    'UPDATE webhooks SET sealed_previous = NULL, previous_ends_at = NULL WHERE previous_ends_at <= $1',
    [now],
  );
}
