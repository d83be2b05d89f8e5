import { type MetricUnit, metricOf, type StatsMetric } from '../stats/model/metrics.ts';
import { durationSteps, integerSteps } from './scales.ts';

const steps: Record<MetricUnit, readonly number[] | undefined> = {
  count: integerSteps,
  seconds: durationSteps,
  ...{ ratio: undefined, percent: undefined, money: undefined },
};

/** The distances that the labels of a metric's axis may have; undefined for any. */
export const toValueSteps = (metric: StatsMetric): readonly number[] | undefined =>
  steps[metricOf(metric).unit];
