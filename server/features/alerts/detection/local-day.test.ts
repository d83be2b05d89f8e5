import { expect, test } from 'vitest';
import { endOfDay, toInstant } from './local-day.ts';

test.each([
  ['2026-11-20', 'Europe/Berlin', '2026-11-20T23:00:00.000Z'],
  // The night in which the clocks are set back.
  ['2026-10-25', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  // A day that begins at 1:00.
  ['2026-03-28', 'Africa/Cairo', '2026-03-28T22:00:00.000Z'],
])('the hour 24 of %s in %s is the end of the day', (day, timeZone, end) => {
  expect(toInstant(day, 24, timeZone).toISOString()).toBe(end);
  expect(endOfDay(day, timeZone)).toEqual(toInstant(day, 24, timeZone));
});
