import type { Tx } from '../../../db/client.ts';
import { inheritedColumns, toValueWithoutVisit, visitorColumns } from '../event-columns.ts';

interface LiveSalt {
  salt: Buffer;
  destroy_at: Date;
}

/** The salts that are not destroyed yet: those of today and yesterday. */
export async function listLiveSalts(tx: Tx, companyId: string, now: Date): Promise<LiveSalt[]> {
  const found = await tx.query<LiveSalt>(
    'SELECT salt, destroy_at FROM visitor_salts WHERE company_id = $1 AND destroy_at > $2 ORDER BY day',
    [companyId, now],
  );
  return found.rows;
}

/** The visitors of one address and browser, by the hash of both. Ids are decimal text. */
export async function listVisitorsOfNetworks(
  tx: Tx,
  companyId: string,
  networkIds: string[],
): Promise<string[]> {
  const found = await tx.query<{ visitor_id: string }>(
    `SELECT visitor_id::text FROM daily_visitors
     WHERE company_id = $1 AND (network_id = ANY ($2::bigint[]) OR visitor_id = ANY ($2::bigint[]))`,
    [companyId, networkIds],
  );
  return found.rows.map((row) => row.visitor_id);
}

/** Makes ingestion of the company wait until the transaction ends, and finds all that it has stored before. */
export async function lockRevision(tx: Tx, companyId: string): Promise<void> {
  await tx.query('SELECT FROM dataset_revisions WHERE company_id = $1 FOR UPDATE', [companyId]);
}

/** The events of two days are searched without an index. */
export async function allowLongSearch(tx: Tx): Promise<void> {
  await tx.query(`SET LOCAL statement_timeout = '60s'`);
}

export interface VisitorRows {
  pageViews: number;
  /** Custom events, sessions and engagement. */
  otherEvents: number;
  orders: number;
  presence: number;
  from: Date | null;
  to: Date | null;
}

export interface ErasedVisitors {
  ids: string[];
  since: Date;
}

export async function countVisitorRows(
  tx: Tx,
  companyId: string,
  { ids, since }: ErasedVisitors,
): Promise<VisitorRows> {
  const found = await tx.query<VisitorRows>(
    `SELECT count(*) FILTER (WHERE kind = 'pageview') AS "pageViews",
            count(*) FILTER (WHERE kind NOT IN ('pageview', 'order')) AS "otherEvents",
            count(*) FILTER (WHERE kind = 'order') AS orders,
            min(occurred_at) AS from, max(occurred_at) AS to,
            (SELECT count(*) FROM active_sessions
             WHERE company_id = $1 AND visitor_id = ANY ($2::bigint[])) AS presence
     FROM events WHERE company_id = $1 AND occurred_at >= $3 AND visitor_id = ANY ($2::bigint[])`,
    [companyId, ids, since],
  );
  const [row] = found.rows;
  if (!row) throw new Error('the count returned no row');
  return row;
}

/** Deletes what the visitors did, except orders, and their entries among the day's visitors. */
export async function deleteVisitorRows(
  tx: Tx,
  companyId: string,
  { ids, since }: ErasedVisitors,
): Promise<void> {
  await tx.query(
    `DELETE FROM events
     WHERE company_id = $1 AND occurred_at >= $3 AND visitor_id = ANY ($2::bigint[]) AND kind <> 'order'`,
    [companyId, ids, since],
  );
  await tx.query('DELETE FROM active_sessions WHERE company_id = $1 AND visitor_id = ANY ($2::bigint[])', [
    companyId,
    ids,
  ]);
  await tx.query('DELETE FROM daily_visitors WHERE company_id = $1 AND visitor_id = ANY ($2::bigint[])', [
    companyId,
    ids,
  ]);
}

// Columns that describe the visitor, and those that the visitor's visit brought with it.
const erasedColumns = [
  ...visitorColumns.map((name) => `${name} = NULL`),
  ...inheritedColumns.map((name) => `${name} = ${toValueWithoutVisit(name)}`),
].join(', ');

/** Leaves of an order what a shop's server would have reported: its number, amount, currency and time. */
export async function detachOrders(tx: Tx, companyId: string, { ids, since }: ErasedVisitors): Promise<void> {
  await tx.query(
    `UPDATE events SET ${erasedColumns}
     WHERE company_id = $1 AND occurred_at >= $3 AND visitor_id = ANY ($2::bigint[]) AND kind = 'order'`,
    [companyId, ids, since],
  );
}

/** Leaves of the refunds of the visitors' orders what is left of the orders. Call it before `detachOrders`. */
export async function detachRefunds(
  tx: Tx,
  companyId: string,
  { ids, since }: ErasedVisitors,
): Promise<EventTimes> {
  const found = await tx.query<EventTimes>(
    `WITH changed AS (
       UPDATE events SET ${erasedColumns}
       WHERE company_id = $1 AND occurred_at >= $3 AND kind = 'refund' AND order_id IN (
         SELECT order_id FROM events
         WHERE company_id = $1 AND occurred_at >= $3 AND visitor_id = ANY ($2::bigint[]) AND kind = 'order')
       RETURNING occurred_at)
     SELECT count(*) AS events, min(occurred_at) AS from, max(occurred_at) AS to FROM changed`,
    [companyId, ids, since],
  );
  const [row] = found.rows;
  if (!row) throw new Error('the change returned no row');
  return row;
}

/** When the first and the last of some events were. */
export interface EventTimes {
  events: number;
  from: Date | null;
  to: Date | null;
}

// Engagement does not count a visitor. Reported after midnight, without a page view of the new day, it has one that
// nothing links to an address.
const isUnlinked = `kind = 'engagement' AND visitor_id IS NOT NULL
  AND visitor_id NOT IN (SELECT visitor_id FROM daily_visitors WHERE company_id = $1)`;

/** Engagement of visitors who are not among the day's visitors: whose it is cannot be found out. */
export async function countUnlinkedEngagement(tx: Tx, companyId: string, since: Date): Promise<number> {
  const found = await tx.query<{ events: number }>(
    `SELECT count(*) AS events FROM events WHERE company_id = $1 AND occurred_at >= $2 AND ${isUnlinked}`,
    [companyId, since],
  );
  return found.rows[0]?.events ?? 0;
}

export async function deleteUnlinkedEngagement(tx: Tx, companyId: string, since: Date): Promise<EventTimes> {
  const found = await tx.query<EventTimes>(
    `WITH deleted AS (
       DELETE FROM events WHERE company_id = $1 AND occurred_at >= $2 AND ${isUnlinked} RETURNING occurred_at)
     SELECT count(*) AS events, min(occurred_at) AS from, max(occurred_at) AS to FROM deleted`,
    [companyId, since],
  );
  const [row] = found.rows;
  if (!row) throw new Error('the deletion returned no row');
  return row;
}

// Machines of a cluster count their transactions separately. The count of rows makes the one of the company answer.

/** The id that the next transaction gets. */
export async function findNextTransactionId(tx: Tx, companyId: string): Promise<string> {
  const found = await tx.query<{ id: string }>(
    `SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS id, count(*) FROM dataset_revisions WHERE company_id = $1`,
    [companyId],
  );
  return found.rows[0]?.id ?? '0';
}

/** Whether all transactions with earlier ids have ended. */
export async function haveEnded(tx: Tx, companyId: string, transactionId: string): Promise<boolean> {
  const found = await tx.query<{ ended: boolean }>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $2::text::xid8 AS ended, count(*) FROM dataset_revisions
     WHERE company_id = $1`,
    [companyId, transactionId],
  );
  return found.rows[0]?.ended === true;
}
