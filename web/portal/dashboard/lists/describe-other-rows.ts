import type { MetricValues, StatsBreakdown } from '../../../../contract/stats/answers.ts';
import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { formatCount } from '../../../figures/format.ts';
import { toOtherRows } from './other-rows.ts';

export interface OtherRowsText {
  label: string;
  /** In the column of the first number, with its unit where that is another one than the column's. */
  main: string;
  metrics: MetricValues;
}

/** Metrics that count the rows of a list whose first number cannot be added up, from the most telling on. */
const countedInstead = ['visits', 'page-views'] as const;

/** The last row of a list as text. Undefined if the other rows have no number to show. */
export function describeOtherRows(answer: StatsBreakdown, main: StatsMetric): OtherRowsText | undefined {
  const others = toOtherRows(answer);
  if (!others) return undefined;
  const { count, metrics } = others;
  // Every value has a row: what is left are orders that the shop reported without the id of a visitor.
  if (count === 0) return { label: 'Orders without a known visit', main: '', metrics };
  const label = count === 1 ? '1 other' : `${formatCount(count)} others`;
  const own = metrics[main];
  if (own !== undefined && own !== null) return { label, main: formatCount(Number(own)), metrics };
  const instead = countedInstead.find((metric) => metrics[metric] !== undefined);
  if (!instead) return undefined;
  return { label, main: withUnit(instead, metrics[instead] ?? 0), metrics };
}

function withUnit(metric: (typeof countedInstead)[number], value: number): string {
  const plural = metric === 'visits' ? 'visits' : 'views';
  return `${formatCount(value)} ${value === 1 ? plural.slice(0, -1) : plural}`;
}
