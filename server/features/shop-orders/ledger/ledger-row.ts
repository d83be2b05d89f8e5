import type { Db } from '../../../db/client.ts';
import { hmac } from '../../../platform/keys.ts';
import { makeEventId } from '../../tracking/event-rows.ts';
import { toVisitorHash } from '../../tracking/visitors/visitor-hash.ts';
import type { VisitorSalts } from '../../tracking/visitors/visitor-salts.ts';
import { isInVisit, type LedgerRow } from './ledger.queries.ts';
import type { LedgerCompany } from './ledger-company.ts';
import { toIdBounds } from './order-visit.ts';
import type { VerifiedOrder } from './verified-order.ts';

/** An order belongs to a visit that did something this long before or after it. */
const visitMs = 30 * 60_000;

export interface RowDeps {
  db: Db;
  /** The salts of the last days, with which visitors are recognized. */
  salts: VisitorSalts;
  /** The key with which names of customers are hashed. */
  customerKey: Buffer;
}

export async function toLedgerRow(
  { db, salts, customerKey }: RowDeps,
  { id, currency, timeZone }: LedgerCompany,
  order: VerifiedOrder,
): Promise<LedgerRow> {
  return {
    order_id: order.orderId,
    event_id: makeEventId(order.occurredAt),
    amount: order.amount,
    tax: order.tax ?? null,
    shipping: order.shipping ?? null,
    net: order.net ?? null,
    currency: order.currency,
    foreign_currency: order.currency === currency ? null : order.currency,
    occurred_at: order.occurredAt,
    provider_changed_at: order.changedAt ?? null,
    customer_hash:
      order.customerRef === undefined
        ? null
        : hmac(customerKey, `${id}\n${order.customerRef}`).toString('hex'),
    items: order.items && order.items.length > 0 ? order.items : null,
    visitor_id: order.visitor === undefined ? null : await findVisitor(order.visitor, order.occurredAt),
  };

  async function findVisitor(token: string, at: Date): Promise<string | null> {
    const salt = await salts.find(id, timeZone, at.getTime());
    if (!salt) return null;
    const visitorId = toVisitorHash(salt, `v:${token}`);
    const [from, to] = [at.getTime() - visitMs, at.getTime() + visitMs];
    const between = { from: new Date(from), to: new Date(to), ids: toIdBounds(from, to) };
    return (await isInVisit(db, id, visitorId, between)) ? visitorId : null;
  }
}
