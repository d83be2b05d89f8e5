import { expect, test } from 'vitest';
import { toLocalDay } from './local-days.ts';

const hour = 3_600_000;
const day = (zone: string, at: string) => toLocalDay(zone, Date.parse(at));

test.each([
  ['UTC', '2026-11-05T23:59:59.999Z', '2026-11-05', 24],
  ['Asia/Kathmandu', '2026-11-05T18:15:00Z', '2026-11-06', 24],
  ['Asia/Kathmandu', '2026-11-05T18:14:59Z', '2026-11-05', 24],
  ['Europe/Berlin', '2026-03-29T10:00:00Z', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25T10:00:00Z', '2026-10-25', 25],
  // Midnight is skipped: the day begins at 1 am.
  ['America/Asuncion', '2024-10-06T12:00:00Z', '2024-10-06', 23],
  ['Australia/Lord_Howe', '2026-04-05T01:00:00Z', '2026-04-05', 24.5],
  // The whole of 30 December 2011 was skipped.
  ['Pacific/Apia', '2011-12-30T10:30:00Z', '2011-12-31', 24],
])('in %s, %s belongs to %s, which has %d hours', (zone, at, date, hours) => {
  const found = day(zone, at);
  expect(found.date).toBe(date);
  expect((found.endMs - found.startMs) / hour).toBe(hours);
  expect(toLocalDay(zone, found.startMs)).toEqual(found);
  expect(toLocalDay(zone, found.endMs - 1)).toEqual(found);
  expect(toLocalDay(zone, found.endMs).date > date).toBe(true);
});

test('a zone the system does not know counts as UTC', () => {
  expect(day('Mars/Olympus', '2026-11-05T12:00:00Z')).toEqual(day('UTC', '2026-11-05T12:00:00Z'));
});
