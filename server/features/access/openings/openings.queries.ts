import type { AccessKind } from '../../../../contract/company/accesses.ts';
import type { Tx } from '../../../db/client.ts';
import { portalOpenings } from '../../../db/schema/accesses.ts';
import type { ListPosition } from '../../../platform/http/cursor.ts';

/** Whether a browser's session opened the portal after a time. */
export async function hasOpened(
  tx: Tx,
  { accessId, sessionId, after }: { accessId: string; sessionId: string; after: Date },
): Promise<boolean> {
  const found = await tx.query({
    name: 'has-opened-portal',
    text: `SELECT 1 FROM portal_openings WHERE access_id = $1 AND session_id = $2 AND at > $3 LIMIT 1`,
    values: [accessId, sessionId, after],
  });
  return found.rows.length > 0;
}

export async function countVisits(
  tx: Tx,
  { accessId, count, at }: { accessId: string; count: number; at: Date },
): Promise<void> {
  await tx.query('UPDATE accesses SET visits = visits + $3, last_used_at = $2 WHERE id = $1', [
    accessId,
    at,
    count,
  ]);
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

/**
 * Openings older than a position, newest first, of one company or of those in a list.
 * @param companyIds Null: of all companies.
 */
export async function listOpeningRows(
  tx: Tx,
  {
    companyIds,
    max,
    after,
  }: { companyIds: readonly string[] | null; max: number; after: ListPosition | undefined },
): Promise<OpeningRow[]> {
  const found = await tx.query<OpeningRow>(
    `SELECT o.id, o.at, o.company_id, c.name AS company, o.access_name, o.kind
     FROM portal_openings o JOIN companies c ON c.id = o.company_id
     WHERE ($1::uuid[] IS NULL OR o.company_id = ANY($1))
       AND ($2::timestamptz IS NULL OR (o.at, o.id) < ($2, $3::uuid))
     ORDER BY o.at DESC, o.id DESC LIMIT $4`,
    [companyIds, after?.createdAt ?? null, after?.id ?? null, max],
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
