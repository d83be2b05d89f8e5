import { expect, test } from 'vitest';
import { listTimeZones, searchTimeZones } from './time-zones.ts';

const winter = new Date('2026-01-15T12:00:40Z');
const summer = new Date('2026-07-15T12:00:00Z');
const choices = listTimeZones(winter, 'Europe/Berlin');
const offset = (name: string, at: Date) =>
  listTimeZones(at, name).find((choice) => choice.name === name)?.offset;

test.each([
  ['Europe/Berlin', 'UTC+01:00', 'UTC+02:00'],
  ['America/New_York', 'UTC−05:00', 'UTC−04:00'],
  ['America/St_Johns', 'UTC−03:30', 'UTC−02:30'],
  ['Asia/Kolkata', 'UTC+05:30', 'UTC+05:30'],
  ['Asia/Kathmandu', 'UTC+05:45', 'UTC+05:45'],
  ['Pacific/Kiritimati', 'UTC+14:00', 'UTC+14:00'],
  ['UTC', 'UTC+00:00', 'UTC+00:00'],
])('%s has the offset %s in winter and %s in summer', (name, inWinter, inSummer) => {
  expect([offset(name, winter), offset(name, summer)]).toEqual([inWinter, inSummer]);
});

test('the own time zone is first, UTC second, and none is listed twice', () => {
  expect(choices.slice(0, 3).map(({ name }) => name)).toEqual(['Europe/Berlin', 'UTC', 'Africa/Abidjan']);
  expect(choices.filter(({ isOwn }) => isOwn)).toHaveLength(1);
  expect(new Set(choices.map(({ name }) => name)).size).toBe(choices.length);
  expect(
    listTimeZones(winter, 'UTC')
      .map(({ name }) => name)
      .filter((name) => name === 'UTC'),
  ).toHaveLength(1);
});

test.each([
  ['berlin', 'Europe/Berlin'],
  ['new york', 'America/New_York'],
  ['New_York', 'America/New_York'],
  ['  YORK  new', 'America/New_York'],
  ['calcutta', 'Asia/Kolkata'],
  ['kyiv', 'Europe/Kyiv'],
  ['UTC+5:45', 'Asia/Kathmandu'],
  ['+05:45', 'Asia/Kathmandu'],
  ['pacific time', 'America/Los_Angeles'],
  ['são paulo', 'America/Sao_Paulo'],
])('the search for %j finds %s', (text, name) => {
  expect(searchTimeZones(choices, text).map((choice) => choice.name)).toContain(name);
});

test('a city that begins with the text is found first', () => {
  expect(searchTimeZones(choices, 'lond')[0]?.name).toBe('Europe/London');
});

test('the search for something else finds nothing', () => {
  expect(searchTimeZones(choices, 'Atlantis')).toEqual([]);
});
