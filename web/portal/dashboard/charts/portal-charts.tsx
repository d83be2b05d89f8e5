import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import type { StatsTimeseries } from '../../../../contract/stats/answers.ts';
import { metricOf } from '../../../../contract/stats/model/metrics.ts';
import { classNames } from '../../../ui/class-names.ts';
import { hasFailed, LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { summaryQuery, timeseriesQuery } from '../../api/stats.ts';
import { listSeen } from '../../portal-rights.ts';
import { showsRevenue } from '../metric-groups.ts';
import { portalTimeseries } from '../view/portal-timeseries.ts';
import { usePortal } from '../view/use-portal.ts';
import { createBucketLabels, describeCompared } from './bucket-labels.ts';
import { findUnfinished } from './bucket-series.ts';
import { ChartsFoot } from './charts-foot.tsx';
import { ChartsSkeleton } from './charts-skeleton.tsx';
import { IntervalChoice } from './interval-choice.tsx';
import { placeNotes } from './place-notes.ts';
import { PortalChart } from './portal-chart.tsx';
import { useChartInterval } from './use-chart-interval.ts';
import { useChartNotes } from './use-chart-notes.ts';

/** The metric that was chosen over time, and next to it the revenue of a company that shows money. */
export function PortalCharts() {
  const { company, view, metric } = usePortal();
  const { interval } = useChartInterval(view);
  const clock = useNow(60_000);
  const chosen = useQuery(
    interval
      ? timeseriesQuery(company.id, view, { metrics: listSeen(company, ['revenue', metric]), interval })
      : portalTimeseries(company, view),
  );

  const { data: summary } = useQuery(summaryQuery(company.id, view));
  const hasRevenue = showsRevenue(company, summary);
  const { data: answer } = chosen;
  if (!answer) {
    if (!hasFailed(chosen)) return <ChartsSkeleton hasRevenue={hasRevenue} />;
    return <LoadFailed title="The charts could not be loaded" query={chosen} />;
  }
  // A named period ends when the answer was given. Own dates may end in the future.
  const end = Date.parse(answer.to);
  const { isPlaceholderData: isOutdated, dataUpdatedAt } = chosen;
  const givenNow = isOutdated ? Math.min(end, clock) : dataUpdatedAt;
  const now = 'period' in view.period ? end : givenNow;
  return <Charts answer={answer} hasRevenue={hasRevenue} now={now} isOutdated={isOutdated} />;
}

interface ChartsProps {
  answer: StatsTimeseries;
  hasRevenue: boolean;
  /** Milliseconds since 1970, when the answer was given. */
  now: number;
  isOutdated: boolean;
}

function Charts({ answer, hasRevenue, now, isOutdated }: ChartsProps) {
  const { company, view, metric, isShared } = usePortal();
  const { offered, interval, changeInterval } = useChartInterval(view);
  const allNotes = useChartNotes(company.id);
  const hintId = useId();
  const labels = useMemo(() => createBucketLabels(answer), [answer]);
  const notes = useMemo(() => placeNotes(allNotes, answer), [allNotes, answer]);
  const shared = { answer, labels, notes, now, isOutdated, hintId };
  return (
    <section aria-label="Charts" className="grid min-w-0 gap-3">
      <IntervalChoice offered={offered} shown={interval ?? answer.interval} onChange={changeInterval} />
      <div className={classNames('grid min-w-0 gap-4', hasRevenue && 'lg:grid-cols-2')}>
        {hasRevenue && (
          <PortalChart
            {...shared}
            title="Revenue Trend"
            subtitle="Real-time revenue tracking"
            kind="line"
            token="--chart-1"
            metric="revenue"
          />
        )}
        <PortalChart
          {...shared}
          title={metric === 'visitors' ? 'User Growth' : metricOf(metric).label}
          subtitle={metric === 'visitors' ? 'Active user metrics' : 'Chosen in place of User Growth'}
          kind="bars"
          token="--chart-2"
          metric={metric}
        />
      </div>
      <ChartsFoot
        hintId={hintId}
        comparedWith={describeCompared(answer)}
        isUnfinished={findUnfinished(answer, now) !== null}
        mayZoom={answer.interval !== 'minute' && !isShared}
        notes={notes}
        labelOf={labels.full}
      />
    </section>
  );
}
