import { type RejectionReason, rejectionsMax } from '../../../../contract/company/rejected-events.ts';
import type { Tx } from '../../../db/client.ts';

export interface RejectionRow {
  reason: RejectionReason;
  host: string;
  from_page: boolean;
  agent: string;
  detail: string;
  count: number;
  last_at: Date;
}

/** Adds counts to a company's rows and keeps only the most recent ones. Does nothing for a deleted company. */
export async function addRejections(tx: Tx, companyId: string, rows: RejectionRow[]): Promise<void> {
  // Sorted by key, so that two processes lock the rows in the same order.
  const sorted = rows.toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
  await tx.query(
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
  await tx.query(
    `DELETE FROM rejected_events WHERE company_id = $1 AND (reason, from_page, host) IN (
       SELECT reason, from_page, host FROM rejected_events WHERE company_id = $1
       ORDER BY last_at DESC, reason, from_page, host OFFSET ${rejectionsMax})`,
    [companyId],
  );
}

const toKey = ({ reason, from_page, host }: RejectionRow) => `${reason} ${from_page} ${host}`;

/** Most recent first. */
export async function listRejections(tx: Tx, companyId: string): Promise<RejectionRow[]> {
  const found = await tx.query<RejectionRow>(
    `SELECT reason, host, from_page, agent, detail, count, last_at FROM rejected_events
     WHERE company_id = $1 ORDER BY last_at DESC, reason, from_page, host LIMIT ${rejectionsMax}`,
    [companyId],
  );
  return found.rows;
}

export async function deleteRejectionsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query('DELETE FROM rejected_events WHERE last_at < $1', [before]);
}
