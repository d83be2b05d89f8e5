import type { LooseRow, TimedDay, Visit } from '../../segments/segments.ts';
import { createSums, type Sums } from '../../segments/segments.ts';

/** Rows of a day count before this, in microseconds since 1970. */
export type Until = number;

export const wholeDay: Until = Number.POSITIVE_INFINITY;

/** Adds a visit, without its page views and events. */
export function addVisit(sums: Sums, visit: Visit): void {
  sums.visits += 1;
  if (visit.isBounce) sums.bounces += 1;
  sums.engaged_ms += visit.engagedMs;
  if (visit.orders === 0 && visit.revenue === 0n) return;
  sums.orders += visit.orders;
  sums.revenue += visit.revenue;
  sums.priced_orders += visit.pricedOrders;
  if (visit.orders > 0) sums.conversions += 1;
  sums.verified_orders += visit.verifiedOrders;
  sums.verified_revenue += visit.verifiedRevenue;
  sums.verified_priced_orders += visit.verifiedPricedOrders;
  if (visit.verifiedOrders > 0) sums.verified_conversions += 1;
}

/** Adds the page views and events of a visit: those of a part of a day by their own time. */
export function addRows(sums: Sums, visit: Visit, until: Until): void {
  if (until === wholeDay) {
    sums.page_views += visit.pageViews;
    sums.events += visit.events;
    return;
  }
  for (const { at, isPageView } of visit.rows) {
    if (at >= until) continue;
    if (isPageView) sums.page_views += 1;
    else sums.events += 1;
  }
}

/** Adds a row that belongs to no visit. */
export function addLooseRow(sums: Sums, { kind, amount, isVerified }: LooseRow): void {
  if (kind === 'pageview') sums.page_views += 1;
  if (kind === 'event') sums.events += 1;
  if (kind === 'refund') sums.refunds += amount ?? 0n;
  if (kind !== 'order') return;
  const isPriced = amount !== null;
  sums.orders += 1;
  sums.revenue += amount ?? 0n;
  if (isPriced) sums.priced_orders += 1;
  if (!isVerified) return;
  sums.verified_orders += 1;
  sums.verified_revenue += amount ?? 0n;
  if (isPriced) sums.verified_priced_orders += 1;
}

const known = new WeakMap<TimedDay, Sums>();

/** What a day has until a moment. */
export function countDay(day: TimedDay, until: Until): Sums {
  const isWhole = day.lastAt < until;
  const found = isWhole ? known.get(day) : undefined;
  if (found) return found;
  const sums = createSums();
  const limit = isWhole ? wholeDay : until;
  for (const visit of day.visits) {
    if (visit.startedAt >= limit) continue;
    addVisit(sums, visit);
    if (visit.isFirst) sums.visitors += 1;
    addRows(sums, visit, limit);
  }
  for (const row of day.loose) if (row.at < limit) addLooseRow(sums, row);
  if (isWhole) known.set(day, sums);
  return sums;
}
