import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MetricName, metricNames } from '../../../../contract/constants.ts';
import { generateDemoDay } from './demo-day.ts';

/** Mulberry32, a small reproducible random generator. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function curves(now: Date, seed: number): Record<MetricName, { at: number; value: number }[]> {
  const byMetric: Record<MetricName, { at: number; value: number }[]> = {
    revenue: [],
    users: [],
    orders: [],
    conversion_rate: [],
    page_views: [],
  };
  for (const reading of generateDemoDay(now, seeded(seed))) {
    byMetric[reading.metric_name].push({ at: Date.parse(reading.timestamp), value: reading.metric_value });
  }
  return byMetric;
}

const anyMoment = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
});

test('a simulated day covers the last 24 hours with consistent values', () => {
  fc.assert(
    fc.property(anyMoment, fc.integer(), (now, seed) => {
      const { users, orders, page_views, revenue, conversion_rate } = curves(now, seed);
      for (const curve of [users, orders, page_views, revenue, conversion_rate]) {
        expect(curve).toHaveLength(289);
        const first = curve[0]?.at ?? 0;
        const last = curve.at(-1)?.at ?? 0;
        expect(last - first).toBe(24 * 3_600_000);
        expect(now.getTime() - last).toBeGreaterThanOrEqual(0);
        expect(now.getTime() - last).toBeLessThan(60_000);
        expect(curve.every(({ value }) => Number.isFinite(value) && value >= 0)).toBe(true);
      }
      for (const curve of [users, orders, page_views, revenue]) {
        expect(curve.every(({ value }, i) => i === 0 || value >= (curve[i - 1]?.value ?? 0))).toBe(true);
      }
      for (const [i, { value }] of users.entries()) {
        const orderCount = orders[i]?.value ?? Number.NaN;
        expect(orderCount).toBeLessThanOrEqual(value);
        expect(page_views[i]?.value).toBeGreaterThanOrEqual(value);
        expect(conversion_rate[i]?.value).toBeCloseTo((orderCount / value) * 100, 3);
        expect(Math.round((revenue[i]?.value ?? 0) * 100) / 100).toBe(revenue[i]?.value);
        // Orders without revenue, or revenue without orders, would not be plausible.
        expect((revenue[i]?.value ?? 0) > 0).toBe(orderCount > 0);
      }
    }),
    { numRuns: 60 },
  );
});

test('two clicks give two different days, each with every metric', () => {
  const now = new Date('2026-11-05T10:00:00Z');
  const [one, other] = [curves(now, 1), curves(now, 2)];
  for (const metric of metricNames) expect(one[metric].at(-1)).not.toEqual(other[metric].at(-1));
});
