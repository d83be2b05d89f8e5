import type { CSSProperties } from 'react';
import type { ActiveVisitors } from '../../../../contract/live.ts';
import type { StatsSummary, StatsTimeseries } from '../../../../contract/stats/answers.ts';
import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { Sparkline } from '../../../charts/sparkline.tsx';
import { formatMetric, toChange } from '../../../figures/format.ts';
import { MetricChange } from '../../../figures/metric-change.tsx';
import { cardLabelOf } from '../metric-groups.ts';
import { useLoaded } from '../view/use-loaded.ts';
import { usePortal } from '../view/use-portal.ts';
import { ActiveUsers } from './active-users.tsx';
import { GoalSpace } from './goal-space.tsx';
import { MetricCard } from './metric-card.tsx';
import { OtherCurrencies } from './other-currencies.tsx';
import { ReportedMark } from './reported-mark.tsx';
import { describeReported } from './reported-share.ts';

const loadHeadlineGoal = () => import('../goals/headline-goal.tsx').then((file) => file.HeadlineGoal);

/** Columns by the number of figures, next to that of the live visitors. */
const columns = [
  'lg:grid-cols-1',
  'sm:grid-cols-1 lg:grid-cols-2',
  'sm:grid-cols-2 lg:grid-cols-3',
  'sm:grid-cols-3 lg:grid-cols-4',
  'sm:grid-cols-4 lg:grid-cols-[1.2fr_1.2fr_1fr_1fr_1fr]',
];

/** The same without the live visitors. */
const columnsAlone = ['', 'sm:grid-cols-1', 'sm:grid-cols-2', 'sm:grid-cols-3', 'sm:grid-cols-4'];

interface MetricCardsProps {
  summary: StatsSummary;
  timeseries: StatsTimeseries | undefined;
  active: ActiveVisitors | undefined;
  figures: readonly StatsMetric[];
}

export function MetricCards({ summary, timeseries, active, figures }: MetricCardsProps) {
  const { company, isShared = false } = usePortal();
  const { display, access } = company;
  const isLive = !access.isNarrowed;
  const { metrics, currency } = summary;
  // A rate of no visits is shown as zero, as the specification has it.
  const texts = figures.map((metric) => formatMetric(metric, metrics[metric]?.value ?? 0, currency));
  const room = Math.max(...texts.map((text) => text.length));
  // On phones two are side by side.
  const isAlone = (index: number) => index === figures.length - 1 && index % 2 === 0;

  return (
    <section aria-labelledby="metrics" className="@container">
      <h2 id="metrics" className="sr-only">
        Metrics of the period
      </h2>
      <div
        style={{ '--figures': figures.length, '--cards': figures.length + (isLive ? 1 : 0) } as CSSProperties}
        className={`grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line [--cell:calc(50cqi-2.1rem)] sm:[--cell:calc(100cqi/var(--figures)-2.1rem)] lg:[--cell:calc(100cqi/(var(--cards)*1.08)-3.2rem)] ${(isLive ? columns : columnsAlone)[figures.length] ?? ''}`}
      >
        {isLive && <ActiveUsers active={active} />}
        {figures.map((metric, index) => {
          const { value = null, compared = null } = metrics[metric] ?? {};
          return (
            <MetricCard
              key={metric}
              label={cardLabelOf(metric)}
              metric={metric}
              value={texts[index] ?? ''}
              room={room}
              className={isAlone(index) ? 'max-sm:col-span-2' : undefined}
            >
              <p className="min-h-5">
                <MetricChange
                  metric={metric}
                  change={toChange(metric, value, compared)}
                  compared={formatMetric(metric, compared, currency)}
                />
              </p>
              <ReportedMark share={describeReported(metric, summary)} />
              {metric === 'revenue' && <OtherCurrencies summary={summary} />}
              <div className="mt-auto pt-2 lg:pt-3">
                <Sparkline values={toValues(timeseries, metric)} />
              </div>
            </MetricCard>
          );
        })}
        {display.goalId !== null && !isShared && <LoadedHeadlineGoal goalId={display.goalId} />}
      </div>
    </section>
  );
}

/** Not `lazy` of React, which the server cannot render: it would leave an error to the browser. */
function LoadedHeadlineGoal({ goalId }: { goalId: string }) {
  const { loaded } = useLoaded(loadHeadlineGoal);
  return typeof loaded === 'string' ? <GoalSpace /> : <loaded.Component goalId={goalId} />;
}

const toValues = (timeseries: StatsTimeseries | undefined, metric: StatsMetric) =>
  (timeseries?.points ?? []).map(({ metrics }) => Number(metrics[metric] ?? 0));
