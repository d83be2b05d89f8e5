import { and, asc, eq, isNull, lt } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { accessKeys, endedViewers } from '../../db/schema/companies.ts';

export async function insertAccessKey(tx: Tx, row: typeof accessKeys.$inferInsert): Promise<void> {
  await tx.orm.insert(accessKeys).values(row);
}

interface KeyCompany {
  key_id: string;
  company_id: string;
  name: string;
}

/** Finds the company of a current key and stores the time of use. */
export async function findCompanyByKey(tx: Tx, lookup: Buffer): Promise<KeyCompany | undefined> {
  const found = await tx.query<KeyCompany>(
    `WITH used AS (
       UPDATE access_keys SET last_used_at = $2 WHERE lookup = $1 AND revoked_at IS NULL RETURNING id, company_id
     )
     SELECT used.id AS key_id, companies.id AS company_id, companies.name
     FROM used JOIN companies ON companies.id = used.company_id`,
    [lookup, new Date()],
  );
  return found.rows[0];
}

interface ViewerRow {
  companyId: string;
  keyId: string;
  sessionId: string;
}

/** Whether a viewer's key is still current and the viewer has not signed out. */
export async function isViewerCurrent(tx: Tx, { companyId, keyId, sessionId }: ViewerRow): Promise<boolean> {
  const found = await tx.query({
    name: 'is-viewer-current',
    text: `SELECT 1 FROM access_keys WHERE company_id = $1 AND id = $2 AND revoked_at IS NULL
           AND NOT EXISTS (SELECT 1 FROM ended_viewers WHERE session_id = $3)`,
    values: [companyId, keyId, sessionId],
  });
  return found.rows.length === 1;
}

/** The companies these viewers may still see, by name. */
export async function listViewedCompanies(
  tx: Tx,
  viewers: ViewerRow[],
): Promise<{ id: string; name: string }[]> {
  const found = await tx.query<{ id: string; name: string }>(
    `SELECT companies.id, companies.name
     FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS v(company_id, key_id, session_id)
     JOIN access_keys k ON k.id = v.key_id AND k.company_id = v.company_id AND k.revoked_at IS NULL
     JOIN companies ON companies.id = v.company_id
     WHERE NOT EXISTS (SELECT 1 FROM ended_viewers e WHERE e.session_id = v.session_id)
     ORDER BY lower(companies.name), companies.id`,
    [
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

/** Which of these keys are still current. */
export async function listCurrentKeyIds(tx: Tx, keyIds: string[]): Promise<Set<string>> {
  const found = await tx.query<{ id: string }>(
    'SELECT id FROM access_keys WHERE id = ANY($1::uuid[]) AND revoked_at IS NULL',
    [keyIds],
  );
  return new Set(found.rows.map((row) => row.id));
}

/** The given access key of a company; without `keyId`, the company's first key. */
export async function findKey(
  tx: Tx,
  companyId: string,
  keyId?: string,
): Promise<typeof accessKeys.$inferSelect | undefined> {
  const [found] = await tx.orm
    .select()
    .from(accessKeys)
    .where(
      and(eq(accessKeys.company_id, companyId), keyId === undefined ? undefined : eq(accessKeys.id, keyId)),
    )
    .orderBy(asc(accessKeys.created_at))
    .limit(1);
  return found;
}

export async function listEncryptedKeys(tx: Tx): Promise<{ company_id: string; sealed: Buffer }[]> {
  const found = await tx.query<{ company_id: string; sealed: Buffer }>(
    'SELECT company_id, sealed FROM access_keys WHERE revoked_at IS NULL',
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

export async function revokeKeys(tx: Tx, companyId: string, at: Date): Promise<void> {
  await tx.orm
    .update(accessKeys)
    .set({ revoked_at: at })
    .where(and(eq(accessKeys.company_id, companyId), isNull(accessKeys.revoked_at)));
}
