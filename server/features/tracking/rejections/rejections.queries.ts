import {
  type RejectionReason,
  rejectionDays,
  rejectionsMax,
} from '../../../../contract/company/rejected-events.ts';
import type { Tx } from '../../../db/client.ts';
import { toLocalDay } from '../visitors/local-days.ts';

export interface RejectionRow {
  reason: RejectionReason;
  host: string;
  from_page: boolean;
  agent: string;
  detail: string;
  count: number;
  last_at: Date;
}

/** The number of rejected events of a reason, from all hosts, until the last of them. */
export interface RejectionCount {
  reason: RejectionReason;
  count: number;
  last_at: Date;
}

const dayMs = 86_400_000;

/**
 * Adds rejections to the rows of their local days, of which the most recent ones remain, and counts to the sums by reason.
 * Does nothing for a deleted company.
 */
export async function addRejections(
  tx: Tx,
  companyId: string,
  rows: RejectionRow[],
  counts: RejectionCount[],
): Promise<void> {
  const timeZone = await readTimeZone(tx, companyId);
  if (timeZone === undefined) return;
  const toDay = ({ last_at }: { last_at: Date }) => toLocalDay(timeZone, last_at.getTime()).date;
  const daysOf = rows.map((row) => ({ ...row, day: toDay(row) }));
  await addRows(tx, companyId, daysOf);
  for (const day of new Set(daysOf.map((row) => row.day))) await deleteOlderRows(tx, companyId, day);
  await addCounts(
    tx,
    companyId,
    counts.map((row) => ({ ...row, day: toDay(row) })),
  );
}

async function addRows(tx: Tx, companyId: string, rows: (RejectionRow & { day: string })[]): Promise<void> {
  await tx.query(
    `INSERT INTO rejected_events AS r (company_id, day, reason, host, from_page, agent, detail, count, last_at)
     SELECT $1::uuid, i.day, i.reason, i.host, i.from_page, i.agent, i.detail, i.count, i.last_at
     FROM json_to_recordset($2) AS i(
       day date, reason text, host text, from_page boolean, agent text, detail text, count bigint,
       last_at timestamptz)
     WHERE EXISTS (SELECT FROM companies WHERE id = $1::uuid)
     ON CONFLICT (company_id, day, reason, from_page, host) DO UPDATE
     SET count = r.count + excluded.count, last_at = greatest(r.last_at, excluded.last_at),
         agent = excluded.agent, detail = excluded.detail`,
    [
      companyId,
      toSortedJson(rows, ({ day, reason, from_page, host }) => `${day} ${reason} ${from_page} ${host}`),
    ],
  );
}

async function deleteOlderRows(tx: Tx, companyId: string, day: string): Promise<void> {
  await tx.query(
    `DELETE FROM rejected_events WHERE company_id = $1 AND day = $2 AND (reason, from_page, host) IN (
       SELECT reason, from_page, host FROM rejected_events WHERE company_id = $1 AND day = $2
       ORDER BY last_at DESC, reason, from_page, host OFFSET ${rejectionsMax})`,
    [companyId, day],
  );
}

async function addCounts(
  tx: Tx,
  companyId: string,
  counts: (RejectionCount & { day: string })[],
): Promise<void> {
  await tx.query(
    `INSERT INTO rejection_counts AS r (company_id, day, reason, count)
     SELECT $1::uuid, i.day, i.reason, i.count
     FROM json_to_recordset($2) AS i(day date, reason text, count bigint)
     WHERE EXISTS (SELECT FROM companies WHERE id = $1::uuid)
     ON CONFLICT (company_id, day, reason) DO UPDATE SET count = r.count + excluded.count`,
    [companyId, toSortedJson(counts, ({ day, reason }) => `${day} ${reason}`)],
  );
}

/** Sorted by key, so that two processes lock the rows in the same order. */
function toSortedJson<Row>(rows: Row[], toKey: (row: Row) => string): string {
  return JSON.stringify(rows.toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1)));
}

async function readTimeZone(tx: Tx, companyId: string): Promise<string | undefined> {
  const found = await tx.query<{ time_zone: string }>('SELECT time_zone FROM companies WHERE id = $1', [
    companyId,
  ]);
  return found.rows[0]?.time_zone;
}

/** The rejections of the last `rejectionDays` local days, most recent first. Empty for an unknown company. */
export async function listRejections(tx: Tx, companyId: string, now: Date): Promise<RejectionRow[]> {
  const timeZone = await readTimeZone(tx, companyId);
  if (timeZone === undefined) return [];
  const firstDay = toLocalDay(timeZone, now.getTime() - (rejectionDays - 1) * dayMs).date;
  const found = await tx.query<RejectionRow>(
    `SELECT reason, host, from_page, (array_agg(agent ORDER BY last_at DESC))[1] AS agent,
       (array_agg(detail ORDER BY last_at DESC))[1] AS detail, sum(count)::bigint AS count, max(last_at) AS last_at
     FROM rejected_events WHERE company_id = $1 AND day >= $2
     GROUP BY reason, host, from_page
     ORDER BY max(last_at) DESC, reason, from_page, host LIMIT ${rejectionsMax}`,
    [companyId, firstDay],
  );
  return found.rows;
}

export async function deleteRejectionsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query('DELETE FROM rejected_events WHERE last_at < $1', [before]);
}

/** Deletes the counts of days that ended before a moment in every time zone. */
export async function deleteRejectionCountsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query('DELETE FROM rejection_counts WHERE day < $1', [
    toLocalDay('Etc/GMT+12', before.getTime()).date,
  ]);
}
