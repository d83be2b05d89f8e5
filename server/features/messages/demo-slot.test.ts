import { expect, test } from 'vitest';
import { brand } from '../../../contract/public/brand.ts';
import { findDemoSlot, formatDemoTime } from './demo-slot.ts';

test('the office hours are those shown on the pages', () => {
  expect([brand.supportHours, brand.timeZone]).toEqual(['Mon-Fri 9am-6pm', 'America/New_York']);
});

// New York: EST is UTC-5; summer time from 2026-03-08 07:00 UTC to 2026-11-01 06:00 UTC.
test.each([
  ['a Tuesday morning gives Wednesday', '2026-11-17T15:00:00Z', '2026-11-18T15:00:00Z'],
  ['minutes are rounded up to the half hour', '2026-11-17T15:00:00.001Z', '2026-11-18T15:30:00Z'],
  ['the last half hour of a day still counts', '2026-11-17T22:30:00Z', '2026-11-18T22:30:00Z'],
  ['an evening waits for the morning after', '2026-11-17T22:31:00Z', '2026-11-19T14:00:00Z'],
  ['before nine waits for nine', '2026-11-17T10:00:00Z', '2026-11-18T14:00:00Z'],
  ['a Thursday leads to Friday', '2026-11-19T16:10:00Z', '2026-11-20T16:30:00Z'],
  ['a Friday leads to Monday', '2026-11-20T16:10:00Z', '2026-11-23T14:00:00Z'],
  ['a Saturday leads to Monday', '2026-11-21T16:10:00Z', '2026-11-23T14:00:00Z'],
  ['a Sunday noon leads to Monday noon', '2026-11-22T17:00:00Z', '2026-11-23T17:00:00Z'],
  [
    'the days are counted there: late on Sunday in UTC is Sunday evening',
    '2026-11-23T01:00:00Z',
    '2026-11-24T14:00:00Z',
  ],
  ['the clock put forward at the weekend', '2026-03-06T20:00:00Z', '2026-03-09T13:00:00Z'],
  ['the clock put back at the weekend', '2026-10-30T20:00:00Z', '2026-11-02T14:00:00Z'],
  ['summer', '2026-07-15T11:00:00Z', '2026-07-16T13:00:00Z'],
  ['the end of a year', '2026-12-31T23:30:00Z', '2027-01-04T14:00:00Z'],
])('%s', (_what, now, slot) => {
  expect(findDemoSlot(new Date(now)).toISOString().replace('.000', '')).toBe(slot);
});

test('a time is formatted in the agency’s time zone', () => {
  expect(formatDemoTime(new Date('2026-11-23T14:00:00Z')).replaceAll('\u202f', ' ')).toBe(
    'Monday, November 23 at 9:00 AM EST',
  );
  expect(formatDemoTime(new Date('2026-07-16T13:00:00Z'))).toContain('EDT');
});
