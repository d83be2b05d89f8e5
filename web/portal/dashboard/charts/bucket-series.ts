import type { ChartSeries } from '../../../../contract/charts/chart-series.ts';
import { addDays } from '../../../../contract/rules/dates/calendar-days.ts';
import type { MetricValues, StatsTimeseries } from '../../../../contract/stats/answers.ts';
import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import type { StatsInterval } from '../../../../contract/stats/model/periods.ts';
import { toLocalDate } from '../../../period/local-time.ts';

export type Buckets = Pick<StatsTimeseries, 'points' | 'interval' | 'timeZone' | 'from' | 'to'>;

/** Whether the bucket that begins at `at`, the last of an answer, has not ended at `now`. In milliseconds since 1970. */
function isRunning(at: number, now: number, interval: StatsInterval, timeZone: string): boolean {
  if (interval === 'minute') return now < at + 60_000;
  if (interval === 'hour') return now < at + 3_600_000;
  const first = toLocalDate(at, timeZone);
  const today = toLocalDate(now, timeZone);
  if (interval === 'day') return today <= first;
  if (interval === 'week') return today < addDays(first, 7);
  return today.slice(0, 7) <= first.slice(0, 7);
}

/** The bucket that contains `now`; null if all are before or after it. */
export function findUnfinished({ points, interval, timeZone }: Buckets, now: number): number | null {
  const index = points.findLastIndex(({ at }) => Date.parse(at) <= now);
  const point = points[index];
  if (!point) return null;
  if (index < points.length - 1) return index;
  return isRunning(Date.parse(point.at), now, interval, timeZone) ? index : null;
}

function readMetric(metrics: MetricValues, metric: StatsMetric): number | null {
  const value = metrics[metric];
  return value === undefined || value === null ? null : Number(value);
}

/** The values of a metric, next to the compared ones. Buckets after `now` are gaps: nothing has happened in them yet. */
export function toSeries(answer: StatsTimeseries, metric: StatsMetric, now: number): ChartSeries {
  const compared = answer.compared?.map((point) => readMetric(point.metrics, metric)) ?? null;
  return {
    values: answer.points.map(({ at, metrics }) =>
      Date.parse(at) > now ? null : readMetric(metrics, metric),
    ),
    ghost: compared && answer.points.map((_, index) => compared[index] ?? null),
    unfinished: findUnfinished(answer, now),
  };
}
