import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { metricOf, type StatsMetric } from '../../../contract/stats/model/metrics.ts';
import type { StreamState } from '../../api/stream/reconnecting-stream.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { formatMetric, toChange } from '../../figures/format.ts';
import { MetricChange } from '../../figures/metric-change.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { RollingNumber } from '../../ui/figures/rolling-number.tsx';
import { summaryQuery } from '../api/stats.ts';
import { cardLabelOf } from '../dashboard/metric-groups.ts';
import { toPeriodName } from '../dashboard/print/view-in-words.ts';
import { portalTimeseries } from '../dashboard/view/portal-timeseries.ts';
import { usePortal } from '../dashboard/view/use-portal.ts';
import { FrameMessage } from './frame-message.tsx';

/** One metric, as large as its frame, from 240 × 120 pixels on. */
export function FramedCard({ metric, live }: { metric: StatsMetric; live: StreamState }) {
  const { company, view } = usePortal();
  const labelId = useId();
  const { data: summary, error } = useQuery(summaryQuery(company.id, view));
  const { data: timeseries } = useQuery(portalTimeseries(company, view));
  if (!summary)
    return error ? (
      <FrameMessage title="Not reachable at the moment">This page tries again by itself.</FrameMessage>
    ) : (
      <Spinner />
    );
  const { value = null, compared = null } = summary.metrics[metric] ?? {};
  const { currency, source } = summary;
  const values = (timeseries?.points ?? []).map(({ metrics }) => Number(metrics[metric] ?? 0));
  const period = source === 'simulated' ? 'Demo data' : toPeriodName(view);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      role="group"
      aria-labelledby={labelId}
      title={metricOf(metric).definition}
      className="@container flex h-dvh min-h-[6rem] flex-col overflow-hidden bg-raised px-4 py-3"
    >
      <div className="flex items-center gap-2">
        <h1 id={labelId} className="min-w-0 truncate text-[0.9375rem] leading-snug font-medium text-soft">
          {cardLabelOf(metric)}
        </h1>
        <LiveDot state={live} />
        {period && <p className="ml-auto hidden shrink-0 text-note text-soft @[17rem]:block">{period}</p>}
      </div>
      <div className="mt-0.5 flex flex-wrap items-baseline gap-x-3 font-medium [--cell:calc(100cqi-7rem)] [--largest:min(4rem,24vh)]">
        <RollingNumber text={formatMetric(metric, value ?? 0, currency)} />
        <MetricChange
          metric={metric}
          change={toChange(metric, value, compared)}
          compared={formatMetric(metric, compared, currency)}
        />
      </div>
      <div className="mt-2 min-h-0 flex-1 [&>svg]:h-full">
        <Sparkline values={values} />
      </div>
    </div>
  );
}

const labels: Record<StreamState, string> = {
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
};

function LiveDot({ state }: { state: StreamState }) {
  const isLive = state === 'live';
  return (
    <span className="relative size-2 shrink-0" title={labels[state]}>
      {isLive && <span aria-hidden="true" className="breathing absolute inset-0 rounded-full bg-live-dot" />}
      <span
        aria-hidden="true"
        className={classNames('absolute inset-0 rounded-full', isLive ? 'bg-live-dot' : 'bg-strong')}
      />
      <span role="status" className="sr-only">
        {labels[state]}
      </span>
    </span>
  );
}
