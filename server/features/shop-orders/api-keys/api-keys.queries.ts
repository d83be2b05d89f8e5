import type { Tx } from '../../../db/client.ts';
import type { apiKeys } from '../../../db/schema/companies.ts';

type ApiKeyRow = typeof apiKeys.$inferSelect;

export type UsedKey = Pick<ApiKeyRow, 'id' | 'company_id' | 'lookup' | 'scopes' | 'last_used_at'>;

/** The key with this hash, if it works. */
export async function findWorkingKey(tx: Tx, lookup: Buffer, now: Date): Promise<UsedKey | undefined> {
  const found = await tx.query<UsedKey>({
    name: 'find-api-key',
    text: `SELECT id, company_id, lookup, scopes, last_used_at FROM api_keys
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
    `SELECT id, name, hint, scopes, created_at, last_used_at, ends_at FROM api_keys
     WHERE company_id = $1 AND (ends_at IS NULL OR ends_at > $2) ORDER BY created_at DESC, id`,
    [companyId, now],
  );
  return found.rows;
}

export async function insertApiKey(tx: Tx, row: Omit<ApiKeyRow, 'last_used_at' | 'ends_at'>): Promise<void> {
  await tx.query(
    `INSERT INTO api_keys (company_id, id, name, lookup, hint, scopes, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [row.company_id, row.id, row.name, row.lookup, row.hint, row.scopes, row.created_at],
  );
}

/** Lets a key end now. Returns its name, if it works. */
export async function endApiKey(
  tx: Tx,
  companyId: string,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const found = await tx.query<{ name: string }>(
    `UPDATE api_keys SET ends_at = $3
     WHERE company_id = $1 AND id = $2 AND (ends_at IS NULL OR ends_at > $3) RETURNING name`,
    [companyId, id, now],
  );
  return found.rows[0]?.name;
}

type ReplacedKey = Pick<ApiKeyRow, 'name' | 'scopes'>;

/**
 * Lets a key end at a time, unless its end is set already. The second of two transactions waits for the first and then
 * finds nothing.
 */
export async function endReplacedKey(
  tx: Tx,
  companyId: string,
  id: string,
  endsAt: Date,
): Promise<ReplacedKey | undefined> {
  const found = await tx.query<ReplacedKey>(
    `UPDATE api_keys SET ends_at = $3 WHERE company_id = $1 AND id = $2 AND ends_at IS NULL
     RETURNING name, scopes`,
    [companyId, id, endsAt],
  );
  return found.rows[0];
}
