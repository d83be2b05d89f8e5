import { expect, test } from 'vitest';
import { usualBrand } from '../../../contract/site/brand.ts';
import { toCalendarInvitation } from './demo-invitation.ts';

const given = {
  uid: '0198c0de-0000-4000-8000-000000000000@agency.example',
  start: new Date('2026-11-23T14:00:00Z'),
  now: new Date('2026-11-20T16:10:00.123Z'),
  organizer: 'hello@agency.example',
  brand: usualBrand,
  summary: 'Demo',
  description: 'Thirty minutes.',
};

const unfold = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

test('an invitation names organizer, attendee, time and duration', () => {
  expect(unfold(toCalendarInvitation({ ...given, attendee: 'ann@example.com' }))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Northlight Digital\\, Inc.//Northlight//EN',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'UID:0198c0de-0000-4000-8000-000000000000@agency.example',
    'SEQUENCE:0',
    'DTSTAMP:20261120T161000Z',
    'DTSTART:20261123T140000Z',
    'DTEND:20261123T143000Z',
    'SUMMARY:Demo',
    'DESCRIPTION:Thirty minutes.',
    'ORGANIZER;CN="Northlight":mailto:hello@agency.example',
    'ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:ann@example.com',
    'STATUS:TENTATIVE',
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('the agency’s copy has no attendee', () => {
  const text = toCalendarInvitation(given);
  expect(text).toContain('METHOD:PUBLISH');
  expect(text).not.toContain('ATTENDEE');
});

test('text with calendar syntax is escaped', () => {
  const lines = unfold(
    toCalendarInvitation({ ...given, summary: 'a,b;c\\d\nATTENDEE:mailto:evil@evil.test\r\nX:\u0000y' }),
  );
  expect(lines).toContain('SUMMARY:a\\,b\\;c\\\\d\\nATTENDEE:mailto:evil@evil.test\\nX: y');
  expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([]);
});

test('long lines are folded at 75 octets, between characters', () => {
  const summary = 'Große Vorführung für 👩‍👩‍👧‍👦 und आप '.repeat(9).trim();
  const text = toCalendarInvitation({ ...given, summary });
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.isWellFormed()).toBe(true);
  expect(text).not.toContain('\ufffd');
  expect(unfold(text)).toContain(`SUMMARY:${summary}`);
});
