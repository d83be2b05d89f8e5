import { addDecimals } from '../../../../contract/rules/decimal.ts';
import type { Tx } from '../../../db/client.ts';
import { makeEventId } from '../../tracking/event-rows.ts';
import type { KnownOrder } from './ledger.queries.ts';
import type { LedgerCompany } from './ledger-company.ts';
import type { ChangedEvent } from './order-events.queries.ts';
import { findOrderVisit } from './order-visit.ts';
import { addToRefunded, insertRefundEvent, listWaitingRefunds } from './refunds.queries.ts';

type CountedOrder = Pick<KnownOrder, 'order_id' | 'event_id' | 'occurred_at' | 'foreign_currency'>;

/** Counts the refunds that waited for an order, and returns their events. */
export async function applyWaitingRefunds(
  tx: Tx,
  company: LedgerCompany,
  order: CountedOrder,
): Promise<ChangedEvent[]> {
  const waiting = await listWaitingRefunds(tx, company.id, order.order_id);
  const applied: ChangedEvent[] = [];
  if (waiting.length === 0) return applied;
  const visit = await findOrderVisit(tx, company.id, order);
  for (const refund of waiting) {
    const id = makeEventId(refund.occurred_at);
    const currency = order.foreign_currency ?? company.currency;
    await insertRefundEvent(tx, company.id, refund, { id, currency, ...visit });
    applied.push({ id, occurredAt: refund.occurred_at });
  }
  const refunded = addDecimals(
    waiting.map(({ amount }) => amount),
    4,
  );
  await addToRefunded(tx, company.id, order.order_id, refunded);
  return applied;
}
