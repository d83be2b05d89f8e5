import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { durationSteps, integerSteps } from '../../../charts/plot-scales.ts';
import { isMoney, isRate } from '../../format.ts';

/** The distances that the labels of a metric's axis may have; undefined for any. */
export function toValueSteps(metric: StatsMetric): number[] | undefined {
  if (metric === 'visit-duration') return durationSteps;
  const isRatio = metric === 'views-per-visit' || metric === 'orders-per-visitor';
  const hasFractions = isRate(metric) || isMoney(metric) || isRatio;
  return hasFractions ? undefined : integerSteps;
}

/** Whether a rise of the metric is not a success. */
export const isLessBetter = (metric: StatsMetric) => metric === 'bounce-rate' || metric === 'refunds';
