import type { z } from 'zod';
import type { readableCompanies } from '../../../../contract/company/tokens.ts';
import type { Tx } from '../../../db/client.ts';
import type { accesses } from '../../../db/schema/accesses.ts';

type AccessRow = typeof accesses.$inferSelect;

/** A token and the secret of it that a request carries. */
export interface UsedTokenRow
  extends Pick<
    AccessRow,
    'id' | 'name' | 'company_id' | 'has_all_companies' | 'rights' | 'filters' | 'last_used_at'
  > {
  key_id: string;
  lookup: Buffer;
  /** The end of the secret or of the token, whichever is first. */
  ends_at: Date | null;
  /** Whether the company that was asked about exists and is one of the token's. */
  reads_company: boolean;
}

/** The token with this hash, if it works. */
export async function findWorkingToken(
  tx: Tx,
  { lookup, companyId, now }: { lookup: Buffer; companyId: string | null; now: Date },
): Promise<UsedTokenRow | undefined> {
  const found = await tx.query<UsedTokenRow>({
    name: 'find-token',
    text: `SELECT a.id, a.name, a.company_id, a.has_all_companies, a.rights, a.filters, a.last_used_at,
             k.id AS key_id, k.lookup, LEAST(a.expires_at, k.ends_at) AS ends_at,
             EXISTS (SELECT 1 FROM companies c WHERE c.id = $3 AND (
               a.has_all_companies OR a.company_id = c.id
               OR EXISTS (SELECT 1 FROM access_companies ac WHERE ac.access_id = a.id AND ac.company_id = c.id)
             )) AS reads_company
           FROM access_keys k JOIN accesses a ON a.id = k.access_id
           WHERE k.lookup = $1 AND a.kind = 'token' AND (k.ends_at IS NULL OR k.ends_at > $2)
             AND a.revoked_at IS NULL AND (a.expires_at IS NULL OR a.expires_at > $2)`,
    values: [lookup, now, companyId],
  });
  return found.rows[0];
}

export async function setLastUsed(tx: Tx, tokenId: string, now: Date): Promise<void> {
  await tx.query('UPDATE accesses SET last_used_at = $2 WHERE id = $1', [tokenId, now]);
}

export interface TokenRow extends AccessRow {
  hint: string;
  old_token_ends_at: Date | null;
  companies: { id: string; name: string }[] | null;
}

// Tokens of the company $1, or those of several companies if it is null, with a secret that works at $2.
const listedSql = `
SELECT a.*, k.hint,
  (SELECT max(old.ends_at) FROM access_keys old WHERE old.access_id = a.id AND old.ends_at > $2) AS old_token_ends_at,
  (SELECT json_agg(json_build_object('id', c.id, 'name', c.name) ORDER BY lower(c.name), c.id)
   FROM companies c WHERE c.id = a.company_id
     OR c.id IN (SELECT ac.company_id FROM access_companies ac WHERE ac.access_id = a.id)) AS companies
FROM accesses a
JOIN LATERAL (
  SELECT coalesce(any_key.hint, '') AS hint FROM access_keys any_key
  WHERE any_key.access_id = a.id AND (any_key.ends_at IS NULL OR any_key.ends_at > $2)
  ORDER BY any_key.ends_at DESC NULLS FIRST LIMIT 1
) k ON true
WHERE a.kind = 'token' AND a.company_id IS NOT DISTINCT FROM $1 AND a.revoked_at IS NULL`;

/** Newest first, also those that have expired. */
export async function listTokenRows(tx: Tx, companyId: string | null, now: Date): Promise<TokenRow[]> {
  const found = await tx.query<TokenRow>(`${listedSql} ORDER BY a.created_at DESC, a.id`, [companyId, now]);
  return found.rows;
}

export interface TokenPlace {
  /** Null for tokens of several companies. */
  companyId: string | null;
  tokenId: string;
}

/** A token that was not ended. Changes of it wait until the transaction ends. */
export async function lockTokenRow(
  tx: Tx,
  { companyId, tokenId }: TokenPlace,
  now: Date,
): Promise<TokenRow | undefined> {
  await tx.query('SELECT 1 FROM accesses WHERE id = $1 FOR UPDATE', [tokenId]);
  const found = await tx.query<TokenRow>(`${listedSql} AND a.id = $3`, [companyId, now, tokenId]);
  return found.rows[0];
}

/** The secret with this id, if it still is the current one of its token. */
export async function findCurrentSecret(
  tx: Tx,
  keyId: string,
): Promise<{ access_id: string; lookup: Buffer } | undefined> {
  const found = await tx.query<{ access_id: string; lookup: Buffer }>(
    'SELECT access_id, lookup FROM access_keys WHERE id = $1 AND ends_at IS NULL',
    [keyId],
  );
  return found.rows[0];
}

/** Lets the replaced secret of a token end. Returns whether there was one that worked. */
export async function endReplacedSecret(tx: Tx, tokenId: string, now: Date): Promise<boolean> {
  const found = await tx.query(
    'UPDATE access_keys SET ends_at = $2 WHERE access_id = $1 AND ends_at > $2 RETURNING id',
    [tokenId, now],
  );
  return found.rows.length > 0;
}

export async function revokeToken(tx: Tx, tokenId: string, now: Date): Promise<void> {
  await tx.query('UPDATE accesses SET revoked_at = $2 WHERE id = $1', [tokenId, now]);
}

export async function insertTokenCompanies(
  tx: Tx,
  tokenId: string,
  companyIds: readonly string[],
): Promise<void> {
  await tx.query(
    'INSERT INTO access_companies (company_id, access_id) SELECT id, $1::uuid FROM unnest($2::uuid[]) AS wanted(id)',
    [tokenId, companyIds],
  );
}

/** Which of these companies exist. None of them is deleted until the transaction ends. */
export async function listLockedCompanyIds(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const found = await tx.query<{ id: string }>(
    'SELECT id FROM companies WHERE id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE',
    [ids],
  );
  return new Set(found.rows.map(({ id }) => id));
}

/** The companies that a token may ask about, by name. */
export async function listReadableCompanies(
  tx: Tx,
  tokenId: string,
): Promise<z.infer<typeof readableCompanies>['companies']> {
  const found = await tx.query<z.infer<typeof readableCompanies>['companies'][number]>(
    `SELECT c.id, c.name, c.domain, c.time_zone AS "timeZone", c.currency
     FROM accesses a JOIN companies c ON a.has_all_companies OR c.id = a.company_id
       OR c.id IN (SELECT ac.company_id FROM access_companies ac WHERE ac.access_id = a.id)
     WHERE a.id = $1 ORDER BY lower(c.name), c.id`,
    [tokenId],
  );
  return found.rows;
}
