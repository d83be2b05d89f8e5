import type { StatsSummary } from '../../../../contract/stats/answers.ts';
import { metricOf } from '../../../../contract/stats/model/metrics.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatMetric, toChange } from '../../format.ts';
import { salesAverages, siteMetrics } from '../metric-groups.ts';
import { usePortal } from '../view/use-portal.ts';
import { DefinitionLink } from './definition-link.tsx';
import { hasSales } from './has-sales.ts';
import { MetricChange } from './metric-change.tsx';

/** Further metrics. The pressed one is what the second chart draws. */
export function MetricStrip({ summary }: { summary: StatsSummary }) {
  const { metric: chosen, changeMetric } = usePortal();
  const isShop = hasSales(summary);
  const metrics = isShop ? [...siteMetrics, ...salesAverages] : siteMetrics;
  return (
    <section aria-labelledby="strip">
      <h2 id="strip" className="sr-only">
        Further metrics: choose what the second chart draws
      </h2>
      <ul
        className={classNames(
          'grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line',
          isShop ? 'sm:grid-cols-5' : 'sm:grid-cols-4 xl:grid-cols-7',
        )}
      >
        {metrics.map((metric) => {
          const { value = null, compared = null } = summary.metrics[metric] ?? {};
          const isChosen = metric === chosen;
          return (
            <li
              key={metric}
              className={classNames(
                'relative flex min-w-0 items-start justify-between gap-1 p-4',
                !isShop && 'last:max-xl:col-span-2',
                isChosen ? 'bg-sunken' : 'bg-raised',
              )}
            >
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => changeMetric(metric)}
                className="min-w-0 flex-1 rounded-control text-left after:absolute after:inset-0"
              >
                <span
                  className={classNames(
                    'block text-note',
                    isChosen ? 'text-ink underline decoration-2 underline-offset-4' : 'text-soft',
                  )}
                >
                  {metricOf(metric).label}
                </span>
                <span className="mt-1 block text-[1.125rem] font-medium tabular">
                  {formatMetric(metric, value, summary.currency)}
                </span>
                <MetricChange
                  metric={metric}
                  change={toChange(metric, value, compared)}
                  compared={formatMetric(metric, compared, summary.currency)}
                />
              </button>
              <span className="relative">
                <DefinitionLink term={metricOf(metric).label} id={metric} />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
