import { ArrowDown, ArrowUp } from 'lucide-react';
import { Fragment } from 'react';
import type { StatsBreakdown } from '../../../../contract/stats/answers.ts';
import { isStatsDimension } from '../../../../contract/stats/filter.ts';
import { mainMetric } from '../../../../contract/stats/list-metrics.ts';
import { isAboutSales, metricOf, type StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { formatMetric, toChange } from '../../../figures/format.ts';
import { MetricChange } from '../../../figures/metric-change.tsx';
import { listSeen } from '../../portal-rights.ts';
import { usePortal } from '../view/use-portal.ts';
import { allRowsMetricsOf, showsSales } from './list-panels.ts';
import { RowName } from './row-name.tsx';

export interface RowSort {
  metric: StatsMetric;
  isDescending: boolean;
}

interface AllRowsTableProps {
  caption: string;
  answer: StatsBreakdown;
  sort: RowSort;
  onSort: (metric: StatsMetric) => void;
}

/** A page of rows with all their numbers. A column's heading sorts by it. */
export function AllRowsTable({ caption, answer, sort, onSort }: AllRowsTableProps) {
  const { dimension } = answer;
  const { company } = usePortal();
  if (!isStatsDimension(dimension)) return null;
  const hasOrders = showsSales(answer.totals);
  const metrics = listSeen(company, allRowsMetricsOf(dimension)).filter(
    (metric) => hasOrders || !isAboutSales(metric),
  );
  const main = mainMetric(dimension);
  const isCompared = answer.rows.some(({ compared }) => compared !== null);
  const Arrow = sort.isDescending ? ArrowDown : ArrowUp;

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is wider than a phone.
    <section aria-label={caption} tabIndex={0} className="relative mt-2 overflow-x-auto rounded-control">
      <table className="w-full border-collapse text-[0.9375rem]">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-strong">
            <th scope="col" className="px-2 text-left font-normal text-soft">
              Name
            </th>
            {metrics.map((metric) => (
              <Fragment key={metric}>
                <th
                  scope="col"
                  aria-sort={
                    sort.metric === metric ? (sort.isDescending ? 'descending' : 'ascending') : undefined
                  }
                  className="pl-3 text-right font-normal"
                >
                  <button
                    type="button"
                    onClick={() => onSort(metric)}
                    className="inline-flex min-h-11 items-center gap-1 whitespace-nowrap text-soft hover:text-ink"
                  >
                    {sort.metric === metric && (
                      <Arrow className="size-4" strokeWidth={1.5} aria-hidden="true" />
                    )}
                    {metricOf(metric).label}
                  </button>
                </th>
                {metric === main && isCompared && (
                  <th scope="col" className="pl-3 text-right font-normal text-soft">
                    Change
                  </th>
                )}
              </Fragment>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.rows.map((row) => (
            <tr key={row.value} className="group border-b border-line">
              <th scope="row" className="min-w-40 text-left font-normal">
                <RowName dimension={dimension} value={row.value} isBroken />
              </th>
              {metrics.map((metric) => (
                <Fragment key={metric}>
                  <td className="pl-3 text-right whitespace-nowrap tabular">
                    {formatMetric(metric, row.metrics[metric], answer.currency)}
                  </td>
                  {metric === main && isCompared && (
                    <td className="pl-3 text-right">
                      <MetricChange
                        metric={metric}
                        change={toChange(metric, row.metrics[metric], row.compared?.[metric])}
                        compared={formatMetric(metric, row.compared?.[metric], answer.currency)}
                        isColumn
                      />
                    </td>
                  )}
                </Fragment>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
