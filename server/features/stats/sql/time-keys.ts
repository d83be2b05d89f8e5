import { type ClockInterval, listOffsetSpans } from '../period/buckets.ts';
import type { TimeRange } from '../period/time-range.ts';
import type { StatementValues } from './statement-values.ts';

const lengthsMs: Record<ClockInterval, number> = { minute: 60_000, hour: 3_600_000 };

/** The bucket that a row is in, as `listBuckets` names it. `at`: the column with the row's time. */
export function toTimeKey(
  interval: 'day' | ClockInterval,
  range: TimeRange,
  at: 'at' | 'started_at',
  values: StatementValues,
): string {
  if (interval === 'day') return 'day';
  const bind = (number: number) => `${values.bind(number)}::BIGINT`;
  const length = bind(lengthsMs[interval]);
  // One branch for each offset from UTC that the zone has in the range.
  const spans = listOffsetSpans(range).map(({ begin, end, offset }) => {
    const start = `(epoch_ms("${at}") + ${bind(offset)}) // ${length} * ${length} - ${bind(offset)}`;
    return { key: Number.isFinite(begin) ? `greatest(${bind(begin)}, ${start})` : start, end };
  });
  const last = spans.pop();
  if (!last) throw new Error('a range has at least one offset');
  if (spans.length === 0) return last.key;
  const branches = spans.map(({ key, end }) => `WHEN "${at}" < ${values.bindInstant(end)} THEN ${key}`);
  return `CASE ${branches.join(' ')} ELSE ${last.key} END`;
}
