import type { Brand } from '../../../contract/site/brand.ts';
import { demoMinutes } from './demo-slot.ts';

interface Invitation {
  uid: string;
  start: Date;
  /** The time of the request. */
  now: Date;
  /** The address of the agency. */
  organizer: string;
  brand: Pick<Brand, 'name' | 'legalName'>;
  summary: string;
  description: string;
  /** The invited person. Undefined for the file that the agency gets. */
  attendee?: string;
}

/** A proposed meeting as an iCalendar file (RFC 5545, RFC 5546), tentative until it is accepted. */
export function toCalendarInvitation(given: Invitation): string {
  const { uid, start, now, organizer, brand, summary, description, attendee } = given;
  const end = new Date(start.getTime() + demoMinutes * 60_000);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${toText(brand.legalName)}//${toText(brand.name)}//EN`,
    `METHOD:${attendee === undefined ? 'PUBLISH' : 'REQUEST'}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'SEQUENCE:0',
    `DTSTAMP:${toInstant(now)}`,
    `DTSTART:${toInstant(start)}`,
    `DTEND:${toInstant(end)}`,
    `SUMMARY:${toText(summary)}`,
    `DESCRIPTION:${toText(description)}`,
    `ORGANIZER;CN=${toParameter(brand.name)}:mailto:${organizer}`,
    ...(attendee === undefined
      ? []
      : [`ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${attendee}`]),
    'STATUS:TENTATIVE',
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

function toInstant(time: Date): string {
  return time.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Escapes a text value (RFC 5545, 3.3.11). */
function toText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

/** Parameter values have no escapes (RFC 5545, 3.2). */
function toParameter(text: string): string {
  return `"${text.replace(/["\p{Cc}]/gu, ' ')}"`;
}

/** Folds lines longer than 75 octets without splitting a character (RFC 5545, 3.1). */
function fold(line: string): string {
  const lines: string[] = [];
  let current = '';
  for (const character of line) {
    if (Buffer.byteLength(current + character) > 75) {
      lines.push(current);
      current = ' ';
    }
    current += character;
  }
  return [...lines, current].join('\r\n');
}
