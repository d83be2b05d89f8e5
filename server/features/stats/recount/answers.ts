import type { StatsDimension } from '../../../../contract/stats/model/dimensions.ts';
import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import type { StatsInterval } from '../../../../contract/stats/model/periods.ts';
import { containsText } from './filters.ts';
import { listBuckets } from './periods.ts';
import { byBucket, byDimension, emptyMetrics, inTotal, Recount } from './recount.ts';
import type { RecountMetrics, RecountQuestion } from './tally.ts';
import type { Hit } from './visits.ts';

function recount(visitorDays: Hit[][], counting: Recount): Map<string, RecountMetrics> {
  for (const visitorDay of visitorDays) counting.add(visitorDay);
  return counting.toMetrics();
}

export function summarize(visitorDays: Hit[][], question: RecountQuestion): RecountMetrics {
  const found = recount(visitorDays, new Recount(question, inTotal)).get('');
  return found ?? emptyMetrics(question);
}

/** A point for every bucket of the range; `at` in microseconds since 1970. */
export function listPoints(
  visitorDays: Hit[][],
  question: RecountQuestion,
  interval: StatsInterval,
  timeZone: string,
  weekStart = 1,
): { at: number; metrics: RecountMetrics }[] {
  const found = recount(visitorDays, new Recount(question, byBucket(interval, timeZone, weekStart)));
  return listBuckets(question.range, interval, timeZone, weekStart).map((at) => ({
    at,
    metrics: found.get(String(at)) ?? emptyMetrics(question),
  }));
}

export interface BreakdownRow {
  value: string;
  metrics: RecountMetrics;
}

interface BreakdownOptions {
  sort: { by: StatsMetric | 'value'; isDescending: boolean };
  search: string;
  limit: number;
  /** From 1. */
  page: number;
}

/** One page of the values of a dimension, and how many values there are. */
export function listValues(
  visitorDays: Hit[][],
  question: RecountQuestion,
  dimension: StatsDimension,
  { sort, search, limit, page }: BreakdownOptions,
): { rows: BreakdownRow[]; rowCount: number } {
  const counting = new Recount(question, byDimension(dimension, question.filters));
  const rows = [...recount(visitorDays, counting)]
    .map(([value, metrics]) => ({ value, metrics }))
    .filter(({ value }) => containsText(value, search))
    .sort((a, b) => compareRows(a, b, sort));
  return { rows: rows.slice((page - 1) * limit, page * limit), rowCount: rows.length };
}

function compareRows(a: BreakdownRow, b: BreakdownRow, sort: BreakdownOptions['sort']): number {
  const byValue = Buffer.compare(Buffer.from(a.value), Buffer.from(b.value));
  if (sort.by === 'value') return sort.isDescending ? -byValue : byValue;
  const [left, right] = [a.metrics[sort.by], b.metrics[sort.by]];
  // Rates of nothing come last, in both directions.
  if (left === null || right === null) return Number(left === null) - Number(right === null) || byValue;
  const difference = Number(left) - Number(right);
  return (sort.isDescending ? -difference : difference) || byValue;
}
