import type { Tx } from '../../../db/client.ts';
import type { AcceptedEvent } from '../event-batch.ts';
import { toHost } from '../rejections/rejection-log.ts';
import { type OrderCandidate, type OrderReport, resolveReports } from './order-conflicts.queries.ts';

/**
 * Resolves reports of shop orders that are already counted. The first report of an order number counts, except that a
 * page's report replaces a server's report with a different amount: anyone can send without an Origin header, and must
 * not be able to claim a shop's order numbers. The amount that does not count is stored as a conflict unless its sender
 * has added too many. Resolves after COMMIT with the number of conflicts. Repeating the call changes only their time.
 */
export async function resolveOrderConflicts(
  tx: Tx,
  reports: AcceptedEvent[],
  now: Date,
  admitsAmount: (report: AcceptedEvent) => boolean,
): Promise<number> {
  const candidates = new Map<string, OrderCandidate>();
  const byAmount = new Map<string, OrderReport>();
  for (const report of reports) {
    const { event, origin } = report;
    if (event?.order_id === undefined || event.amount === undefined) continue;
    const { company_id, order_id, reporter: source, amount } = event;
    const key = `${company_id} ${order_id}`;
    // Among several in one batch, the first page's report has precedence.
    const candidate = candidates.get(key);
    if (!candidate || (candidate.reporter === 'server' && source === 'page'))
      candidates.set(key, { ...event, network_id: report.visitor?.network_id });
    // Limits only the stored conflicts, not which report counts.
    if (!admitsAmount(report)) continue;
    const reportKey = `${company_id} ${source} ${Number(amount)} ${order_id}`;
    const earlier = byAmount.get(reportKey);
    byAmount.set(reportKey, {
      ...{ company_id, order_id, source, amount, event_id: event.id },
      host: toHost(origin),
      count: (earlier?.count ?? 0) + 1,
    });
  }
  if (candidates.size === 0) return 0;
  return resolveReports(tx, [...candidates.values()], [...byAmount.values()], now);
}
