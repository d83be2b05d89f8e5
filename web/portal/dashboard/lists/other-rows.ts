import type { MetricValues, StatsBreakdown } from '../../../../contract/stats/answers.ts';
import { isStatsDimension } from '../../../../contract/stats/filter.ts';
import { rowMetricOf } from '../../../../contract/stats/list-metrics.ts';
import { isVisitDimension } from '../../../../contract/stats/model/dimensions.ts';
import { addsUp, metricsWithoutGoal, type StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { subtractAmounts } from '../../amounts.ts';

/** The metrics of which the rows of all values add up to the totals. A visitor can have several values, and a visit several pages. */
function listAdditive(dimension: string): readonly StatsMetric[] {
  if (!isStatsDimension(dimension)) return [];
  if (isVisitDimension(dimension)) return metricsWithoutGoal.filter(addsUp);
  return [rowMetricOf(dimension) ?? []].flat();
}

export interface OtherRows {
  /** Values that are not among the rows; 0 if the rest has no value, such as orders without a visit. */
  count: number;
  /** The totals without the rows. */
  metrics: MetricValues;
}

/** The rest of the totals that is in no row, so that a list adds up to the cards. Undefined if nothing is left. */
export function toOtherRows({ dimension, rows, totals, rowCount }: StatsBreakdown): OtherRows | undefined {
  const count = Math.max(0, rowCount - rows.length);
  const metrics: MetricValues = {};
  for (const metric of listAdditive(dimension)) {
    const total = totals[metric];
    if (total === undefined || total === null) continue;
    const values = rows.map((row) => row.metrics[metric] ?? 0);
    const rest =
      typeof total === 'string' ? subtractAmounts(total, values.map(String)) : subtract(total, values);
    Object.assign(metrics, { [metric]: rest });
  }
  const hasRest = Object.values(metrics).some((value) => Number(value) !== 0);
  return count > 0 || hasRest ? { count, metrics } : undefined;
}

const subtract = (total: number, values: readonly (number | string)[]) =>
  values.reduce<number>((rest, value) => rest - Number(value), total);
