import type { StatsInterval } from '../../../../contract/stats.ts';
import { isClockInterval, listOffsetSpans } from '../period/buckets.ts';
import type { TimeRange } from '../period/time-range.ts';
import type { StatementValues } from './statement-values.ts';

/** The key of the bucket that a row is in, as `listBuckets` names it. `at`: the column with the row's time. */
export function toTimeKey(
  interval: StatsInterval,
  range: TimeRange,
  at: 'at' | 'started_at',
  values: StatementValues,
): string {
  if (isClockInterval(interval))
    return toClockKey(interval === 'hour' ? 3_600_000 : 60_000, range, at, values);
  return interval === 'day' ? 'day' : `date_trunc('${interval}', day)::DATE`;
}

/** One branch for each offset from UTC that the zone has in the range. */
function toClockKey(lengthMs: number, range: TimeRange, at: string, values: StatementValues): string {
  const bind = (number: number) => `${values.bind(number)}::BIGINT`;
  const spans = listOffsetSpans(range).map(({ begin, end, offset }) => {
    const start = `(epoch_ms("${at}") + ${bind(offset)}) // ${bind(lengthMs)} * ${bind(lengthMs)} - ${bind(offset)}`;
    const key = Number.isFinite(begin) ? `greatest(${bind(begin)}, ${start})` : start;
    return { key, end };
  });
  const last = spans.pop();
  if (!last) throw new Error('a range has at least one offset');
  if (spans.length === 0) return last.key;
  const branches = spans.map(({ key, end }) => `WHEN "${at}" < ${values.bindInstant(end)} THEN ${key}`);
  return `CASE ${branches.join(' ')} ELSE ${last.key} END`;
}
