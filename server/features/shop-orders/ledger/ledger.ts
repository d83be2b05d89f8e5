import { hmac } from '../../../platform/keys.ts';
import { makeEventId } from '../../tracking/event-rows.ts';
import { toVisitorHash } from '../../tracking/visitors/visitor-hash.ts';
import { inLedger } from './in-ledger.ts';
import { isInVisit, type LedgerRow } from './ledger.queries.ts';
import { findLedgerCompany, type LedgerCompany, type LedgerDeps } from './ledger-company.ts';
import { toIdBounds } from './order-visit.ts';
import { requireRecordableTimes } from './recordable-times.ts';
import { Recording } from './recording.ts';
import type { RecordedOrder, VerifiedOrder, Verifier } from './verified-order.ts';

/** An order belongs to a visit that did something this long before or after it. */
const visitMs = 30 * 60_000;

/**
 * Records verified orders of a company in one transaction: all of them or none. Resolves after COMMIT, in the order of
 * the given ones, of which no id is twice. Repeating the call changes nothing.
 * @throws {AppError} 409 `order-amount-differs` if the server API repeats an id with another amount or currency, 409
 * `order-removed` if an administrator removed the verified order, 400 with `occurredAt` if its time cannot be recorded or
 * its month is not stored.
 */
export async function recordOrders(
  deps: LedgerDeps,
  companyId: string,
  orders: readonly VerifiedOrder[],
  by: Verifier,
): Promise<RecordedOrder[]> {
  requireRecordableTimes(orders, new Date());
  const company = await findLedgerCompany(deps.db, companyId);
  const given = await Promise.all(
    orders.map(async (order, index) => ({
      order,
      path: orders.length === 1 ? '' : `${index}.`,
      row: await toRow(deps, company, order),
    })),
  );
  return inLedger(deps.db, companyId, orders, async (tx, now) => {
    const recording = new Recording(tx, company, { by, now });
    const results = await recording.record(given);
    await recording.finish();
    return results;
  });
}

async function toRow(
  { db, salts, customerKey }: LedgerDeps,
  { id, currency, timeZone }: LedgerCompany,
  order: VerifiedOrder,
): Promise<LedgerRow> {
  return {
    order_id: order.orderId,
    event_id: makeEventId(order.occurredAt),
    amount: order.amount,
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
