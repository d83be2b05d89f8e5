import type { Pool } from 'pg';
import { type RejectionReason, rejectionsMax } from '../../../../contract/rejected-events.ts';

export interface RefusalRow {
  reason: RejectionReason;
  host: string;
  from_page: boolean;
  agent: string;
  detail: string;
  count: number;
  last_at: Date;
}

/** Adds counts to a company's rows and keeps only the most recent; a company that is gone gets none. */
export async function addRefusals(pool: Pool, companyId: string, rows: RefusalRow[]): Promise<void> {
  // In key order, so that two processes lock the rows in the same order.
  const sorted = rows.toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
  await pool.query(
    `INSERT INTO rejected_events AS r (company_id, reason, host, from_page, agent, detail, count, last_at)
     SELECT $1::uuid, i.reason, i.host, i.from_page, i.agent, i.detail, i.count, i.last_at
     FROM json_to_recordset($2) AS i(
       reason text, host text, from_page boolean, agent text, detail text, count bigint, last_at timestamptz)
     WHERE EXISTS (SELECT FROM companies WHERE id = $1::uuid)
     ON CONFLICT (company_id, reason, from_page, host) DO UPDATE
     SET count = r.count + excluded.count, last_at = greatest(r.last_at, excluded.last_at),
         agent = excluded.agent, detail = excluded.detail`,
    [companyId, JSON.stringify(sorted)],
  );
  await pool.query(
    `DELETE FROM rejected_events WHERE company_id = $1 AND (reason, from_page, host) IN (
       SELECT reason, from_page, host FROM rejected_events WHERE company_id = $1
       ORDER BY last_at DESC, reason, from_page, host OFFSET ${rejectionsMax})`,
    [companyId],
  );
}

const toKey = ({ reason, from_page, host }: RefusalRow) => `${reason} ${from_page} ${host}`;

/** Most recent first. */
export async function listRefusals(pool: Pool, companyId: string): Promise<RefusalRow[]> {
  const found = await pool.query<RefusalRow>(
    `SELECT reason, host, from_page, agent, detail, count, last_at FROM rejected_events
     WHERE company_id = $1 ORDER BY last_at DESC, reason, from_page, host LIMIT ${rejectionsMax}`,
    [companyId],
  );
  return found.rows;
}

export async function deleteRefusalsBefore(pool: Pool, before: Date): Promise<void> {
  await pool.query('DELETE FROM rejected_events WHERE last_at < $1', [before]);
}
