import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { metricOf, type StatsMetric } from '../../../contract/stats/model/metrics.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { createBucketLabels } from '../dashboard/charts/bucket-labels.ts';
import { PortalChart } from '../dashboard/charts/portal-chart.tsx';
import { portalTimeseries } from '../dashboard/view/portal-timeseries.ts';
import { usePortal } from '../dashboard/view/use-portal.ts';
import { FrameMessage } from './frame-message.tsx';

const titles: Partial<Record<StatsMetric, string>> = { revenue: 'Revenue Trend', visitors: 'User Growth' };

/** One chart, as large as its frame, from 360 × 260 pixels on. */
export function FramedChart({ metric }: { metric: StatsMetric }) {
  const { company, view } = usePortal();
  const { data: answer, error, dataUpdatedAt, isPlaceholderData } = useQuery(portalTimeseries(company, view));
  const labels = useMemo(() => answer && createBucketLabels(answer), [answer]);
  if (!answer || !labels)
    return error ? (
      <FrameMessage title="Not reachable at the moment">This page tries again by itself.</FrameMessage>
    ) : (
      <Spinner />
    );
  const isAmount = metricOf(metric).unit === 'money';
  return (
    <PortalChart
      title={titles[metric] ?? metricOf(metric).label}
      subtitle=""
      kind={isAmount ? 'line' : 'bars'}
      token={isAmount ? '--chart-1' : '--chart-2'}
      metric={metric}
      answer={answer}
      labels={labels}
      notes={[]}
      hintId=""
      now={'period' in view.period ? Date.parse(answer.to) : dataUpdatedAt}
      isOutdated={isPlaceholderData}
      isFrame
    />
  );
}
