import type { Tx } from '../../db/client.ts';
import type { apiKeys } from '../../db/schema/companies.ts';

type ApiKeyRow = typeof apiKeys.$inferSelect;

export interface UsedKey {
  id: string;
  company_id: string;
  last_used_at: Date | null;
}

/** The key with this hash, if it works. */
export async function findWorkingKey(tx: Tx, lookup: Buffer, now: Date): Promise<UsedKey | undefined> {
  const found = await tx.query<UsedKey>({
    name: 'find-api-key',
    text: `SELECT id, company_id, last_used_at FROM api_keys
           WHERE lookup = $1 AND (ends_at IS NULL OR ends_at > $2)`,
    values: [lookup, now],
  });
  return found.rows[0];
}

export async function setLastUsed(tx: Tx, { id, company_id: companyId }: UsedKey, now: Date): Promise<void> {
  await tx.query('UPDATE api_keys SET last_used_at = $3 WHERE company_id = $1 AND id = $2', [
    companyId,
    id,
    now,
  ]);
}

export type ListedKeyRow = Omit<ApiKeyRow, 'lookup' | 'company_id'>;

/** The keys that work, newest first. */
export async function listWorkingKeys(tx: Tx, companyId: string, now: Date): Promise<ListedKeyRow[]> {
  const found = await tx.query<ListedKeyRow>(
    `SELECT id, name, hint, created_at, last_used_at, ends_at FROM api_keys
     WHERE company_id = $1 AND (ends_at IS NULL OR ends_at > $2) ORDER BY created_at DESC, id`,
    [companyId, now],
  );
  return found.rows;
}

export async function insertApiKey(tx: Tx, row: Omit<ApiKeyRow, 'last_used_at' | 'ends_at'>): Promise<void> {
  await tx.query(
    `INSERT INTO api_keys (company_id, id, name, lookup, hint, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [row.company_id, row.id, row.name, row.lookup, row.hint, row.created_at],
  );
}

/** Lets a key end at a time, if that is earlier than it would end anyway. Returns its name, if the key works. */
export async function endApiKey(
  tx: Tx,
  companyId: string,
  id: string,
  { endsAt, now }: { endsAt: Date; now: Date },
): Promise<string | undefined> {
  const found = await tx.query<{ name: string }>(
    `UPDATE api_keys SET ends_at = least(ends_at, $3)
     WHERE company_id = $1 AND id = $2 AND (ends_at IS NULL OR ends_at > $4) RETURNING name`,
    [companyId, id, endsAt, now],
  );
  return found.rows[0]?.name;
}
