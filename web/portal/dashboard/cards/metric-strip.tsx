import { ChartColumn } from 'lucide-react';
import type { StatsSummary } from '../../../../contract/stats/answers.ts';
import { metricOf, type StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { formatMetric, toChange } from '../../../figures/format.ts';
import { MetricChange } from '../../../figures/metric-change.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { listFurtherMetrics } from '../metric-groups.ts';
import { usePortal } from '../view/use-portal.ts';
import { Definition } from './definition.tsx';

/** The metric of the second chart as long as no other is chosen. */
const usualMetric: StatsMetric = 'visitors';

interface MetricStripProps {
  summary: StatsSummary;
  /** The metrics of the cards, which are not repeated. */
  figures: readonly StatsMetric[];
}

/** Further metrics. The pressed one is what the second chart draws; pressed again, the chart draws visitors. */
export function MetricStrip({ summary, figures }: MetricStripProps) {
  const { company, metric: chosen, changeMetric } = usePortal();
  const metrics = listFurtherMetrics(company, figures, summary);
  return (
    <section aria-labelledby="strip">
      <h2 id="strip" className="sr-only">
        Further metrics
      </h2>
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line sm:grid-cols-3 xl:flex">
        {metrics.map((metric, index) => {
          const { value = null, compared = null } = summary.metrics[metric] ?? {};
          const { label } = metricOf(metric);
          const isChosen = metric === chosen;
          return (
            <li
              key={metric}
              className={classNames(
                'relative min-w-0 grow basis-0 px-4 py-2.5 has-[[data-choice]:hover]:bg-sunken xl:py-3.5',
                isChosen ? 'bg-sunken' : 'bg-raised',
                ...fillRow(index, metrics.length),
              )}
            >
              <Definition id={metric} className="relative z-10 block pr-5 text-note text-soft">
                {label}
              </Definition>
              <p className="flex flex-wrap items-baseline gap-x-2 xl:block">
                <span className="text-[1.0625rem] font-medium whitespace-nowrap tabular">
                  {formatMetric(metric, value, summary.currency)}
                </span>
                <span className="xl:block xl:min-h-5">
                  <MetricChange
                    metric={metric}
                    change={toChange(metric, value, compared)}
                    compared={formatMetric(metric, compared, summary.currency)}
                  />
                </span>
              </p>
              <button
                type="button"
                data-choice
                aria-pressed={isChosen}
                aria-label={`${label} in the second chart`}
                title={`${label} in the second chart`}
                onClick={() => changeMetric(isChosen ? usualMetric : metric)}
                className="absolute inset-0 flex items-start justify-end p-2.5 outline-offset-[-3px] print:hidden"
              >
                <ChartColumn
                  className={classNames('size-4', isChosen ? 'text-live' : 'text-strong')}
                  strokeWidth={1.5}
                  aria-hidden="true"
                />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The last one fills the row: of two columns on phones, of three on wider screens. */
function fillRow(index: number, count: number): (string | false)[] {
  if (index !== count - 1) return [];
  return [
    count % 2 === 1 && 'max-sm:col-span-2',
    count % 3 === 1 && 'sm:max-xl:col-span-3',
    count % 3 === 2 && 'sm:max-xl:col-span-2',
  ];
}
