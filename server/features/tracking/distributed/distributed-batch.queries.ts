import type { Tx } from '../../../db/client.ts';
import { sendPayloadSql, toActivityPayloads } from '../../../db/notifications/notifications.ts';
import { toValueRows } from '../../../db/value-rows.ts';
import type { EventRow, PresenceRow, VisitorRow } from '../event-batch.ts';
import { type GivenColumn, givenColumns, toColumnType } from '../event-columns.ts';
import type { OrderKey, VisitorKey } from './known-rows.queries.ts';

// Statements of the write path for a distributed database (decision 51), some of which order conflicts also use on one
// machine. Each is simple enough to be sent to the machines of its rows alone, so that one machine that is down rejects
// only the events of its companies.

export async function insertShopOrders(tx: Tx, orders: EventRow[], now: Date): Promise<OrderKey[]> {
  const { list, values } = toValueRows(
    orders.map((order) => [
      ...[order.company_id, order.order_id, order.id, order.amount],
      ...[order.foreign_currency, order.occurred_at, order.reporter, now],
    ]),
  );
  const found = await tx.query<OrderKey>(
    `INSERT INTO shop_orders (company_id, order_id, event_id, amount, foreign_currency, occurred_at, source, counted_at)
     VALUES ${list} ON CONFLICT (company_id, order_id) DO NOTHING RETURNING company_id, order_id`,
    values,
  );
  return found.rows;
}

const columnNames = givenColumns.join(', ');
const columnTypes = givenColumns.map((name) => `${name} ${toColumnType(name)}`).join(', ');

/** Inserts events of which none is stored. Fails with a unique violation if another process has stored one since. */
export async function insertNewEvents(tx: Tx, events: EventRow[]): Promise<void> {
  await tx.query({
    name: 'distributed-new-events',
    text: `INSERT INTO events (company_id, ${columnNames})
           SELECT company_id, ${columnNames} FROM json_to_recordset($1) AS sent(company_id uuid, ${columnTypes})`,
    values: [JSON.stringify(events)],
  });
}

/** Inserts the events that are not stored yet. */
export async function insertEvents(tx: Tx, events: EventRow[]): Promise<void> {
  const { list, values } = toValueRows(
    events.map((event) => [
      event.company_id,
      ...givenColumns.map((column) => toParameter(column, event[column])),
    ]),
  );
  await tx.query(
    `INSERT INTO events (company_id, ${columnNames}) VALUES ${list}
     ON CONFLICT (company_id, id, occurred_at) DO NOTHING`,
    values,
  );
}

/** The driver sends an object as JSON, but an array as an array of PostgreSQL and a text as it is. */
function toParameter(column: GivenColumn, value: EventRow[GivenColumn]): unknown {
  const isJson = toColumnType(column) === 'jsonb' && value !== null && value !== undefined;
  return isJson ? JSON.stringify(value) : value;
}

export async function insertVisitors(
  tx: Tx,
  visitors: (Omit<VisitorRow, 'network_id'> & { network_id: string | undefined })[],
  now: Date,
): Promise<VisitorKey[]> {
  const { list, values } = toValueRows(
    visitors.map((visitor) => [visitor.company_id, visitor.visitor_id, visitor.network_id, now]),
  );
  const found = await tx.query<VisitorKey>(
    `INSERT INTO daily_visitors (company_id, visitor_id, network_id, first_seen_at) VALUES ${list}
     ON CONFLICT (company_id, visitor_id) DO NOTHING RETURNING company_id, visitor_id::text`,
    values,
  );
  return found.rows;
}

/** Writes the tabs that are open; those written since `rewriteBefore` only if their page has changed. */
export async function upsertPresence(
  tx: Tx,
  tabs: PresenceRow[],
  { now, rewriteBefore }: { now: Date; rewriteBefore: Date },
): Promise<void> {
  const { list, values } = toValueRows(
    tabs.map((tab) => [
      ...[tab.company_id, tab.session_id, 'site', tab.page_url, tab.user_agent, now],
      ...[tab.visitor_id, tab.source, tab.country],
    ]),
  );
  await tx.query(
    `INSERT INTO active_sessions AS a
       (company_id, session_id, origin, page_url, user_agent, last_seen, visitor_id, source, country)
     VALUES ${list} ON CONFLICT (company_id, session_id) DO UPDATE
     SET page_url = excluded.page_url, user_agent = excluded.user_agent, visitor_id = excluded.visitor_id,
         source = excluded.source, country = excluded.country, last_seen = greatest(a.last_seen, excluded.last_seen)
     WHERE a.page_url <> excluded.page_url OR a.last_seen < $${values.length + 1}`,
    [...values, rewriteBefore],
  );
}

/** Deletes the tabs of one company that have left, unless they are on another page by now. */
export async function deletePresence(tx: Tx, companyId: string, tabs: PresenceRow[]): Promise<void> {
  await tx.query({
    name: 'distributed-delete-presence',
    text: `DELETE FROM active_sessions WHERE company_id = $1 AND origin = 'site'
             AND (session_id, page_url) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
    values: [companyId, tabs.map((tab) => tab.session_id), tabs.map((tab) => tab.page_url)],
  });
}

/** The events of a dataset that were added or changed. */
export interface DatasetChange {
  company_id: string;
  /** A time as text is exact to the microsecond. */
  events: { id: string; occurredAt: Date | string }[];
}

/**
 * Raises the revisions of the datasets whose events have changed. The row locks put the commits of a company in order.
 */
export async function raiseRevisions(tx: Tx, changes: DatasetChange[], now: Date): Promise<void> {
  const { list, values } = toValueRows(
    changes.map(({ company_id, events }) => [company_id, events.length > 0 ? 1 : 0, now]),
  );
  await tx.query(
    `INSERT INTO dataset_revisions AS r (company_id, revision, last_event_at)
     VALUES ${list} ON CONFLICT (company_id) DO UPDATE
     SET revision = r.revision + excluded.revision, last_event_at = greatest(r.last_event_at, excluded.last_event_at)`,
    values,
  );
}

/** Adds changes to the journal, under the revisions that the transaction has raised. */
export async function insertEventChanges(tx: Tx, changes: DatasetChange[], now: Date): Promise<void> {
  const sent = changes.map(({ company_id, events }) => ({
    company_id,
    event_ids: events.map(({ id }) => id),
    event_times: events.map(({ occurredAt }) => occurredAt),
  }));
  await tx.query({
    name: 'distributed-event-changes',
    text: `INSERT INTO event_changes (company_id, revision, event_ids, event_times, changed_at)
           SELECT r.company_id, r.revision, sent.event_ids, sent.event_times, $3::timestamptz
           FROM dataset_revisions r
           JOIN json_to_recordset($1) AS sent(company_id uuid, event_ids uuid[], event_times timestamptz[])
             ON sent.company_id = r.company_id
           WHERE r.company_id = ANY ($2::uuid[])`,
    values: [JSON.stringify(sent), changes.map(({ company_id }) => company_id), now],
  });
}

export async function notifyActivity(tx: Tx, companyIds: string[]): Promise<void> {
  await tx.query({
    name: 'notify-activity',
    text: `SELECT ${sendPayloadSql('payload')} FROM unnest($1::text[]) AS payload`,
    values: [toActivityPayloads(companyIds)],
  });
}
