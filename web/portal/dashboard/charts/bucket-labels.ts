import type { StatsTimeseries } from '../../../../contract/stats/answers.ts';
import type { BucketLabels } from '../../../charts/chart-series.ts';
import { locales } from '../../format.ts';
import { toLocalTime } from '../period/local-time.ts';
import type { Buckets } from './bucket-series.ts';

const day = { day: 'numeric', month: 'short' } as const;
const time = { hour: 'numeric', minute: '2-digit' } as const;
const longDay = { ...day, weekday: 'short', year: 'numeric' } as const;
const month = { month: 'short', year: 'numeric' } as const;

/** The dates of buckets in the company's time zone and the reader's locale. */
export function createBucketLabels(answer: StatsTimeseries): BucketLabels {
  const { points, compared, interval, timeZone, comparedRange } = answer;
  const isByClock = interval === 'hour' || interval === 'minute';
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locales(), { ...options, timeZone });
  const formats = {
    day: format(day),
    time: format(time),
    longDay: format(longDay),
    longTime: format({ ...longDay, ...time }),
    zonedTime: format({ ...longDay, ...time, timeZoneName: 'short' }),
    month: format(month),
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
    compared: (index) =>
      comparedRange && compared ? describeBucket({ ...comparedRange, points: compared }, index) : undefined,
  };
}

/** The first and the last day of a range that ends before `to`. */
export function formatRange(range: { from: string; to: string }, timeZone: string): string {
  return new Intl.DateTimeFormat(locales(), { ...day, year: 'numeric', timeZone }).formatRange(
    Date.parse(range.from),
    Date.parse(range.to) - 1,
  );
}
