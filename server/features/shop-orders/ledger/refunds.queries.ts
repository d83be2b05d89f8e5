import type { Tx } from '../../../db/client.ts';
import { toValueRows } from '../../../db/value-rows.ts';
import { eventColumns, inheritedColumns, type OwnColumn, ownColumns } from '../../tracking/event-columns.ts';

export interface RefundRow {
  order_id: string;
  refund_id: string;
  kind: 'refund' | 'dispute' | 'dispute-won';
  /** Negative if it gives money back to the shop. */
  amount: string;
  occurred_at: Date;
}

/** Stores a refund that waits for its event. False if the order has a refund with this id. */
export async function insertRefund(
  tx: Tx,
  companyId: string,
  { order_id: orderId, refund_id: refundId, kind, amount, occurred_at: occurredAt }: RefundRow,
  { by, now }: { by: string; now: Date },
): Promise<boolean> {
  const found = await tx.query(
    `INSERT INTO shop_order_refunds
       (company_id, order_id, refund_id, kind, amount, occurred_at, verified_by, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (company_id, order_id, refund_id) DO NOTHING RETURNING refund_id`,
    [companyId, orderId, refundId, kind, amount, occurredAt, by, now],
  );
  return found.rows.length > 0;
}

export async function findRefundAmount(
  tx: Tx,
  companyId: string,
  orderId: string,
  refundId: string,
): Promise<string | undefined> {
  const found = await tx.query<{ amount: string }>(
    `SELECT amount::text FROM shop_order_refunds WHERE company_id = $1 AND order_id = $2 AND refund_id = $3`,
    [companyId, orderId, refundId],
  );
  return found.rows[0]?.amount;
}

export async function countRefunds(tx: Tx, companyId: string, orderId: string): Promise<number> {
  const found = await tx.query<{ n: number }>(
    'SELECT count(*) AS n FROM shop_order_refunds WHERE company_id = $1 AND order_id = $2',
    [companyId, orderId],
  );
  return found.rows[0]?.n ?? 0;
}

/** The refunds of an order that have no event yet. */
export async function listWaitingRefunds(tx: Tx, companyId: string, orderId: string): Promise<RefundRow[]> {
  const found = await tx.query<RefundRow>(
    `SELECT order_id, refund_id, kind, amount::text, occurred_at FROM shop_order_refunds
     WHERE company_id = $1 AND order_id = $2 AND event_id IS NULL ORDER BY occurred_at, refund_id`,
    [companyId, orderId],
  );
  return found.rows;
}

export interface RefundEvent {
  id: string;
  currency: string;
  /** The event that began the visit of the order. Null without a visit. */
  entryEventId: string | null;
  /** The ids between which that event is. */
  idBounds: { from: string; to: string };
}

const inheritedList = inheritedColumns.join(', ');
const eventColumnList = [...ownColumns, ...inheritedColumns].join(', ');

/**
 * Stores the event of a refund and marks the refund as counted. The event has source, campaign, place and device of the
 * order's visit, whose entry page is its path; without a visit its path is empty.
 */
export async function insertRefundEvent(
  tx: Tx,
  companyId: string,
  refund: RefundRow,
  { id, currency, entryEventId, idBounds }: RefundEvent,
): Promise<void> {
  // Read first: a cluster would search all machines for the visit in an INSERT … SELECT with an outer join.
  const visit = entryEventId === null ? undefined : await findVisit(tx, companyId, entryEventId, idBounds);
  const own: Record<OwnColumn, string | Date | null> = {
    id,
    kind: 'refund',
    session_id: null,
    visitor_id: null,
    tab_id: null,
    occurred_at: refund.occurred_at,
    event_name: refund.refund_id,
    properties: null,
    engaged_ms: null,
    order_id: refund.order_id,
    amount: refund.amount,
    currency,
  };
  const { list, values } = toValueRows([
    [
      companyId,
      ...ownColumns.map((name) => own[name]),
      ...inheritedColumns.map((name) => visit?.[name] ?? eventColumns[name].withoutVisit),
    ],
  ]);
  await tx.query(`INSERT INTO events (company_id, ${eventColumnList}) VALUES ${list}`, values);
  await tx.query(
    `UPDATE shop_order_refunds SET event_id = $4 WHERE company_id = $1 AND order_id = $2 AND refund_id = $3`,
    [companyId, refund.order_id, refund.refund_id, id],
  );
}

/** The columns of the event that began a visit. Undefined if it is no longer stored. */
async function findVisit(
  tx: Tx,
  companyId: string,
  entryEventId: string,
  { from, to }: RefundEvent['idBounds'],
): Promise<Record<string, string | null> | undefined> {
  const found = await tx.query<Record<string, string | null>>(
    `SELECT ${inheritedList} FROM events
     WHERE company_id = $1 AND id = $2::uuid AND id BETWEEN $3::uuid AND $4::uuid`,
    [companyId, entryEventId, from, to],
  );
  return found.rows[0];
}

export async function addToRefunded(
  tx: Tx,
  companyId: string,
  orderId: string,
  amount: string,
): Promise<void> {
  await tx.query(
    `UPDATE shop_orders SET refunded_amount = refunded_amount + $3::numeric
     WHERE company_id = $1 AND order_id = $2`,
    [companyId, orderId, amount],
  );
}

export interface VisitorEvent {
  id: string;
  kind: string;
  occurred_at: Date;
}

/** The events of an order's visitor on that day, oldest first. Empty for an order without a visitor. */
export async function listEventsOfOrderVisitor(
  tx: Tx,
  companyId: string,
  order: { event_id: string; occurred_at: string },
  idBounds: { from: string; to: string },
): Promise<VisitorEvent[]> {
  const found = await tx.query<VisitorEvent>(
    `SELECT v.id, v.kind, v.occurred_at
     FROM events o JOIN events v ON v.company_id = o.company_id AND v.visitor_id = o.visitor_id
     WHERE o.company_id = $1 AND o.id = $2 AND o.occurred_at = $3::timestamptz
       AND v.company_id = $1 AND v.id BETWEEN $4::uuid AND $5::uuid
       AND v.occurred_at BETWEEN $3::timestamptz - interval '26 hours' AND $3::timestamptz + interval '26 hours'
     ORDER BY v.occurred_at, v.id LIMIT 5000`,
    [companyId, order.event_id, order.occurred_at, idBounds.from, idBounds.to],
  );
  return found.rows;
}
