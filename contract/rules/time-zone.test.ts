import { expect, test } from 'vitest';
import { toTimeZone } from './time-zone.ts';

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

test('every time zone of the browser’s list can be stored, also under the name it is stored with', () => {
  for (const name of Intl.supportedValuesOf('timeZone')) {
    if (name.startsWith('Etc/')) continue;
    const stored = toTimeZone(name);
    expect(stored, name).toBeDefined();
    expect(toTimeZone(stored ?? '')).toBe(stored);
  }
});
