import { and, eq, isNull } from 'drizzle-orm';
import type { CompanyBrand } from '../../../../contract/site/agency-settings.ts';
import type { Tx } from '../../../db/client.ts';
import { accesses, accessKeys } from '../../../db/schema/accesses.ts';
import { companies } from '../../../db/schema/companies.ts';

export type AccessRow = typeof accesses.$inferSelect;
type KeyRow = typeof accessKeys.$inferSelect;

export async function insertAccess(tx: Tx, row: typeof accesses.$inferInsert): Promise<void> {
  await tx.orm.insert(accesses).values(row);
}

export async function insertKey(tx: Tx, row: typeof accessKeys.$inferInsert): Promise<void> {
  await tx.orm.insert(accessKeys).values(row);
}

/** An access as lists show it: with the last characters of its token, and what it shares. */
export interface ListedAccessRow extends AccessRow {
  hint: string | null;
  old_token_ends_at: Date | null;
  view: string | null;
  has_password: boolean;
  embed_hosts: string[] | null;
}

const listedSql = `
SELECT a.*, k.hint,
  (SELECT max(old.ends_at) FROM access_keys old
   WHERE old.company_id = $1 AND old.access_id = a.id AND old.ends_at > $2) AS old_token_ends_at,
  s.view, s.password_hash IS NOT NULL AS has_password, s.embed_hosts
FROM accesses a
LEFT JOIN access_keys k ON k.company_id = $1 AND k.access_id = a.id AND k.ends_at IS NULL
LEFT JOIN shared_views s ON s.access_id = a.id
WHERE a.company_id = $1 AND a.revoked_at IS NULL`;

/** The accesses of a company that are not revoked, also those that have expired: the company key, then the newest. */
export async function listAccessRows(tx: Tx, companyId: string, now: Date): Promise<ListedAccessRow[]> {
  const found = await tx.query<ListedAccessRow>(
    `${listedSql} ORDER BY a.kind = 'company' DESC, a.created_at DESC, a.id`,
    [companyId, now],
  );
  return found.rows;
}

export async function findAccessRow(
  tx: Tx,
  { companyId, accessId, now }: { companyId: string; accessId: string; now: Date },
): Promise<ListedAccessRow | undefined> {
  const found = await tx.query<ListedAccessRow>(`${listedSql} AND a.id = $3`, [companyId, now, accessId]);
  return found.rows[0];
}

export async function countAccesses(tx: Tx, companyId: string): Promise<number> {
  const found = await tx.query<{ count: number }>(
    'SELECT count(*) AS count FROM accesses WHERE company_id = $1 AND revoked_at IS NULL',
    [companyId],
  );
  return found.rows[0]?.count ?? 0;
}

/** The brand of a company's portal, for its mails; null for the agency's. */
export async function findPortalBrand(tx: Tx, companyId: string): Promise<CompanyBrand | null> {
  const [found] = await tx.orm
    .select({ brand: companies.brand })
    .from(companies)
    .where(eq(companies.id, companyId));
  return found?.brand ?? null;
}

/** The access that every company is created with. */
export async function findCompanyAccessId(tx: Tx, companyId: string): Promise<string | undefined> {
  const [found] = await tx.orm
    .select({ id: accesses.id })
    .from(accesses)
    .where(and(eq(accesses.company_id, companyId), eq(accesses.kind, 'company')));
  return found?.id;
}

/** The access that a key belongs to, and the key's state. */
export async function findKey(
  tx: Tx,
  companyId: string,
  keyId: string,
): Promise<Pick<KeyRow, 'id' | 'sealed' | 'ends_at' | 'access_id'> | undefined> {
  const { id, sealed, ends_at, access_id } = accessKeys;
  const [found] = await tx.orm
    .select({ id, sealed, ends_at, access_id })
    .from(accessKeys)
    .where(and(eq(accessKeys.company_id, companyId), eq(id, keyId)));
  return found;
}

/** The current key of an access. */
export async function findCurrentKey(
  tx: Tx,
  companyId: string,
  accessId: string,
): Promise<Pick<KeyRow, 'id' | 'sealed'> | undefined> {
  const { id, sealed } = accessKeys;
  const [found] = await tx.orm
    .select({ id, sealed })
    .from(accessKeys)
    .where(
      and(
        eq(accessKeys.company_id, companyId),
        eq(accessKeys.access_id, accessId),
        isNull(accessKeys.ends_at),
      ),
    );
  return found;
}

/** Whether an access ever had another key than the current one. */
export async function hasEndedKey(tx: Tx, companyId: string, accessId: string): Promise<boolean> {
  const found = await tx.query(
    'SELECT 1 FROM access_keys WHERE company_id = $1 AND access_id = $2 AND ends_at IS NOT NULL LIMIT 1',
    [companyId, accessId],
  );
  return found.rows.length > 0;
}

/** Lets the current key of an access end at a time. `companyId`: null for a token of several companies. */
export async function endCurrentKey(
  tx: Tx,
  { companyId, accessId, endsAt }: { companyId: string | null; accessId: string; endsAt: Date },
): Promise<void> {
  await tx.orm
    .update(accessKeys)
    .set({ ends_at: endsAt })
    .where(
      and(
        companyId === null ? isNull(accessKeys.company_id) : eq(accessKeys.company_id, companyId),
        eq(accessKeys.access_id, accessId),
        isNull(accessKeys.ends_at),
      ),
    );
}

export async function updateAccess(
  tx: Tx,
  { companyId, accessId }: { companyId: string; accessId: string },
  change: Partial<Pick<AccessRow, 'name' | 'email' | 'rights' | 'filters' | 'expires_at' | 'revoked_at'>>,
): Promise<void> {
  await tx.orm
    .update(accesses)
    .set(change)
    .where(and(eq(accesses.company_id, companyId), eq(accesses.id, accessId)));
}

/** Whether the links of an access that were not used still open it: revoking and renewing end them. */
export async function endLinks(tx: Tx, accessId: string, now: Date): Promise<void> {
  await tx.query('UPDATE access_links SET used_at = $2 WHERE access_id = $1 AND used_at IS NULL', [
    accessId,
    now,
  ]);
}
