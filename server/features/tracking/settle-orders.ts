import type { Pool } from 'pg';
import type { Accepted } from './event-rows.ts';
import { toHost } from './refusals.ts';
import { type OrderReport, settleReports } from './settle-orders.queries.ts';
import type { EventRow } from './tracking.queries.ts';

/**
 * Settles reports of orders that are counted already. The first report of an order number counts, except
 * that a page's report replaces a server's with another amount: anybody can send without an Origin header,
 * and must not occupy the order numbers of a shop. Of two amounts, the one not counted is kept as a
 * conflict if its sender has not added too many. Resolves after COMMIT with the number of conflicts; repeating it changes nothing but their time.
 */
export async function settleOrders(
  pool: Pool,
  reports: Accepted[],
  now: Date,
  admitsAmount: (report: Accepted) => boolean,
): Promise<number> {
  const candidates = new Map<string, EventRow>();
  const byAmount = new Map<string, OrderReport>();
  for (const report of reports) {
    const { event, origin } = report;
    if (event?.order_id == null || event.amount === null) continue;
    const { company_id, order_id, source, amount } = event;
    const key = `${company_id} ${order_id}`;
    // Of several in one batch, the first page has precedence.
    const candidate = candidates.get(key);
    if (!candidate || (candidate.source === 'server' && source === 'page')) candidates.set(key, event);
    // Only its entry in the list of conflicts is refused: which report counts does not depend on the sender's share.
    if (!admitsAmount(report)) continue;
    const cents = Number(amount).toFixed(2);
    const reportKey = `${company_id} ${source} ${cents} ${order_id}`;
    const earlier = byAmount.get(reportKey);
    byAmount.set(reportKey, {
      ...{ company_id, order_id, source, amount, event_id: event.id },
      host: toHost(origin),
      count: (earlier?.count ?? 0) + 1,
    });
  }
  if (candidates.size === 0) return 0;
  return settleReports(pool, [...candidates.values()], [...byAmount.values()], now);
}
