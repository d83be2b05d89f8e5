import type { Tx } from '../../../db/client.ts';
import type { EventRow } from '../event-batch.ts';

// The rows that decide what of a batch is new. Each statement goes to the machines of its companies alone.

export interface KnownEvent {
  company_id: string;
  id: string;
  kind: string;
  order_id: string | null;
  amount: string | null;
  engaged_ms: number | null;
  tab_id: string | null;
  visitor_id: string | null;
  occurred_at: Date;
}

/** The events with these ids that are stored in a range of time. */
export async function listKnownEvents(
  tx: Tx,
  events: EventRow[],
  between: { from: Date; to: Date },
): Promise<KnownEvent[]> {
  const found = await tx.query<KnownEvent>({
    name: 'distributed-known-events',
    // OFFSET makes PostgreSQL find each event by its key. Without statistics it would read all events of the time for a
    // list of ids, and a cluster has none of what was stored in the last minute.
    text: `SELECT k.company_id, k.id, k.kind, k.order_id, k.amount::text, k.engaged_ms, k.tab_id::text, k.visitor_id::text,
             k.occurred_at
           FROM unnest($1::uuid[], $2::uuid[]) AS sent(company_id, id)
           CROSS JOIN LATERAL (
             SELECT * FROM events e WHERE e.company_id = sent.company_id AND e.id = sent.id
               AND e.company_id = ANY ($3::uuid[]) AND e.occurred_at >= $4 AND e.occurred_at < $5 OFFSET 0) AS k`,
    values: [
      events.map((event) => event.company_id),
      events.map((event) => event.id),
      listCompanies(events),
      between.from,
      between.to,
    ],
  });
  return found.rows;
}

export interface OrderKey {
  company_id: string;
  order_id: string;
}

export interface StoredOrder extends OrderKey {
  amount: string;
  foreign_currency: string | null;
  source: string;
}

export async function listRemovedOrders(tx: Tx, orders: EventRow[]): Promise<OrderKey[]> {
  const found = await tx.query<OrderKey>({
    name: 'distributed-removed-orders',
    text: `SELECT company_id, order_id FROM removed_shop_orders
           WHERE company_id = ANY ($1::uuid[]) AND order_id = ANY ($2::text[])`,
    values: [listCompanies(orders), listOrderIds(orders)],
  });
  return found.rows;
}

export async function listStoredOrders(tx: Tx, orders: EventRow[]): Promise<StoredOrder[]> {
  const found = await tx.query<StoredOrder>({
    name: 'distributed-stored-orders',
    text: `SELECT company_id, order_id, amount::text, foreign_currency, source FROM shop_orders
           WHERE company_id = ANY ($1::uuid[]) AND order_id = ANY ($2::text[])`,
    values: [listCompanies(orders), listOrderIds(orders)],
  });
  return found.rows;
}

export interface VisitorKey {
  company_id: string;
  visitor_id: string;
}

/** The visitors of these events that are counted today. */
export async function listKnownVisitors(tx: Tx, events: EventRow[]): Promise<VisitorKey[]> {
  const found = await tx.query<VisitorKey>({
    name: 'distributed-known-visitors',
    text: `SELECT company_id, visitor_id::text FROM daily_visitors
           WHERE company_id = ANY ($1::uuid[]) AND visitor_id = ANY ($2::bigint[])`,
    values: [listCompanies(events), [...new Set(events.map((event) => event.visitor_id))]],
  });
  return found.rows;
}

const listCompanies = (events: EventRow[]) => [...new Set(events.map((event) => event.company_id))];
const listOrderIds = (orders: EventRow[]) => [...new Set(orders.map((order) => order.order_id))];
