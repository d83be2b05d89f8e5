import type { ActiveVisitors } from '../../../../contract/live.ts';
import type { StatsSummary, StatsTimeseries } from '../../../../contract/stats/answers.ts';
import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { Sparkline } from '../../../charts/sparkline.tsx';
import { formatCount, formatMetric, toChange } from '../../format.ts';
import { cardMetrics } from '../metric-groups.ts';
import { MetricCard } from './metric-card.tsx';
import { MetricChange } from './metric-change.tsx';
import { OtherCurrencies } from './other-currencies.tsx';
import { ReportedMark } from './reported-mark.tsx';
import { describeReported } from './reported-share.ts';

interface MetricCardsProps {
  summary: StatsSummary;
  timeseries: StatsTimeseries | undefined;
  active: ActiveVisitors | undefined;
}

export function MetricCards({ summary, timeseries, active }: MetricCardsProps) {
  const { metrics, currency } = summary;
  const texts = cardMetrics.map(([metric]) => toCardText(metric, metrics[metric]?.value ?? 0, currency));
  const room = Math.max(...texts.map((text) => text.length));

  return (
    <section aria-labelledby="metrics" className="@container">
      <h2 id="metrics" className="sr-only">
        Metrics of the period
      </h2>
      <div className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line [--cell:calc(50cqi-2.6rem)] lg:grid-cols-[1.15fr_1.25fr_1fr_1fr_1fr] lg:[--cell:calc(100cqi/5.4-3.2rem)]">
        <MetricCard
          isLive
          label="Active Users"
          definition="live-visitors"
          value={formatCount(active?.total ?? 0)}
          room={room}
          className="col-span-2 [--cell:50rem] lg:col-span-1 lg:[--cell:calc(100cqi/5.4-3.2rem)]"
        >
          <p className="text-[0.9375rem] text-live">live visitors now</p>
          <p className="mt-auto pt-4 text-note text-soft tabular">
            {formatCount(active?.onSite ?? 0)} on the site · {formatCount(active?.onPortal ?? 0)} viewing this
            portal
          </p>
        </MetricCard>
        {cardMetrics.map(([metric, label], index) => {
          const value = metrics[metric]?.value ?? null;
          const compared = metrics[metric]?.compared ?? null;
          return (
            <MetricCard key={metric} label={label} definition={metric} value={texts[index] ?? ''} room={room}>
              <p className="mt-1 min-h-6">
                <MetricChange
                  metric={metric}
                  change={toChange(metric, value, compared)}
                  compared={formatMetric(metric, compared, currency)}
                />
              </p>
              <ReportedMark share={describeReported(metric, summary)} />
              {metric === 'revenue' && <OtherCurrencies summary={summary} />}
              <div className="mt-auto pt-3">
                <Sparkline values={toValues(timeseries, metric)} />
              </div>
            </MetricCard>
          );
        })}
      </div>
    </section>
  );
}

/** A rate of no visits is shown as zero, as the specification has it. */
const toCardText = (metric: StatsMetric, value: number | string, currency: StatsSummary['currency']) =>
  formatMetric(metric, value, currency);

const toValues = (timeseries: StatsTimeseries | undefined, metric: StatsMetric) =>
  (timeseries?.points ?? []).map(({ metrics }) => Number(metrics[metric] ?? 0));
