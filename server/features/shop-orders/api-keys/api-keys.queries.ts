import type { Tx } from '../../../db/client.ts';

/** A token that reports or lists orders of one company: an access and its secret. */
export interface UsedKey {
  id: string;
  company_id: string;
  lookup: Buffer;
  rights: string[];
  last_used_at: Date | null;
}

/** The token with this hash, if it works. */
export async function findWorkingKey(tx: Tx, lookup: Buffer, now: Date): Promise<UsedKey | undefined> {
  const found = await tx.query<UsedKey>({
    name: 'find-api-key',
    text: `SELECT a.id, a.company_id, k.lookup, a.rights, a.last_used_at
           FROM access_keys k JOIN accesses a ON a.id = k.access_id
           WHERE k.lookup = $1 AND a.kind = 'token' AND (k.ends_at IS NULL OR k.ends_at > $2)
             AND a.revoked_at IS NULL AND (a.expires_at IS NULL OR a.expires_at > $2)`,
    values: [lookup, now],
  });
  return found.rows[0];
}

export async function setLastUsed(tx: Tx, { id }: UsedKey, now: Date): Promise<void> {
  await tx.query('UPDATE accesses SET last_used_at = $2 WHERE id = $1', [id, now]);
}

export interface ListedKeyRow {
  id: string;
  name: string;
  hint: string;
  rights: string[];
  created_at: Date;
  last_used_at: Date | null;
  ends_at: Date | null;
}

/** The tokens that work, newest first: each secret of them, so that a replaced one is listed until it ends. */
export async function listWorkingKeys(tx: Tx, companyId: string, now: Date): Promise<ListedKeyRow[]> {
  const found = await tx.query<ListedKeyRow>(
    `SELECT k.id, a.name, k.hint, a.rights, k.created_at, a.last_used_at, k.ends_at
     FROM accesses a JOIN access_keys k ON k.access_id = a.id
     WHERE a.company_id = $1 AND a.kind = 'token' AND a.revoked_at IS NULL
       AND (k.ends_at IS NULL OR k.ends_at > $2) ORDER BY k.created_at DESC, k.id`,
    [companyId, now],
  );
  return found.rows;
}

interface NewKeyRow {
  accessId: string;
  id: string;
  company_id: string;
  lookup: Buffer;
  hint: string;
  created_at: Date;
}

export async function insertToken(
  tx: Tx,
  row: {
    id: string;
    company_id: string;
    name: string;
    rights: string[];
    created_at: Date;
    created_by: string;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO accesses (id, company_id, kind, name, rights, created_at, created_by)
     VALUES ($1, $2, 'token', $3, $4, $5, $6)`,
    [row.id, row.company_id, row.name, row.rights, row.created_at, row.created_by],
  );
}

export async function insertTokenKey(tx: Tx, row: NewKeyRow): Promise<void> {
  await tx.query(
    `INSERT INTO access_keys (id, company_id, access_id, lookup, hint, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [row.id, row.company_id, row.accessId, row.lookup, row.hint, row.created_at],
  );
}

interface EndedKey {
  access_id: string;
  name: string;
  rights: string[];
}

/** Lets a key end now. Returns its access, if it works. */
export async function endApiKey(
  tx: Tx,
  companyId: string,
  id: string,
  now: Date,
): Promise<EndedKey | undefined> {
  const found = await tx.query<EndedKey>(
    `UPDATE access_keys k SET ends_at = $3 FROM accesses a
     WHERE a.id = k.access_id AND a.kind = 'token' AND k.company_id = $1 AND k.id = $2
       AND (k.ends_at IS NULL OR k.ends_at > $3) RETURNING k.access_id, a.name, a.rights`,
    [companyId, id, now],
  );
  return found.rows[0];
}

/**
 * Lets a key end at a time, unless its end is set already. The second of two transactions waits for the first and then
 * finds nothing.
 */
export async function endReplacedKey(
  tx: Tx,
  companyId: string,
  id: string,
  endsAt: Date,
): Promise<EndedKey | undefined> {
  const found = await tx.query<EndedKey>(
    `UPDATE access_keys k SET ends_at = $3 FROM accesses a
     WHERE a.id = k.access_id AND a.kind = 'token' AND k.company_id = $1 AND k.id = $2 AND k.ends_at IS NULL
     RETURNING k.access_id, a.name, a.rights`,
    [companyId, id, endsAt],
  );
  return found.rows[0];
}
