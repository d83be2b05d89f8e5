import { findEarlierName, listTimeZoneNames, toTimeZone } from '../../../../contract/rules/time-zone.ts';

export interface TimeZoneChoice {
  /** IANA name. */
  name: string;
  /** Such as `Central European Time`. */
  description: string;
  /** The offset of this moment, such as `UTC+05:30`. */
  offset: string;
  isOwn: boolean;
}

/** The administrator's time zone, as the browser reports it. */
export const browserTimeZone = () =>
  toTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC';

/** Every time zone with its offset at that moment: the administrator's own, then UTC, then by name. */
export function listTimeZones(at: Date, own = browserTimeZone()): TimeZoneChoice[] {
  const names = [...new Set([own, ...listTimeZoneNames()])];
  return names.map((name) => ({ name, ...describeTimeZone(name, at), isOwn: name === own }));
}

function describeTimeZone(timeZone: string, at: Date): Pick<TimeZoneChoice, 'description' | 'offset'> {
  // One formatter for name and offset: making one is slow, and there are more than four hundred time zones.
  const parts = new Map(
    new Intl.DateTimeFormat('en', {
      timeZone,
      timeZoneName: 'longGeneric',
      hourCycle: 'h23',
      ...({ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const),
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  const local = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'));
  const description = parts.get('timeZoneName') ?? '';
  return {
    // Some time zones have no name in this language, only the offset.
    description: timeZone === 'UTC' || /\d/.test(description) ? '' : description,
    offset: toOffset(local / 60_000 - Math.floor(at.getTime() / 60_000)),
  };
}

function toOffset(minutes: number): string {
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `UTC${minutes < 0 ? '−' : '+'}${pad(Math.abs(minutes) / 60)}:${pad(Math.abs(minutes) % 60)}`;
}

/** The time zones that contain every searched word, those whose city begins with the text first. */
export function searchTimeZones(choices: TimeZoneChoice[], text: string): TimeZoneChoice[] {
  const words = fold(text).split(' ').filter(Boolean);
  const found = choices.filter((choice) => {
    const searched = toSearched(choice);
    return words.every((word) => searched.includes(word));
  });
  const startsWithText = ({ name }: TimeZoneChoice) =>
    fold(name.slice(name.lastIndexOf('/') + 1)).startsWith(fold(text));
  return [...found.filter(startsWithText), ...found.filter((choice) => !startsWithText(choice))];
}

function toSearched({ name, description, offset }: TimeZoneChoice): string {
  // People write UTC+1 and UTC+01:00, with a hyphen for the minus sign.
  const plain = offset.replace('−', '-');
  const short = plain.replace(/([+-])0/, '$1').replace(':00', '');
  return fold([name, findEarlierName(name) ?? '', description, plain, short].join(' '));
}

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('−', '-')
    .replaceAll(/[_/\s]+/g, ' ')
    .trim();
