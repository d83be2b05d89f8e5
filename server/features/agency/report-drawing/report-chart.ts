import { drawTimeChart, type TimeChart } from '../../../../contract/charts/time-chart.ts';
import { toValueSteps } from '../../../../contract/charts/value-steps.ts';
import type { WrittenChart } from './written-report.ts';

interface ChartSize {
  width: number;
  height: number;
  fontSize: number;
  measure: (text: string) => number;
}

/** The chart of a report, in the form the portal has it: paths, and places of the labels. */
export function layOutChart({ values, ghost, days, locale }: WrittenChart, size: ChartSize): TimeChart {
  const numbers = new Intl.NumberFormat(locale, {
    ...{ notation: 'compact', maximumFractionDigits: 1, numberingSystem: 'latn' },
  });
  return drawTimeChart({
    kind: 'line',
    series: { values, ghost, unfinished: null },
    valueSteps: toValueSteps('visitors'),
    labels: {
      value: (value) => numbers.format(value),
      axis: (index) => days[index]?.label ?? '',
      isMajor: (index) => days[index]?.isMajor ?? false,
    },
    ...size,
  });
}
