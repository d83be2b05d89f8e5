import { useMemo } from 'react';
import type { ChartKind } from '../../../../contract/charts/scales.ts';
import { toValueSteps } from '../../../../contract/charts/value-steps.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import type { StatsTimeseries } from '../../../../contract/stats/answers.ts';
import { metricOf, type StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { toStatsQuery } from '../../../../contract/stats/view.ts';
import type { BucketLabels, PlacedNote } from '../../../charts/chart-series.ts';
import { TimeChart } from '../../../charts/time-chart.tsx';
import { formatMetric, formatMetricShort, toChange } from '../../../figures/format.ts';
import { hasRight } from '../../portal-rights.ts';
import { usePortal } from '../view/use-portal.ts';
import { formatRange } from './bucket-labels.ts';
import { toSeries } from './bucket-series.ts';
import { describeDrawn, toUnit } from './metric-look.ts';
import { toZoomPeriod } from './zoom-bounds.ts';

type Value = number | null | undefined;

interface PortalChartProps {
  title: string;
  subtitle: string;
  kind: ChartKind;
  token: string;
  metric: StatsMetric;
  answer: StatsTimeseries;
  labels: BucketLabels;
  notes: readonly PlacedNote[];
  /** The id of the text that explains pointer and keys. */
  hintId: string;
  /** Milliseconds since 1970, when the answer was given. */
  now: number;
  isOutdated: boolean;
  /** Fills the frame around it, without buttons. */
  isFrame?: boolean;
}

/** One metric of the view's answer over time. */
export function PortalChart(props: PortalChartProps) {
  const { metric, answer, now, ...look } = props;
  const { company, view, changeView, isShared } = usePortal();
  const { interval, timeZone, comparedRange, currency } = answer;
  const series = useMemo(() => toSeries(answer, metric, now), [answer, metric, now]);
  const formats = useMemo(
    () => ({
      format: (value: number) => formatMetric(metric, value, currency),
      formatAxis: (value: number) => formatMetricShort(metric, value, currency),
      toChange: (value: Value, compared: Value) => toChange(metric, value, compared),
    }),
    [metric, currency],
  );

  const query = toStatsQuery(view);
  for (const [name, value] of Object.entries({ of: 'timeseries', format: 'csv', interval, metrics: metric }))
    query.set(name, value);
  const period = formatRange(answer, timeZone);
  const drawn = describeDrawn(metric, interval);
  const comparedWith = comparedRange ? formatRange(comparedRange, timeZone) : undefined;

  return (
    <TimeChart
      {...look}
      {...formats}
      valueSteps={toValueSteps(metric)}
      isLessBetter={metricOf(metric).isLessBetter === true}
      drawn={drawn}
      unit={toUnit(metric, interval)}
      series={series}
      scope={[metric, interval, answer.points[0]?.at, answer.comparedRange?.from].join(' ')}
      emptyText={`No ${metricOf(metric).label.toLowerCase()} in this period`}
      onZoom={
        interval === 'minute' || isShared
          ? undefined
          : (range) => {
              const zoomed = toZoomPeriod(answer, range, series.unfinished);
              if (zoomed) changeView({ period: zoomed });
            }
      }
      csvAddress={hasRight(company, 'export') ? `${apiPaths.statsExport(company.id)}?${query}` : undefined}
      fileName={[company.name, metric, period]
        .join(' ')
        .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
        .toLowerCase()}
      picture={{
        owner: company.name,
        title: props.title,
        details: [
          `${drawn}, ${period}${comparedWith ? `, compared with ${comparedWith}` : ''}`,
          `Times in ${timeZone.replaceAll('_', ' ')}`,
        ],
      }}
    />
  );
}
