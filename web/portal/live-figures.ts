import type { QueryClient } from '@tanstack/react-query';
import type { LiveFigures } from '../../contract/live.ts';
import type { StatsSummary, StatsTimeseries, TimeseriesPoint } from '../../contract/stats/answers.ts';
import { statsKey } from './api/stats.ts';

type Series = StatsTimeseries;

/** The figures after a change. Undefined if the change is not about the same points. */
export function applyChange(before: LiveFigures, change: LiveFigures): LiveFigures | undefined {
  if (change.isComplete) return change;
  const series: Series[] = [];
  for (const [nth, answer] of change.series.entries()) {
    const merged = mergeSeries(before.series[nth], answer);
    if (!merged) return undefined;
    series.push(merged);
  }
  return { isComplete: true, summary: mergeSummary(before.summary, change.summary), series };
}

/**
 * Writes figures, whole or changed, into the answers of the view that the cache has, so that the page shows them without a
 * request. Requests for them that are under way are aborted: their answers would be older. Returns false if an answer on the page
 * could not be written.
 * @param view the parameters of the view, as in the paths of its answers
 */
export function writeFigures(
  client: QueryClient,
  { companyId, view, figures }: { companyId: string; view: string; figures: LiveFigures },
): boolean {
  let isWritten = true;
  for (const query of client.getQueryCache().findAll({ queryKey: statsKey(companyId) })) {
    const asked = toAsked(query.queryKey);
    if (asked?.view !== view) continue;
    const answer =
      asked.kind === 'summary'
        ? toSummary(client.getQueryData<StatsSummary>(query.queryKey), figures)
        : toSeries(client.getQueryData<Series>(query.queryKey), figures, asked);
    if (answer) {
      client.setQueryData(query.queryKey, answer);
      if (query.state.fetchStatus !== 'idle')
        void client.cancelQueries({ queryKey: query.queryKey, exact: true });
    } else if (query.isActive()) isWritten = false;
  }
  return isWritten;
}

interface Asked {
  kind: 'summary' | 'timeseries';
  view: string;
  interval: string | null;
  metrics: string[] | undefined;
}

/** The question of an answer in the cache, from its key, see `api/stats.ts`. */
function toAsked(queryKey: readonly unknown[]): Asked | undefined {
  const [, , , kind, path] = queryKey;
  if ((kind !== 'summary' && kind !== 'timeseries') || typeof path !== 'string') return undefined;
  const parameters = new URLSearchParams(path.split('?')[1]);
  const interval = parameters.get('interval');
  const metrics = parameters.get('metrics')?.split(',');
  parameters.delete('interval');
  parameters.delete('metrics');
  return { kind, view: parameters.toString(), interval, metrics };
}

function toSummary(before: StatsSummary | undefined, { isComplete, summary }: LiveFigures) {
  if (isComplete) return summary;
  return before && mergeSummary(before, summary);
}

function toSeries(
  before: Series | undefined,
  { isComplete, series }: LiveFigures,
  { interval, metrics = [] }: Asked,
): Series | undefined {
  const found = interval === null ? series[0] : series.find((each) => each.interval === interval);
  if (!found) return undefined;
  const answer = isComplete ? found : mergeSeries(before, found);
  const pick = (point: TimeseriesPoint): TimeseriesPoint => ({
    ...point,
    metrics: Object.fromEntries(Object.entries(point.metrics).filter(([name]) => metrics.includes(name))),
  });
  return (
    answer && { ...answer, points: answer.points.map(pick), compared: answer.compared?.map(pick) ?? null }
  );
}

const mergeSummary = (before: StatsSummary, change: StatsSummary): StatsSummary => ({
  ...change,
  metrics: { ...before.metrics, ...change.metrics },
});

function mergeSeries(before: Series | undefined, change: Series): Series | undefined {
  if (before?.interval !== change.interval) return undefined;
  const points = mergePoints(before.points, change.points);
  const compared = change.compared && mergePoints(before.compared ?? [], change.compared);
  return points && compared !== undefined ? { ...change, points, compared } : undefined;
}

function mergePoints(before: TimeseriesPoint[], changed: TimeseriesPoint[]): TimeseriesPoint[] | undefined {
  const byTime = new Map(changed.map((point) => [point.at, point]));
  const merged = before.map((point) => {
    const found = byTime.get(point.at);
    byTime.delete(point.at);
    return found ?? point;
  });
  return byTime.size === 0 ? merged : undefined;
}
