import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statsPeriods } from '../../../../contract/stats/model/periods.ts';
import { AppError } from '../../../platform/errors.ts';
import { resolvePeriod } from '../period/resolve-period.ts';
import { addDays, toLocalDate, toWallTime } from './local-time.ts';
import { type GivenPeriod, type InstantRange, toComparedRange, toRange } from './periods.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/Havana',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
];
const hourMs = 3_600_000;

/** From 2010, so that a date is skipped in Apia, to 2030. In seconds, as the engine rounds. */
const instant = fc
  .oneof(
    fc.integer({ min: 1_262_304_000, max: 1_893_456_000 }),
    // Around changes of clocks, and the ends of February.
    fc
      .constantFrom('2011-12-30', '2024-02-29', '2025-03-30', '2025-04-05', '2025-10-26', '2026-03-08')
      .chain((date) => fc.integer({ min: -20, max: 60 }).map((hours) => toSeconds(date) + hours * 1_800)),
  )
  .map((seconds) => seconds * 1_000);
const toSeconds = (date: string) => Date.parse(`${date}T00:00Z`) / 1_000;

const days = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 90, max: 400 }));
const period = fc.oneof(
  fc.constantFrom(...statsPeriods),
  fc.record({ is: fc.constant('dates' as const), back: fc.integer({ min: -3, max: 120 }), days }),
  fc.record({
    is: fc.constant('times' as const),
    back: fc.integer({ min: -40, max: 2_000 }),
    hours: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 2_390, max: 2_420 })),
  }),
);

function toPeriod(given: typeof period extends fc.Arbitrary<infer P> ? P : never, now: number, zone: string) {
  if (typeof given === 'string') return given;
  if (given.is === 'dates') {
    const from = addDays(toLocalDate(now * 1000, zone), -given.back);
    return { from, to: addDays(from, given.days - 1) };
  }
  const wall = (at: number) => toWallTime(at * 1000, zone).slice(0, 16);
  const start = now - given.back * hourMs;
  return { from: wall(start), to: wall(start + given.hours * hourMs) };
}

const isInOrder = (value: string | GivenPeriod) =>
  typeof value === 'string' || value.from.length === 10 || value.from < value.to;

test('the engine and the recount compare with the same range', () => {
  const texts = (range: InstantRange | null, unit: number) =>
    range && [range.from / unit, range.to / unit].map((ms) => new Date(ms).toISOString());
  fc.assert(
    fc.property(
      instant,
      fc.constantFrom(...zones),
      period,
      fc.constantFrom('previous' as const, 'year' as const),
      fc.constantFrom('weekday' as const, 'date' as const),
      (now, timeZone, given, compare, match) => {
        const asked = toPeriod(given, now, timeZone);
        const context = { timeZone, now: now * 1000, firstDay: '2009-12-31' };
        fc.pre(isInOrder(asked));
        const expected = toRange(asked, context);
        fc.pre(expected.to - expected.from > 1_000);
        const query = { ...(typeof asked === 'string' ? { period: asked } : asked), compare, match };
        const { range, compared } = resolvePeriod(query, { timeZone, now, firstDay: '2009-12-31' });
        expect(texts(range, 1)).toEqual(texts(expected, 1_000));
        expect(texts(compared, 1)).toEqual(texts(toComparedRange(asked, { compare, match }, context), 1_000));
        if (match === 'weekday' && compare === 'previous' && compared && asked !== '12mo')
          expect(compared.to).toBeLessThanOrEqual(range.from);
      },
    ),
    { numRuns: 800 },
  );
}, 180_000);

test('only an empty range is refused', () => {
  const query = { from: '2026-03-29T02:30', to: '2026-03-29T03:10', compare: 'none' } as const;
  expect(() => resolvePeriod(query, { timeZone: 'Europe/Berlin', now: 0, firstDay: null })).toThrow(AppError);
});
