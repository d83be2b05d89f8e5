import type { Tx } from '../../../db/client.ts';
import { toValueRows } from '../../../db/value-rows.ts';
import type { KnownOrder } from '../ledger/ledger.queries.ts';

/** Which of these orders an administrator or the shop removed. */
export async function listRemovedOrderIds(tx: Tx, companyId: string, orderIds: string[]): Promise<string[]> {
  const found = await tx.query<{ order_id: string }>({
    name: 'list-removed-order-ids',
    text: 'SELECT order_id FROM removed_shop_orders WHERE company_id = $1 AND order_id = ANY ($2::text[])',
    values: [companyId, orderIds],
  });
  return found.rows.map((row) => row.order_id);
}

interface OrderEvent {
  id: string;
  visitor_id: string | null;
  currency: string | null;
}

/** The events of these orders. */
export async function listOrderEvents(
  tx: Tx,
  companyId: string,
  orders: KnownOrder[],
): Promise<Map<string, OrderEvent>> {
  const found = await tx.query<OrderEvent>(
    `SELECT id, visitor_id::text, currency FROM events
     WHERE company_id = $1 AND id = ANY ($2::uuid[]) AND occurred_at = ANY ($3::timestamptz[])`,
    [companyId, orders.map(({ event_id }) => event_id), orders.map(({ occurred_at }) => occurred_at)],
  );
  return new Map(found.rows.map((row) => [row.id, row]));
}

/** An order whose event becomes that of a page's report. */
export interface ReplacedOrder {
  order: KnownOrder;
  report: { id: string; occurred_at: string; amount: string; foreign_currency?: string | undefined };
}

// One statement for any number of orders: anyone can send many.

/** Counts what pages reported instead of what servers without a key reported. */
export async function replaceReports(tx: Tx, companyId: string, replaced: ReplacedOrder[]): Promise<void> {
  const { list, values } = toValueRows(
    [
      [companyId],
      ...replaced.map(({ order, report }) => [
        ...[order.order_id, report.id, report.occurred_at],
        ...[report.amount, report.foreign_currency],
      ]),
    ],
    (places) => (places.length === 1 ? '' : toCasts(places, replacedTypes)),
  );
  await tx.query(
    `UPDATE shop_orders AS o
     SET event_id = v.event_id, occurred_at = v.occurred_at, amount = v.amount, foreign_currency = v.foreign_currency,
         source = 'page'
     FROM (VALUES ${list.slice(2)}) AS v (order_id, event_id, occurred_at, amount, foreign_currency)
     WHERE o.company_id = $1 AND o.order_id = v.order_id`,
    values,
  );
}

const replacedTypes = ['text', 'uuid', 'timestamptz', 'numeric', 'text'];
const toCasts = (places: readonly string[], types: readonly string[]) =>
  `(${places.map((place, index) => `${place}::${types[index]}`).join(', ')})`;

/** Makes the events of pages those of verified orders, because they have the visits. */
export async function attachReports(tx: Tx, companyId: string, attached: ReplacedOrder[]): Promise<void> {
  const { list, values } = toValueRows(
    [[companyId], ...attached.map(({ order, report }) => [order.order_id, report.id, report.occurred_at])],
    (places) => (places.length === 1 ? '' : toCasts(places, replacedTypes)),
  );
  await tx.query(
    `UPDATE shop_orders AS o SET event_id = v.event_id, occurred_at = v.occurred_at
     FROM (VALUES ${list.slice(2)}) AS v (order_id, event_id, occurred_at)
     WHERE o.company_id = $1 AND o.order_id = v.order_id`,
    values,
  );
}

export async function deleteOrderEvents(tx: Tx, companyId: string, orders: KnownOrder[]): Promise<void> {
  await tx.query(
    `DELETE FROM events
     WHERE company_id = $1 AND id = ANY ($2::uuid[]) AND occurred_at = ANY ($3::timestamptz[])`,
    [companyId, orders.map(({ event_id }) => event_id), orders.map(({ occurred_at }) => occurred_at)],
  );
}

/** Marks orders of servers as confirmed by a page. */
export async function confirmOrders(tx: Tx, companyId: string, orderIds: string[]): Promise<void> {
  await tx.query(
    `UPDATE shop_orders SET source = 'page' WHERE company_id = $1 AND order_id = ANY ($2::text[])`,
    [companyId, orderIds],
  );
}

export interface StoredConflict {
  order_id: string;
  source: 'page' | 'server';
  amount: string;
}

/** The amounts that are stored for these orders, a few for each. */
export async function listStoredConflicts(
  tx: Tx,
  companyId: string,
  orderIds: string[],
): Promise<StoredConflict[]> {
  const found = await tx.query<StoredConflict>({
    name: 'list-stored-conflicts',
    text: `SELECT order_id, source, amount::text FROM shop_order_conflicts
           WHERE company_id = $1 AND order_id = ANY ($2::text[])`,
    values: [companyId, orderIds],
  });
  return found.rows;
}

/** Reports of one order with one amount, from pages or from servers. */
export interface OrderReport extends StoredConflict {
  /** Id of the last report. */
  event_id: string;
  host: string;
  count: number;
}

/** Stores reports whose amount does not count. Expects no key twice. A repeated report is not counted again. */
export async function upsertConflicts(
  tx: Tx,
  companyId: string,
  reports: OrderReport[],
  now: Date,
): Promise<void> {
  const toKey = ({ order_id, source, amount }: OrderReport) => `${order_id} ${source} ${amount}`;
  // Sorted by key, so that two processes lock the rows in the same order.
  const sorted = reports.toSorted((one, other) => (toKey(one) < toKey(other) ? -1 : 1));
  const { list, values } = toValueRows(
    sorted.map((report) => [
      ...[companyId, report.order_id, report.source, report.amount, report.host, report.count],
      ...[report.event_id, now, now],
    ]),
  );
  await tx.query(
    `INSERT INTO shop_order_conflicts AS k
       (company_id, order_id, source, amount, host, count, last_event_id, first_at, last_at)
     VALUES ${list} ON CONFLICT (company_id, order_id, source, amount) DO UPDATE
     SET count = k.count + CASE WHEN k.last_event_id = excluded.last_event_id THEN 0 ELSE excluded.count END,
         host = excluded.host, last_event_id = excluded.last_event_id, last_at = excluded.last_at`,
    values,
  );
}

/** Deletes conflicts that were last reported before the given time. */
export async function deleteConflictsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query('DELETE FROM shop_order_conflicts WHERE last_at < $1', [before]);
}
