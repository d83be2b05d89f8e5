import { toDateFormat } from '../../contract/rules/locale/intl-formats.ts';
import { formatAgo } from '../ui/format.ts';

const browserLanguage = typeof navigator === 'undefined' ? 'en' : navigator.language;
const locale = browserLanguage.startsWith('en') ? browserLanguage : 'en-GB';

const thisYear = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});
const otherYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
const timeOfDay = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
const day = new Intl.DateTimeFormat(locale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' });

const inZone = (timeZone: string) =>
  toDateFormat([locale], {
    ...{ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', timeZone },
    timeZoneName: 'short',
  });

interface TimestampProps {
  at: string;
  className?: string;
}

/**
 * Date and time in the reader's time zone, or in another one, which is named. The tooltip shows seconds and the name of the
 * reader's zone.
 */
export function Timestamp({ at, className, timeZone }: TimestampProps & { timeZone?: string }) {
  const date = new Date(at);
  const format = timeZone
    ? inZone(timeZone)
    : date.getFullYear() === new Date().getFullYear()
      ? thisYear
      : otherYear;
  return (
    <time dateTime={at} title={exact.format(date)} className={className}>
      {format.format(date)}
    </time>
  );
}

export function TimeAgo({ at, now, className }: TimestampProps & { now: number }) {
  return (
    <time dateTime={at} title={exact.format(new Date(at))} className={className}>
      {formatAgo(now - Date.parse(at))}
    </time>
  );
}

/** The time without the date, for lists grouped by day. */
export function TimeOfDay({ at, className }: TimestampProps) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={exact.format(date)} className={className}>
      {timeOfDay.format(date)}
    </time>
  );
}

export function DateLabel({ at, className }: TimestampProps) {
  return (
    <time dateTime={at.slice(0, 10)} className={className}>
      {day.format(new Date(at))}
    </time>
  );
}
