import { expect, test } from 'vitest';
import { addDays } from '../../../../../contract/rules/dates/calendar-days.ts';
import { Random } from '../../../../testing/alerts/random.ts';
import { type HistoryDay, hoursOfWeek } from './history.ts';
import { toHourRates } from './hour-rates.ts';
import { isNoCoincidence, lengthen, noGap } from './silence.ts';

const gapOf = (expected: number, hours: number, dispersion = 1e-9) =>
  lengthen(noGap, hours, expected, dispersion);

test.each([
  ['a busy shop', { perDay: 5_000, days: 56 }, gapOf(18, 0.5), true],
  ['a busy shop, a moment before', { perDay: 5_000, days: 56 }, gapOf(18, 0.45), false],
  ['a busy shop at night', { perDay: 5_000, days: 56 }, gapOf(17, 2), false],
  ['a tiny site for two days', { perDay: 5, days: 56 }, gapOf(11, 48), true],
  ['a tiny site for a day', { perDay: 5, days: 56 }, gapOf(11, 47), false],
  ['a tiny site for too few visits', { perDay: 5, days: 56 }, gapOf(10, 60), false],
  ['a new site for two days', { perDay: 900, days: 20 }, gapOf(900, 48), true],
  ['a new site for a day', { perDay: 900, days: 20 }, gapOf(900, 47), false],
])('%s: %o after %o is silent: %s', (_who, rates, gap, isSilent) => {
  expect(isNoCoincidence(gap, rates)).toBe(isSilent);
});

test('of independent visits, a wrong alert is rarer than 1 in 10,000 days', () => {
  const random = new Random(11);
  const perDay = 80;
  // The time between two independent visits is distributed exponentially.
  const visits = perDay * 20_000;
  let alerts = 0;
  for (let visit = 0; visit < visits; visit += 1) {
    const days = -Math.log(1 - random.next()) / perDay;
    if (isNoCoincidence(gapOf(days * perDay, days * 24), { perDay, days: 56 })) alerts += 1;
  }
  // Two are expected.
  expect(alerts).toBeLessThanOrEqual(5);
});

test('in bursts, the same gap is less improbable', () => {
  expect(gapOf(20, 4).improbability).toBeCloseTo(20, 6);
  expect(gapOf(20, 4, 0.5).improbability).toBeCloseTo(2 * Math.log(11), 6);
});

const aDay = (day: string, visits: readonly number[]): HistoryDay => ({
  ...{ day, visits, orders: visits.map(() => 0), visitors: 0, revenue: 0, refunds: 0, rejected: 0, hits: 0 },
});

test('the usual week has what its days have, a single burst is not usual, and no hour is zero by chance', () => {
  const quiet = Array.from({ length: 24 }, (_, hour) => (hour >= 8 && hour < 20 ? 10 : hour === 3 ? 0 : 1));
  const days = Array.from({ length: 56 }, (_, at) => aDay(addDays('2026-01-05', at), quiet));
  const rates = toHourRates(days, 'visits');
  expect(rates.hours).toHaveLength(hoursOfWeek);
  expect(rates.perDay).toBeCloseTo(131, 6);
  expect(rates.hours.reduce((sum, rate) => sum + rate, 0)).toBeCloseTo(7 * 131, 4);
  expect(rates.hours[3]).toBeGreaterThan(0.1);
  const burst = days.with(
    30,
    aDay(
      days[30]?.day ?? '',
      quiet.map((count) => 50 * count),
    ),
  );
  expect(toHourRates(burst, 'visits').perDay).toBeCloseTo(131, 0);
});

test('a site that has halved lately is expected to have half', () => {
  const days = Array.from({ length: 56 }, (_, at) =>
    aDay(
      addDays('2026-01-05', at),
      Array.from({ length: 24 }, () => (at < 42 ? 10 : 5)),
    ),
  );
  expect(toHourRates(days, 'visits').perDay).toBeLessThan(140);
});
