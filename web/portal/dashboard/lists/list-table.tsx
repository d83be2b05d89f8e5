import type { MetricValues, StatsBreakdown } from '../../../../contract/stats/answers.ts';
import { listMetricsOf, mainMetric } from '../../../../contract/stats/list-metrics.ts';
import type { StatsDimension } from '../../../../contract/stats/model/dimensions.ts';
import { isAboutSales, metricOf, type StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { formatMetric, toChange } from '../../../figures/format.ts';
import { MetricChange } from '../../../figures/metric-change.tsx';
import { listSeen } from '../../portal-rights.ts';
import { Definition } from '../cards/definition.tsx';
import { usePortal } from '../view/use-portal.ts';
import { describeOtherRows } from './describe-other-rows.ts';
import { showsSales } from './list-panels.ts';
import { RowName } from './row-name.tsx';

const cell = 'pl-3 text-right whitespace-nowrap tabular';
/** Where a panel is narrow, these numbers are below the name instead. */
const wideCell = `${cell} hidden @lg:table-cell`;

interface ListTableProps {
  /** Names the table for screen readers. */
  caption: string;
  dimension: StatsDimension;
  answer: StatsBreakdown;
}

/** The first rows of a list, and what the others add to the totals. */
export function ListTable({ caption, dimension, answer }: ListTableProps) {
  const main = mainMetric(dimension);
  const isShop = showsSales(answer.totals);
  const { company } = usePortal();
  const salesMetrics = isShop ? listSeen(company, listMetricsOf(dimension)).filter(isAboutSales) : [];
  const isCompared = answer.rows.some(({ compared }) => compared !== null);
  const largest = Math.max(1, ...answer.rows.map((row) => Number(row.metrics[main] ?? 0)));
  const others = describeOtherRows(answer, main);
  const format = (metric: StatsMetric, value: number | string | null | undefined) =>
    formatMetric(metric, value, answer.currency);

  return (
    <table className="w-full border-separate border-spacing-y-0.5 text-[0.9375rem]">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-note text-soft">
        <tr>
          <th scope="col" className="w-full px-2 text-left font-normal">
            <span className="sr-only">Name</span>
          </th>
          <th scope="col" className={`${cell} font-normal`}>
            <Definition id={main}>{metricOf(main).label}</Definition>
          </th>
          {isCompared && (
            <th scope="col" className={`${cell} font-normal`}>
              Change
            </th>
          )}
          {salesMetrics.map((metric) => (
            <th key={metric} scope="col" className={`${wideCell} font-normal`}>
              <Definition id={metric}>
                {metric === 'conversion-rate' ? 'Conversion' : metricOf(metric).label}
              </Definition>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {answer.rows.map(({ value, metrics, compared }) => (
          <tr key={value} className="group">
            <th scope="row" className="relative w-full max-w-0 font-normal">
              <span
                aria-hidden="true"
                className="absolute inset-y-0 left-0 rounded-control bg-bar"
                style={{ width: `${(Number(metrics[main] ?? 0) / largest) * 100}%` }}
              />
              <RowName dimension={dimension} value={value} />
              {isShop && <OrderLine metrics={metrics} format={format} />}
            </th>
            <td className={cell}>{format(main, metrics[main])}</td>
            {isCompared && (
              <td className={cell}>
                <MetricChange
                  metric={main}
                  change={toChange(main, metrics[main], compared?.[main])}
                  compared={format(main, compared?.[main])}
                  isColumn
                />
              </td>
            )}
            {salesMetrics.map((metric) => (
              <td key={metric} className={wideCell}>
                {format(metric, metrics[metric])}
              </td>
            ))}
          </tr>
        ))}
        {others && (
          <tr className="text-soft">
            <th scope="row" className="w-full max-w-0 px-2 py-1.5 text-left font-normal">
              {others.label}
              {isShop && <OrderLine metrics={others.metrics} format={format} />}
            </th>
            <td className={cell}>{others.main}</td>
            {isCompared && <td />}
            {salesMetrics.map((metric) => (
              <td key={metric} className={wideCell}>
                {others.metrics[metric] !== undefined && format(metric, others.metrics[metric])}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
}

interface OrderLineProps {
  metrics: MetricValues;
  format: (metric: StatsMetric, value: number | string | null | undefined) => string;
}

/** Orders, revenue and conversion rate in a narrow panel. */
function OrderLine({ metrics, format }: OrderLineProps) {
  if (metrics.orders === undefined) return null;
  return (
    <span className="relative block px-2 pb-1.5 text-left text-note text-soft tabular @lg:hidden">
      {format('orders', metrics.orders)} {metrics.orders === 1 ? 'order' : 'orders'}
      {metrics.revenue !== undefined && ` · ${format('revenue', metrics.revenue)}`}
      {metrics['conversion-rate'] !== undefined &&
        ` · ${format('conversion-rate', metrics['conversion-rate'])}`}
    </span>
  );
}
