import { addDays, countDays } from '../../../../contract/rules/dates/calendar-days.ts';
import { toDateFormat } from '../../../../contract/rules/locale/intl-formats.ts';
import type { StatsTimeseries } from '../../../../contract/stats/answers.ts';
import type { BucketLabels } from '../../../charts/chart-series.ts';
import { locales, withPlainSpaces } from '../../../figures/format.ts';
import { toLocalDate, toLocalTime } from '../../../period/local-time.ts';
import type { Buckets } from './bucket-series.ts';

const day = { day: 'numeric', month: 'short' } as const;
const time = { hour: 'numeric', minute: '2-digit' } as const;
const longDay = { ...day, weekday: 'short', year: 'numeric' } as const;
const month = { month: 'short', year: 'numeric' } as const;

/** The dates of buckets in the company's time zone and the reader's locale. */
export function createBucketLabels(answer: StatsTimeseries): BucketLabels {
  const { points, compared, interval, timeZone, comparedRange } = answer;
  const isByClock = interval === 'hour' || interval === 'minute';
  const format = (options: Intl.DateTimeFormatOptions) => {
    const written = toDateFormat(locales(), { ...options, timeZone });
    return {
      format: (at: number) => withPlainSpaces(written.format(at)),
      formatRange: (from: number, to: number) => withPlainSpaces(written.formatRange(from, to)),
    };
  };
  const formats = {
    day: format(day),
    time: format(time),
    longDay: format(longDay),
    longTime: format({ ...longDay, ...time }),
    zonedTime: format({ ...longDay, ...time, timeZoneName: 'short' }),
    month: format(month),
    dayTime: format({ ...day, ...time }),
    weekday: format({ ...day, weekday: 'short' }),
  };
  const locals = isByClock ? points.map(({ at }) => toLocalTime(Date.parse(at), timeZone)) : [];
  const isNewDay = (index: number) => locals[index]?.slice(0, 10) !== locals[index - 1]?.slice(0, 10);
  const isOneDay = locals[0]?.slice(0, 10) === locals.at(-1)?.slice(0, 10);

  function describeBucket({ points: all, from, to }: Pick<Buckets, 'points' | 'from' | 'to'>, index: number) {
    const point = all[index];
    if (!point) return undefined;
    const at = Date.parse(point.at);
    if (interval === 'month') return formats.month.format(at);
    if (interval === 'day') return formats.longDay.format(at);
    if (interval === 'week') {
      const next = all[index + 1];
      const end = next ? Date.parse(next.at) : Date.parse(to);
      return formats.longDay.formatRange(Math.max(at, Date.parse(from)), end - 1);
    }
    // Clocks that are set back show the same hour twice.
    const local = toLocalTime(at, timeZone);
    const isRepeated = [all[index - 1], all[index + 1]].some(
      (other) => other && toLocalTime(Date.parse(other.at), timeZone) === local,
    );
    return (isRepeated ? formats.zonedTime : formats.longTime).format(at);
  }

  return {
    axis: (index) => {
      const at = Date.parse(points[index]?.at ?? answer.from);
      if (interval === 'month') return formats.month.format(at);
      if (!isByClock || (isNewDay(index) && !isOneDay)) return formats.day.format(at);
      return formats.time.format(at);
    },
    isMajor: (index) => isByClock && !isOneDay && isNewDay(index),
    full: (index) => describeBucket(answer, index) ?? '',
    soFar: interval === 'day' ? 'so far today' : `so far this ${interval}`,
    compared: (index) => {
      if (!comparedRange || !compared) return undefined;
      const bucket = describeBucket({ ...comparedRange, points: compared }, index);
      const end = Date.parse(comparedRange.to);
      if (index < compared.length - 1 || !cutsBucket(end, answer)) return bucket;
      const isDay = interval === 'day';
      const until = isByClock || isDay ? formats.time.format(end) : formats.dayTime.format(end);
      const day = isDay && (lastWeekday(answer, index) ?? formats.weekday.format(end));
      return `${day || bucket} by ${until}`;
    },
  };
}

/** Whether a range that ends at `end` has only a part of its last bucket, because the present one is not over. */
function cutsBucket(end: number, { interval, timeZone }: StatsTimeseries): boolean {
  const digits = interval === 'hour' ? 'yyyy-mm-ddThh'.length : 'yyyy-mm-dd'.length;
  const unit = (at: number) => toLocalTime(at, timeZone).slice(0, digits);
  return interval !== 'minute' && unit(end - 1) === unit(end);
}

/** "last Monday" for the day a week before that of a bucket. */
function lastWeekday({ points, compared, interval, timeZone }: StatsTimeseries, index: number) {
  const [point, before] = [points[index], compared?.[index]];
  if (interval !== 'day' || !point || !before) return undefined;
  const date = toLocalDate(Date.parse(before.at), timeZone);
  if (addDays(date, 7) !== toLocalDate(Date.parse(point.at), timeZone)) return undefined;
  const weekday = toDateFormat(['en'], { weekday: 'long', timeZone }).format(Date.parse(before.at));
  return `last ${weekday}`;
}

/** The first and the last day of a range that ends before `to`. */
export function formatRange(range: { from: string; to: string }, timeZone: string): string {
  const format = toDateFormat(locales(), { ...day, year: 'numeric', timeZone });
  return withPlainSpaces(format.formatRange(Date.parse(range.from), Date.parse(range.to) - 1));
}

/** The compared range, and whether its days have the same weekdays. Undefined without one. */
export function describeCompared({ from, comparedRange, timeZone }: StatsTimeseries): string | undefined {
  if (!comparedRange) return undefined;
  const dateOf = (at: string) => toLocalDate(Date.parse(at), timeZone);
  // Both dates are counted.
  const isWholeWeeks = (countDays(dateOf(comparedRange.from), dateOf(from)) - 1) % 7 === 0;
  return `${formatRange(comparedRange, timeZone)}${isWholeWeeks ? ', same weekdays' : ''}`;
}
