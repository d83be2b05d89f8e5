import { lt } from 'drizzle-orm';
import type { AccessKind } from '../../../contract/company/accesses.ts';
import type { Tx } from '../../db/client.ts';
import type { accesses, accessKeys } from '../../db/schema/accesses.ts';
import { endedViewers } from '../../db/schema/companies.ts';

type AccessRow = typeof accesses.$inferSelect;
type KeyRow = typeof accessKeys.$inferSelect;

// Whether an access `a` and its key `k` work at a time, which is the parameter $1 of every statement that uses it.
const works = `a.revoked_at IS NULL AND (a.expires_at IS NULL OR a.expires_at > $1)`;
const keyWorks = `${works} AND (k.ends_at IS NULL OR k.ends_at > $1)`;

export interface KeyOwner {
  key_id: string;
  access_id: string;
  company_id: string;
  access_name: string;
  name: string;
}

/** The access and company of a working key of a person. */
export async function findKeyOwner(tx: Tx, lookup: Buffer, now: Date): Promise<KeyOwner | undefined> {
  const found = await tx.query<KeyOwner>(
    `SELECT k.id AS key_id, a.id AS access_id, c.id AS company_id, a.name AS access_name, c.name
     FROM access_keys k JOIN accesses a ON a.id = k.access_id JOIN companies c ON c.id = a.company_id
     WHERE k.lookup = $2 AND a.kind IN ('company', 'person') AND ${keyWorks}`,
    [now, lookup],
  );
  return found.rows[0];
}

export interface ViewerRow {
  companyId: string;
  keyId: string;
  sessionId: string;
}

export type ViewerAccessRow = Pick<AccessRow, 'id' | 'name' | 'rights' | 'filters' | 'expires_at'> & {
  kind: AccessKind;
};

/** The access of a viewer whose key works and who has not signed out. */
export async function findViewerAccess(
  tx: Tx,
  { companyId, keyId, sessionId }: ViewerRow,
  now: Date,
): Promise<ViewerAccessRow | undefined> {
  const found = await tx.query<ViewerAccessRow>({
    name: 'find-viewer-access',
    text: `SELECT a.id, a.kind, a.name, a.rights, a.filters, a.expires_at
           FROM access_keys k JOIN accesses a ON a.id = k.access_id
           WHERE k.id = $2 AND k.company_id = $3 AND a.company_id = $3 AND ${keyWorks}
             AND NOT EXISTS (SELECT 1 FROM ended_viewers WHERE session_id = $4)`,
    values: [now, keyId, companyId, sessionId],
  });
  return found.rows[0];
}

/** The companies these viewers may still see, by name. */
export async function listViewedCompanies(
  tx: Tx,
  viewers: ViewerRow[],
  now: Date,
): Promise<{ id: string; name: string }[]> {
  const found = await tx.query<{ id: string; name: string }>(
    `SELECT c.id, c.name
     FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS v(company_id, key_id, session_id)
     JOIN access_keys k ON k.id = v.key_id AND k.company_id = v.company_id
     JOIN accesses a ON a.id = k.access_id AND a.company_id = v.company_id
     JOIN companies c ON c.id = v.company_id
     WHERE a.kind IN ('company', 'person') AND ${keyWorks}
       AND NOT EXISTS (SELECT 1 FROM ended_viewers e WHERE e.session_id = v.session_id)
     ORDER BY lower(c.name), c.id`,
    [
      now,
      viewers.map(({ companyId }) => companyId),
      viewers.map(({ keyId }) => keyId),
      viewers.map(({ sessionId }) => sessionId),
    ],
  );
  return found.rows;
}

/** Stores that a viewer's session ended, and deletes sessions that ended before `deleteBefore`. */
export async function insertEndedViewer(
  tx: Tx,
  { sessionId, at, deleteBefore }: { sessionId: string; at: Date; deleteBefore: Date },
): Promise<void> {
  await tx.orm.delete(endedViewers).where(lt(endedViewers.ended_at, deleteBefore));
  await tx.orm.insert(endedViewers).values({ session_id: sessionId, ended_at: at }).onConflictDoNothing();
}

/** Which of these viewers have signed out. */
export async function listEndedViewers(tx: Tx, sessionIds: string[]): Promise<Set<string>> {
  const found = await tx.query<{ session_id: string }>(
    'SELECT session_id FROM ended_viewers WHERE session_id = ANY($1::text[])',
    [sessionIds],
  );
  return new Set(found.rows.map((row) => row.session_id));
}

/** The keys among these that work, with what their accesses may see. */
export async function listWorkingKeys(
  tx: Tx,
  keyIds: string[],
  now: Date,
): Promise<{ id: string; rights: string[]; filters: string[] }[]> {
  const found = await tx.query<{ id: string; rights: string[]; filters: string[] }>(
    `SELECT k.id, a.rights, a.filters FROM access_keys k JOIN accesses a ON a.id = k.access_id
     WHERE k.id = ANY($2::uuid[]) AND ${keyWorks}`,
    [now, keyIds],
  );
  return found.rows;
}

export type SealedKeyRow = Pick<KeyRow, 'id' | 'sealed'> & { company_id: string };

/** The current company key of every company, encrypted. */
export async function listCompanyKeys(tx: Tx): Promise<SealedKeyRow[]> {
  const found = await tx.query<SealedKeyRow>(
    `SELECT k.id, k.sealed, a.company_id FROM accesses a
     JOIN access_keys k ON k.access_id = a.id AND k.ends_at IS NULL
     WHERE a.kind = 'company' AND a.revoked_at IS NULL`,
  );
  return found.rows;
}

export async function hasCompany(tx: Tx, companyId: string): Promise<boolean> {
  const found = await tx.query({
    name: 'has-company',
    text: 'SELECT 1 FROM companies WHERE id = $1',
    values: [companyId],
  });
  return found.rows.length === 1;
}
