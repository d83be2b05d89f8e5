import type { Tx } from '../../../db/client.ts';
import { CopyText } from '../../../db/copy-text.ts';
import type { events } from '../../../db/schema/tracking.ts';
import { givenColumns } from '../event-columns.ts';

type EventColumns = Omit<typeof events.$inferInsert, 'company_id' | 'session_id' | 'kind' | 'host'>;

/**
 * An event to load, with its own time. Columns that were not recorded are left out, or `unknown` where a text is
 * required; source and channel then follow from referrer and campaign. `visitor_id` belongs to one day of the company: the same browser has another one on the next day.
 */
export interface LoadedEvent extends EventColumns {
  /**
   * A refund has the id of its order, its own id as `event_name`, and the dimensions of its order's visit, whose entry page
   * is its `path`; without a visit the path is empty. Its order must be loaded before, or in the same transaction.
   */
  kind: 'pageview' | 'event' | 'order' | 'refund' | 'engagement' | 'session';
  host: string;
  /** The reporter of an order, as in `shop_orders`. Default: `server`. */
  reported_by?: 'page' | 'server' | 'verified';
}

const columnList = givenColumns.join(', ');

/** A large part takes longer than the statements of a request. */
export async function allowLongStatements(tx: Tx): Promise<void> {
  await tx.query(`SET LOCAL statement_timeout = '60s'`);
}

/** Where the line of an event begins and ends in a text of `writeEvent`. */
export interface EventLine {
  start: number;
  end: number;
}

/** Stores these lines of a text. Fails with a unique violation if one of the events is stored already. */
export async function copyEvents(
  tx: Tx,
  companyId: string,
  { text, lines }: { text: Buffer; lines: readonly EventLine[] },
): Promise<void> {
  const company = new CopyText(64);
  company.write(companyId);
  await tx.copyIn(
    `COPY events (company_id, ${columnList}) FROM STDIN`,
    toParts(company.written, text, lines),
  );
}

const partBytes = 256 * 1024;

/** Each line with the same beginning. In parts, so that the process can do something else between them. */
function* toParts(beginning: Buffer, text: Buffer, lines: readonly EventLine[]): Generator<Buffer> {
  let part = Buffer.allocUnsafe(partBytes);
  let filled = 0;
  for (const { start, end } of lines) {
    const bytes = beginning.length + end - start;
    if (filled + bytes > part.length) {
      yield part.subarray(0, filled);
      // A new one, because the socket may still hold the last.
      part = Buffer.allocUnsafe(Math.max(partBytes, bytes));
      filled = 0;
    }
    part.set(beginning, filled);
    filled += beginning.length;
    filled += text.copy(part, filled, start, end);
  }
  if (filled > 0) yield part.subarray(0, filled);
}

/** Stores visitors with the time they were first seen. */
export async function insertLoadedVisitors(
  tx: Tx,
  companyId: string,
  firstSeen: Map<bigint, Date>,
): Promise<void> {
  await tx.query(
    `INSERT INTO daily_visitors (company_id, visitor_id, first_seen_at)
     SELECT $1::uuid, v.visitor_id, v.first_seen_at
     FROM unnest($2::bigint[], $3::timestamptz[]) AS v(visitor_id, first_seen_at)
     ORDER BY v.visitor_id
     ON CONFLICT (company_id, visitor_id) DO NOTHING`,
    [companyId, [...firstSeen.keys()].map(String), [...firstSeen.values()]],
  );
}

/** Lists the ids of stored events among these ids, with a time in the range. */
export async function listStoredEventIds(
  tx: Tx,
  companyId: string,
  ids: string[],
  range: { from: Date; to: Date },
): Promise<Set<string>> {
  const found = await tx.query<{ id: string }>(
    `SELECT id FROM events
     WHERE company_id = $1 AND id = ANY($2::uuid[]) AND occurred_at >= $3 AND occurred_at <= $4`,
    [companyId, ids, range.from, range.to],
  );
  return new Set(found.rows.map(({ id }) => id));
}

/**
 * Stores the shop orders of order events, except those that were removed. Returns the ids of the events that count:
 * an order number that another event reported, earlier or before, keeps that event.
 */
export async function insertLoadedOrders(
  tx: Tx,
  companyId: string,
  orders: LoadedEvent[],
): Promise<Set<string>> {
  const orderIds = orders.map(({ order_id }) => order_id);
  const found = await tx.query<{ order_id: string }>(
    'SELECT order_id FROM removed_shop_orders WHERE company_id = $1 AND order_id = ANY($2::text[])',
    [companyId, orderIds],
  );
  const removed = new Set(found.rows.map((row) => row.order_id));
  const kept = orders.filter(({ order_id }) => !removed.has(order_id ?? ''));
  await tx.query(
    `INSERT INTO shop_orders
       (company_id, order_id, event_id, amount, occurred_at, source, verified_by, verified_at, counted_at)
     SELECT $1::uuid, o.order_id, o.event_id, o.amount, o.occurred_at, o.source,
            CASE WHEN o.source = 'verified' THEN 'api' END, CASE WHEN o.source = 'verified' THEN o.occurred_at END,
            o.occurred_at
     FROM unnest($2::text[], $3::uuid[], $4::numeric[], $5::timestamptz[], $6::text[])
       AS o(order_id, event_id, amount, occurred_at, source)
     ORDER BY o.order_id, o.occurred_at, o.event_id
     ON CONFLICT (company_id, order_id) DO NOTHING`,
    [
      companyId,
      kept.map(({ order_id }) => order_id),
      kept.map(({ id }) => id),
      kept.map(({ amount }) => amount),
      kept.map(({ occurred_at }) => occurred_at),
      kept.map(({ reported_by }) => reported_by ?? 'server'),
    ],
  );
  const stored = await tx.query<{ event_id: string }>(
    'SELECT event_id FROM shop_orders WHERE company_id = $1 AND order_id = ANY($2::text[])',
    [companyId, orderIds],
  );
  return new Set(stored.rows.map(({ event_id }) => event_id));
}

/**
 * Stores the refunds of refund events, whose orders must be stored. Returns the ids of the events that count: a refund id
 * that the order has already keeps its event.
 */
export async function insertLoadedRefunds(
  tx: Tx,
  companyId: string,
  refunds: LoadedEvent[],
): Promise<Set<string>> {
  const found = await tx.query<{ event_id: string }>(
    `WITH new_refunds AS (
       INSERT INTO shop_order_refunds
         (company_id, order_id, refund_id, kind, amount, occurred_at, verified_by, received_at, event_id)
       SELECT $1::uuid, r.order_id, r.refund_id, 'refund', r.amount, r.occurred_at, 'api', r.occurred_at, r.event_id
       FROM unnest($2::text[], $3::text[], $4::numeric[], $5::timestamptz[], $6::uuid[])
         AS r(order_id, refund_id, amount, occurred_at, event_id)
       JOIN shop_orders o ON o.company_id = $1::uuid AND o.order_id = r.order_id
       ORDER BY r.order_id, r.refund_id
       ON CONFLICT (company_id, order_id, refund_id) DO NOTHING
       RETURNING order_id, amount, event_id
     ), refunded AS (
       UPDATE shop_orders o SET refunded_amount = o.refunded_amount + r.amount
       FROM (SELECT order_id, sum(amount) AS amount FROM new_refunds GROUP BY order_id) AS r
       WHERE o.company_id = $1::uuid AND o.order_id = r.order_id
     )
     SELECT event_id FROM new_refunds`,
    [
      companyId,
      refunds.map(({ order_id }) => order_id),
      refunds.map(({ event_name }) => event_name),
      refunds.map(({ amount }) => amount),
      refunds.map(({ occurred_at }) => occurred_at),
      refunds.map(({ id }) => id),
    ],
  );
  return new Set(found.rows.map(({ event_id }) => event_id));
}
