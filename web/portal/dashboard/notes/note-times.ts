import { locales, withPlainSpaces } from '../../../figures/format.ts';
import { toLocalTime } from '../../../period/local-time.ts';

/** The date and time of a clock in the time zone, as date and time fields have them. */
export function toLocalFields(at: Date, timeZone: string): { date: string; time: string } {
  const [date = '', time = ''] = toLocalTime(at.getTime(), timeZone).split('T');
  return { date, time };
}

/** The start of a day is shown without a time: it is what a note without a time has. */
export function formatNoteTime(at: string, timeZone: string): string {
  const moment = new Date(at);
  const isStartOfDay = toLocalFields(moment, timeZone).time === '00:00';
  const format = new Intl.DateTimeFormat(locales(), {
    timeZone,
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    ...(!isStartOfDay && { hour: 'numeric', minute: '2-digit' }),
  });
  return withPlainSpaces(format.format(moment));
}
