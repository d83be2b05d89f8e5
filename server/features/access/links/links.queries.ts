import type { CompanyBrand } from '../../../../contract/site/agency-settings.ts';
import type { Tx } from '../../../db/client.ts';
import { accessLinks } from '../../../db/schema/accesses.ts';

export async function insertLink(tx: Tx, row: typeof accessLinks.$inferInsert): Promise<void> {
  await tx.orm.insert(accessLinks).values(row);
}

export interface LinkRow {
  access_id: string;
  used_at: Date | null;
  expires_at: Date;
}

export async function findLink(tx: Tx, lookup: Buffer): Promise<LinkRow | undefined> {
  const found = await tx.query<LinkRow>(
    'SELECT access_id, used_at, expires_at FROM access_links WHERE lookup = $1',
    [lookup],
  );
  return found.rows[0];
}

export async function findLinkById(tx: Tx, id: string): Promise<LinkRow | undefined> {
  const found = await tx.query<LinkRow>(
    'SELECT access_id, used_at, expires_at FROM access_links WHERE id = $1',
    [id],
  );
  return found.rows[0];
}

/** Marks a link as used. False if it was used before, or has expired. */
export async function takeLink(tx: Tx, lookup: Buffer, now: Date): Promise<boolean> {
  const found = await tx.query(
    'UPDATE access_links SET used_at = $2 WHERE lookup = $1 AND used_at IS NULL AND expires_at > $2 RETURNING 1',
    [lookup, now],
  );
  return found.rows.length > 0;
}

export interface OpenableAccessRow {
  access_id: string;
  key_id: string;
  company_id: string;
  access_name: string;
  /** As an administrator entered it. */
  email: string | null;
  company: string;
  /** The brand of the company's portal; null for the agency's. */
  brand: CompanyBrand | null;
}

const openableSql = `
SELECT a.id AS access_id, k.id AS key_id, c.id AS company_id, a.name AS access_name, a.email, c.name AS company, c.brand
FROM accesses a JOIN access_keys k ON k.access_id = a.id AND k.ends_at IS NULL
JOIN companies c ON c.id = a.company_id
WHERE a.kind = 'person' AND a.revoked_at IS NULL AND (a.expires_at IS NULL OR a.expires_at > $1)`;

/** An access of a person that works, with its key. */
export async function findOpenableAccess(
  tx: Tx,
  accessId: string,
  now: Date,
): Promise<OpenableAccessRow | undefined> {
  const found = await tx.query<OpenableAccessRow>(`${openableSql} AND a.id = $2`, [now, accessId]);
  return found.rows[0];
}

/**
 * The accesses of an address that work, by the names of their companies. Only A to Z are compared without their case: to a
 * mail server "clİent.example" is another address than "client.example", which Unicode's lower case makes of it.
 */
export async function listOpenableAccesses(
  tx: Tx,
  email: string,
  { now, max, onlyCompany }: { now: Date; max: number; onlyCompany?: string | undefined },
): Promise<OpenableAccessRow[]> {
  const found = await tx.query<OpenableAccessRow>(
    `${openableSql} AND lower(a.email COLLATE "C") = lower($2 COLLATE "C")
       AND ($4::uuid IS NULL OR a.company_id = $4)
     ORDER BY lower(c.name), a.id LIMIT $3`,
    [now, email, max, onlyCompany ?? null],
  );
  return found.rows;
}

export async function deleteLinksExpiredBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query('DELETE FROM access_links WHERE expires_at < $1', [before]);
}
