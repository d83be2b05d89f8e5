import { dimensionOf, isNamedDimension, type StatsDimension } from './model/dimensions.ts';
import type { StatsMetric } from './model/metrics.ts';

/** The metrics that a list of a portal shows. */
export function listMetricsOf(dimension: StatsDimension): readonly StatsMetric[] {
  const rowMetric = rowMetricOf(dimension);
  const common = ['visitors', 'visits', 'orders', 'revenue', 'conversion-rate'] as const;
  return rowMetric === undefined ? common : [...common, rowMetric];
}

/** The metric of which the rows of a list by a dimension of rows add up to the total. */
export const rowMetricOf = (dimension: StatsDimension): StatsMetric | undefined =>
  isNamedDimension(dimension) ? dimensionOf(dimension).rowMetric : undefined;

/** The first number of a row of a list, by which it is sorted and which its bar shows too. */
export const mainMetric = (dimension: StatsDimension): StatsMetric =>
  dimension === 'event' ? 'events' : 'visitors';

/** The rows of a list of a portal: more would not fit a panel. */
export const shownRows = 9;

/** How many rows a list asks for. One answer has the rows of countries and the colours of their map. */
export const listLimitOf = (dimension: StatsDimension): number => (dimension === 'country' ? 250 : shownRows);
