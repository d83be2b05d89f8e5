import type { LiveFigures } from '../../../../contract/live.ts';
import type { LiveView } from '../../../../contract/live-query.ts';
import type { StatsSummary, StatsTimeseries, TimeseriesPoint } from '../../../../contract/stats/answers.ts';
import { listPortalMetrics } from '../../../../contract/stats/requests.ts';
import type { AccessScope } from '../../access/access.ts';
import { type Asker, listTimeseries, type StatsDeps, summarize } from '../../stats/stats.ts';

/** A view without filters, and what a viewer may see of it. */
export interface WantedFigures {
  view: LiveView;
  scope: AccessScope;
}

/** The figures of a view, exactly as the statistics answer them to a viewer. */
export async function readLiveFigures(
  deps: StatsDeps,
  { view: { interval, ...range }, ...asker }: Asker & WantedFigures,
): Promise<LiveFigures> {
  const query = { ...range, filter: [] };
  const metrics = [...listPortalMetrics(asker.scope.seesMoney)];
  const readSeries = (chosen: LiveView['interval']) =>
    listTimeseries(deps, { ...asker, query: { ...query, metrics, interval: chosen } });
  const [summary, ...series] = await Promise.all([
    summarize(deps, { ...asker, query }),
    readSeries(undefined),
    ...(interval === undefined ? [] : [readSeries(interval)]),
  ]);
  return { isComplete: true, summary, series };
}

/** The part of `after` that differs from `before`, for streams that have received that. */
export function toFiguresChange(before: LiveFigures, after: LiveFigures): LiveFigures {
  const series: StatsTimeseries[] = [];
  for (const [nth, answer] of after.series.entries()) {
    const changed = toSeriesChange(before.series[nth], answer);
    // The buckets are others, for example since an hour began.
    if (!changed) return after;
    series.push(changed);
  }
  return { isComplete: false, summary: toSummaryChange(before.summary, after.summary), series };
}

function toSummaryChange(before: StatsSummary, after: StatsSummary): StatsSummary {
  const changed = Object.entries(after.metrics).filter(
    ([name, { value, compared }]) =>
      value !== before.metrics[name as keyof StatsSummary['metrics']]?.value ||
      compared !== before.metrics[name as keyof StatsSummary['metrics']]?.compared,
  );
  return { ...after, metrics: Object.fromEntries(changed) };
}

function toSeriesChange(
  before: StatsTimeseries | undefined,
  after: StatsTimeseries,
): StatsTimeseries | undefined {
  if (!before || before.interval !== after.interval) return undefined;
  const points = listChangedPoints(before.points, after.points);
  const compared = after.compared && listChangedPoints(before.compared ?? [], after.compared);
  return points && compared !== undefined ? { ...after, points, compared } : undefined;
}

/** Undefined if the points are about other buckets. */
function listChangedPoints(
  before: readonly TimeseriesPoint[],
  after: readonly TimeseriesPoint[],
): TimeseriesPoint[] | undefined {
  if (before.length !== after.length || after.some(({ at }, nth) => at !== before[nth]?.at)) return undefined;
  return after.filter((point, nth) => JSON.stringify(point) !== JSON.stringify(before[nth]));
}
