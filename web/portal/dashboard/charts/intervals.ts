import {
  type StatsInterval,
  type StatsPeriod,
  statsIntervals,
} from '../../../../contract/stats/model/periods.ts';
import type { PortalView, ViewPeriod } from '../../../../contract/stats/view.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const lengths: Record<Exclude<StatsPeriod, 'all'>, number> = {
  today: dayMs,
  yesterday: dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  'this-month': 31 * dayMs,
  'last-month': 31 * dayMs,
  '12mo': 366 * dayMs,
};

/** The lengths that a period may have for an interval: some buckets, but not thousands. */
const fitting: Record<StatsInterval, { over: number; upTo: number }> = {
  minute: { over: 0, upTo: 6 * hourMs },
  hour: { over: hourMs, upTo: 31 * dayMs },
  day: { over: dayMs, upTo: 800 * dayMs },
  week: { over: 13 * dayMs, upTo: 4_000 * dayMs },
  month: { over: 59 * dayMs, upTo: Number.POSITIVE_INFINITY },
};

/** About how long a period is, whatever clocks do; undefined for `all`, of which only the server knows the first day. */
function lengthOf(period: ViewPeriod): number | undefined {
  if ('period' in period) return period.period === 'all' ? undefined : lengths[period.period];
  const isDates = period.from.length === 10;
  const toMs = (text: string) => Date.parse(isDates ? `${text}T00:00Z` : `${text}Z`);
  return toMs(period.to) - toMs(period.from) + (isDates ? dayMs : 0);
}

/** The intervals that a reader may choose for a view. */
export function listIntervals({ period }: PortalView): StatsInterval[] {
  const length = lengthOf(period);
  if (length === undefined) return ['day', 'week', 'month'];
  return statsIntervals.filter((interval) => {
    const { over, upTo } = fitting[interval];
    return length > over && length <= upTo;
  });
}
