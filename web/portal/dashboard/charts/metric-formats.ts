import type { Currency } from '../../../../contract/companies.ts';
import { formatMoney } from '../../../../contract/rules/money.ts';
import type { StatsMetric } from '../../../../contract/stats.ts';
import { durationSteps, integerSteps } from '../../../charts/plot-scales.ts';
import { formatAxis, formatCount, formatPercent } from '../../../ui/format.ts';

export interface MetricFormat {
  label: string;
  format: (value: number) => string;
  formatAxis: (value: number, step: number) => string;
  /** The distances between labels of the value axis; undefined for any. */
  valueSteps: number[] | undefined;
  /** A rise of the values is not a success. */
  isLessBetter: boolean;
}

const labels: Record<StatsMetric, string> = {
  visitors: 'Visitors',
  visits: 'Visits',
  'page-views': 'Page Views',
  'views-per-visit': 'Views per Visit',
  'bounce-rate': 'Bounce Rate',
  'visit-duration': 'Visit Duration',
  events: 'Events',
  orders: 'Orders',
  revenue: 'Revenue',
  refunds: 'Refunds',
  'conversion-rate': 'Conversion Rate',
  'goal-conversions': 'Goal Conversions',
  'goal-conversion-rate': 'Goal Conversion Rate',
};

function formatSeconds(value: number): string {
  const seconds = Math.round(value);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds}s`;
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes}m` : `${minutes}m ${seconds % 60}s`;
  return minutes % 60 === 0
    ? `${formatCount(minutes / 60)}h`
    : `${formatCount(Math.floor(minutes / 60))}h ${minutes % 60}m`;
}

/** How a metric is named and written. */
export function toMetricFormat(metric: StatsMetric, currency: Currency): MetricFormat {
  const label = labels[metric];
  const isLessBetter = metric === 'bounce-rate' || metric === 'refunds';
  if (metric === 'revenue' || metric === 'refunds')
    return {
      label,
      isLessBetter,
      format: (value) => formatMoney(value, currency),
      formatAxis: (value, step) => formatAxis(value, step, currency),
      valueSteps: undefined,
    };
  if (metric === 'visit-duration')
    return {
      label,
      isLessBetter,
      format: formatSeconds,
      formatAxis: formatSeconds,
      valueSteps: durationSteps,
    };
  if (metric.endsWith('-rate'))
    return {
      label,
      isLessBetter,
      format: formatPercent,
      formatAxis: (value, step) => `${formatAxis(value, step)}%`,
      valueSteps: undefined,
    };
  if (metric === 'views-per-visit')
    return { label, isLessBetter, format: (value) => value.toFixed(2), formatAxis, valueSteps: undefined };
  return { label, isLessBetter, format: formatCount, formatAxis, valueSteps: integerSteps };
}

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** A fraction as a change: 0.125 is +12.5%. */
export const formatChange = (change: number) => percent.format(change).replace('-', '−');
