import { describe, expect, test } from 'vitest';
import { type QuietHours, toDayRange, toDueAt } from './quiet-hours.ts';

const berlin = 'Europe/Berlin';

test.each([
  // Over midnight, and within a day.
  ['2026-06-01T19:59:00Z', { from: 22, to: 7 }, '2026-06-01T19:59:00Z'],
  ['2026-06-01T20:00:00Z', { from: 22, to: 7 }, '2026-06-02T05:00:00Z'],
  ['2026-06-02T04:59:59Z', { from: 22, to: 7 }, '2026-06-02T05:00:00Z'],
  ['2026-06-02T05:00:00Z', { from: 22, to: 7 }, '2026-06-02T05:00:00Z'],
  ['2026-06-01T10:30:00Z', { from: 12, to: 14 }, '2026-06-01T12:00:00Z'],
  ['2026-06-01T23:30:00Z', { from: 1, to: 0 }, '2026-06-02T22:00:00Z'],
  // The night in which clocks are moved forward is an hour shorter, the other one longer.
  ['2026-03-28T21:00:00Z', { from: 22, to: 7 }, '2026-03-29T05:00:00Z'],
  ['2026-10-24T20:00:00Z', { from: 22, to: 7 }, '2026-10-25T06:00:00Z'],
  // They end at an hour that is skipped, or that occurs twice.
  ['2026-03-29T00:30:00Z', { from: 0, to: 2 }, '2026-03-29T01:00:00Z'],
  ['2026-10-24T23:30:00Z', { from: 22, to: 2 }, '2026-10-25T00:00:00Z'],
])('at %s, with %j in Berlin, a notice is due at %s', (now, hours, expected) => {
  expect(toDueAt(new Date(now), { ...hours, timeZone: berlin })).toEqual(new Date(expected));
});

describe.each([berlin, 'America/New_York', 'America/Havana', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
  'in %s, around every change of the clocks of a year',
  (timeZone) => {
    test.each([
      { from: 22, to: 7 },
      { from: 0, to: 1 },
      { from: 1, to: 2 },
      { from: 2, to: 3 },
      { from: 23, to: 0 },
    ])('%j end, and a notice is due at their end alone', (hours) => {
      const quiet: QuietHours = { ...hours, timeZone };
      for (const date of [
        '2026-03-08',
        '2026-03-29',
        '2026-04-05',
        '2026-10-04',
        '2026-10-25',
        '2026-11-01',
      ]) {
        const start = Date.parse(date) - 86_400_000;
        for (let quarter = 0; quarter < 4 * 72; quarter += 2) {
          const now = new Date(start + quarter * 900_000);
          const due = toDueAt(now, quiet);
          expect(due.getTime(), now.toISOString()).toBeGreaterThanOrEqual(now.getTime());
          expect(due.getTime() - now.getTime()).toBeLessThanOrEqual(11 * 3_600_000);
          expect(toDueAt(due, quiet), now.toISOString()).toEqual(due);
          if (due.getTime() - now.getTime() <= 900_000) continue;
          // A quarter of an hour before the end it is quiet too.
          expect(toDueAt(new Date(due.getTime() - 900_000), quiet), now.toISOString()).toEqual(due);
        }
      }
    });
  },
);

test('without quiet hours a notice is due at once', () => {
  const now = new Date('2026-06-01T03:00:00Z');
  expect(toDueAt(now, null)).toBe(now);
});

test('a local day has 23 to 25 hours', () => {
  const hours = (at: string) => {
    const { from, to } = toDayRange(new Date(at), berlin);
    return [from.toISOString(), (to.getTime() - from.getTime()) / 3_600_000];
  };
  expect(hours('2026-06-01T22:30:00Z')).toEqual(['2026-06-01T22:00:00.000Z', 24]);
  expect(hours('2026-03-29T12:00:00Z')).toEqual(['2026-03-28T23:00:00.000Z', 23]);
  expect(hours('2026-10-25T12:00:00Z')).toEqual(['2026-10-24T22:00:00.000Z', 25]);
});
