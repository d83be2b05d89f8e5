import { locales } from '../../format.ts';

/** The date and time of a clock in the time zone, as date and time fields have them. */
export function toLocalFields(at: Date, timeZone: string): { date: string; time: string } {
  // Swedish dates have the form of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  const [date = '', time = ''] = format.format(at).split(' ');
  return { date, time };
}

/** The start of a day is shown without a time: it is what a note without a time has. */
export function formatNoteTime(at: string, timeZone: string): string {
  const moment = new Date(at);
  const isStartOfDay = toLocalFields(moment, timeZone).time === '00:00';
  return new Intl.DateTimeFormat(locales(), {
    timeZone,
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    ...(!isStartOfDay && { hour: 'numeric', minute: '2-digit' }),
  }).format(moment);
}
