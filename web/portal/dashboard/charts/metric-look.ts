import { metricOf, type StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import type { StatsInterval } from '../../../../contract/stats/model/periods.ts';

/** Additions to the label of a metric where it alone would be ambiguous. */
const additions: Partial<Record<StatsMetric, string>> = {
  visitors: 'each counted once a day',
  revenue: 'less refunds',
  'verified-revenue': 'less refunds',
  'revenue-per-visit': 'less refunds',
  'average-order-value': 'before refunds',
};

/** Metrics that are averages or shares are "in" a bucket, amounts are "per" bucket. */
export function toUnit(metric: StatsMetric, interval: StatsInterval): string {
  const { label, per } = metricOf(metric);
  return per === undefined ? `${label} per ${interval}` : `${label}, ${interval} by ${interval}`;
}

/** The line under a chart's title that names what is drawn: "Revenue per day, less refunds". */
export function describeDrawn(metric: StatsMetric, interval: StatsInterval): string {
  const addition = additions[metric];
  return addition ? `${toUnit(metric, interval)}, ${addition}` : toUnit(metric, interval);
}
