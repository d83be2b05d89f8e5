import { expect, test } from 'vitest';
import { listTimeZoneNames, toTimeZone } from './time-zone.ts';

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  [' europe/BERLIN ', 'Europe/Berlin'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Port-au-Prince', 'America/Port-au-Prince'],
  ['UTC', 'UTC'],
  ['Etc/UTC', 'UTC'],
  ['GMT', 'UTC'],
])('the time zone %j is stored as %s', (entered, stored) => {
  expect(toTimeZone(entered)).toBe(stored);
});

test.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
])('the time zone %s has the current name %s', (entered, stored) => {
  expect(toTimeZone(entered)).toBe(stored);
});

test.each([
  '',
  ' ',
  'Berlin',
  'Europe/Nowhere',
  '+05:30',
  '-08',
  // Five hours behind UTC, although it reads as five hours ahead.
  'Etc/GMT+5',
  'SystemV/AST4',
  'Europe/Berlin\0',
  "Europe/Berlin'; DROP TABLE companies; --",
  '../../etc/passwd',
  '__proto__',
  'x'.repeat(100_000),
])('%j is no time zone', (entered) => {
  expect(toTimeZone(entered)).toBeUndefined();
});

test('every listed time zone is stored under its listed name', () => {
  const names = listTimeZoneNames();
  expect(names.length).toBeGreaterThan(400);
  expect(names.slice(0, 2)).toEqual(['UTC', 'Africa/Abidjan']);
  expect(names).toContain('Asia/Kolkata');
  expect(names).not.toContain('Asia/Calcutta');
  expect(names.map((name) => toTimeZone(name))).toEqual(names);
});
