import { afterAll, beforeAll, expect, test } from 'vitest';
import { visitDimensions } from '../../../../contract/stats/model/dimensions.ts';
import {
  aLoadedEvent,
  inBerlin,
  openStatsFixture,
  type StatsFixture,
} from '../../../testing/stats/stats-fixture.ts';
import type { LoadedEvent } from '../../tracking/import/bulk-load.ts';

const pick = <T>(list: readonly [T, ...T[]], index: number): T => list[index % list.length] ?? list[0];

/** Two hundred visitors with one or two visits of several pages, values of every dimension, orders and refunds. */
function generateEvents(): LoadedEvent[] {
  return Array.from({ length: 200 }, (_, index): LoadedEvent[] => {
    const visitor = 100 + index;
    const visit = (number: number): LoadedEvent[] => {
      const at = (minute: number) =>
        inBerlin(
          24,
          `${String(2 + 6 * number + (index % 4)).padStart(2, '0')}:${String(minute).padStart(2, '0')}`,
        );
      const seed = index + 7 * number;
      const fields: Partial<LoadedEvent> = {
        source: pick(['Google', 'Direct', 'News', 'Partner'], seed),
        channel: pick(['Organic Search', 'Direct', 'Referral'], seed),
        utm_campaign: pick(['spring', 'autumn', '(none)'], seed),
        utm_source: pick(['letter', '(none)'], seed),
        country: pick(['DE', 'FR', 'unknown', 'JP'], seed),
        browser: pick(['Firefox', 'Chrome', 'Safari'], seed),
        device: pick(['desktop', 'phone', 'tablet'], seed),
        screen: pick(['desktop', 'phone'], seed),
      };
      const order: Partial<LoadedEvent> = {
        kind: 'order',
        order_id: `G-${index}-${number}`,
        amount: `${10 + seed}.${10 + (seed % 90)}`,
        reported_by: seed % 2 === 0 ? 'verified' : 'page',
      };
      const refund: Partial<LoadedEvent> = {
        ...{ ...order, kind: 'refund', event_name: `R-${index}-${number}`, amount: '1.05' },
        path: `/page-${seed % 12}`,
      };
      return [
        aLoadedEvent(visitor, at(1), { ...fields, path: `/page-${seed % 12}` }),
        aLoadedEvent(visitor, at(2), { ...fields, path: `/page-${(seed + 5) % 12}` }),
        ...(seed % 3 === 0 ? [aLoadedEvent(visitor, at(3), { ...fields, ...order })] : []),
        ...(seed % 9 === 0 ? [aLoadedEvent(null, at(4), { ...fields, ...refund })] : []),
      ];
    };
    return index % 5 === 0 ? [...visit(0), ...visit(1)] : visit(0);
  }).flat();
}

let fixture: StatsFixture;
beforeAll(async () => {
  fixture = await openStatsFixture();
  await fixture.load(fixture.companyId, generateEvents());
});
afterAll(() => fixture.close());

const toCents = (amount: number | string | null | undefined) =>
  BigInt(String(amount ?? '0.00').replace('.', ''));
const metrics = 'visitors,visits,orders,revenue,refunds';
/** Orders that the fixture loads without a visit: they are in the totals when there is no filter. */
const withoutVisit = { orders: 1, revenue: '5.05' };

const filtersOf: [string, string[]][] = [
  ['no filter', []],
  ['one filter', ['country:is:DE,FR']],
  ['two filters', ['source:is-not:Direct', 'page:starts-with:/page-1']],
];

for (const [name, filter] of filtersOf)
  test.each(visitDimensions)(`under ${name}, the rows by %s add up to the summary`, async (dimension) => {
    const asked = { metrics, ...(filter.length > 0 && { filter }) };
    const { rows, rowCount, totals } = await fixture.breakDown({ dimension, limit: '1000', ...asked });
    const { metrics: summary } = await fixture.summarize(asked);
    expect(rows.length).toBe(rowCount);
    for (const metric of ['visitors', 'visits', 'orders', 'revenue', 'refunds'] as const)
      expect(totals[metric]).toEqual(summary[metric]?.value);

    const rest = filter.length === 0 ? withoutVisit : { orders: 0, revenue: '0.00' };
    const sum = (metric: 'visitors' | 'visits' | 'orders') =>
      rows.reduce((total, row) => total + (row.metrics[metric] ?? 0), 0);
    const sumMoney = (metric: 'revenue' | 'refunds') =>
      rows.reduce((total, row) => total + toCents(row.metrics[metric]), 0n);
    expect(sum('visits')).toBe(totals.visits);
    expect(sum('orders') + rest.orders).toBe(totals.orders);
    // The exit page of a refund is not known, which is a value without visits.
    const isWhole = dimension !== 'exit-page';
    expect(sumMoney('refunds')).toBe(isWhole ? toCents(totals.refunds) : 0n);
    const unlisted = isWhole ? 0n : toCents(totals.refunds);
    expect(sumMoney('revenue') + toCents(rest.revenue) - unlisted).toBe(toCents(totals.revenue));
    // A visitor whose visits have different values counts under each of them.
    expect(sum('visitors')).toBeGreaterThanOrEqual(totals.visitors ?? 0);
    expect(totals.visits).toBeGreaterThan(0);
  });
