import type { AccessKind } from '../../../../contract/company/accesses.ts';
import type { Tx } from '../../../db/client.ts';
import { portalOpenings } from '../../../db/schema/accesses.ts';
import type { ListPosition } from '../../../platform/http/cursor.ts';
import type { CompanyScope } from '../../sessions/sessions.ts';

/** Whether a browser's session opened the portal after a time. */
export async function hasOpened(
  tx: Tx,
  {
    companyId,
    accessId,
    sessionId,
    after,
  }: { companyId: string; accessId: string; sessionId: string; after: Date },
): Promise<boolean> {
  const found = await tx.query({
    name: 'has-opened-portal',
    text: `SELECT 1 FROM portal_openings
           WHERE company_id = $1 AND access_id = $2 AND session_id = $3 AND at > $4 LIMIT 1`,
    values: [companyId, accessId, sessionId, after],
  });
  return found.rows.length > 0;
}

/** Openings of one access are recorded one after the other. */
export async function lockAccess(tx: Tx, companyId: string, accessId: string): Promise<void> {
  await tx.query('SELECT 1 FROM accesses WHERE company_id = $1 AND id = $2 FOR UPDATE', [
    companyId,
    accessId,
  ]);
}

export async function countVisits(
  tx: Tx,
  { companyId, accessId, count, at }: { companyId: string; accessId: string; count: number; at: Date },
): Promise<void> {
  await tx.query(
    'UPDATE accesses SET visits = visits + $4, last_used_at = $3 WHERE company_id = $1 AND id = $2',
    [companyId, accessId, at, count],
  );
}

export async function logOpening(tx: Tx, row: typeof portalOpenings.$inferInsert): Promise<void> {
  await tx.orm.insert(portalOpenings).values(row);
}

export interface OpeningRow {
  id: string;
  at: Date;
  company_id: string;
  company: string;
  access_name: string;
  kind: AccessKind;
}

/** The openings of one company, or of those that a member has. */
export type OpeningsOf = { companyId: string } | CompanyScope;

/** Openings older than a position, newest first. */
export async function listOpeningRows(
  tx: Tx,
  { of, max, after }: { of: OpeningsOf; max: number; after: ListPosition | undefined },
): Promise<OpeningRow[]> {
  const found = await tx.query<OpeningRow>(
    `SELECT o.id, o.at, o.company_id, c.name AS company, o.access_name, o.kind
     FROM portal_openings o JOIN companies c ON c.id = o.company_id
     WHERE ($1::uuid IS NULL OR o.company_id = $1)
       AND ($2::text IS NULL OR o.company_id IN (SELECT company_id FROM team_companies WHERE user_id = $2))
       AND ($3::timestamptz IS NULL OR (o.at, o.id) < ($3, $4::uuid))
     ORDER BY o.at DESC, o.id DESC LIMIT $5`,
    [
      of !== 'all' && 'companyId' in of ? of.companyId : null,
      of !== 'all' && 'userId' in of ? of.userId : null,
      after?.createdAt ?? null,
      after?.id ?? null,
      max,
    ],
  );
  return found.rows;
}

/** When each company's portal was last opened by one of its accesses. */
export async function listLastOpeningRows(tx: Tx): Promise<Map<string, Date>> {
  const found = await tx.query<{ company_id: string; at: Date }>(
    `SELECT company_id, max(last_used_at) AS at FROM accesses
     WHERE company_id IS NOT NULL AND kind <> 'token' AND last_used_at IS NOT NULL GROUP BY company_id`,
  );
  return new Map(found.rows.map(({ company_id, at }) => [company_id, at]));
}

export interface LastOpeningRow {
  name: string;
  created_at: Date;
  last_opened_at: Date | null;
}

/** Every company with the last time that one of its accesses opened its portal: those never opened first, then the oldest. */
export async function listLastOpeningsByCompany(tx: Tx): Promise<LastOpeningRow[]> {
  const found = await tx.query<LastOpeningRow>(
    `SELECT c.name, c.created_at, max(a.last_used_at) AS last_opened_at
     FROM companies c LEFT JOIN accesses a ON a.company_id = c.id AND a.kind <> 'token'
     GROUP BY c.id ORDER BY last_opened_at NULLS FIRST, lower(c.name), c.id`,
  );
  return found.rows;
}
