import { apiPaths } from '../paths.ts';
import type { NamedDimension } from './model/dimensions.ts';
import { metricsWithoutGoal, type StatsMetric } from './model/metrics.ts';
import type { StatsInterval } from './model/periods.ts';
import { type PortalView, toStatsQuery } from './view.ts';

/** The id of the element of the page that has the answers to its first questions, by path and query. */
export const pageAnswersId = 'page-answers';

/** The metrics of the first timeseries of a portal: every metric that needs no goal, so that its charts share one answer. */
export const portalMetrics = metricsWithoutGoal;

export interface TimeseriesParameters {
  metrics: readonly StatsMetric[];
  /** Chosen by the server when absent. */
  interval?: StatsInterval;
}

/** The path and query of the summary of a view. The server answers the same text before the page asks. */
export function toSummaryPath(companyId: string, view: PortalView): string {
  return `${apiPaths.statsSummary(companyId)}?${toStatsQuery(view)}`;
}

/** The path and query of a timeseries of a view, by default of the first that a portal requests. */
export function toTimeseriesPath(
  companyId: string,
  view: PortalView,
  { metrics, interval }: TimeseriesParameters = { metrics: portalMetrics },
): string {
  const query = toStatsQuery(view);
  query.set('metrics', metrics.join(','));
  if (interval) query.set('interval', interval);
  return `${apiPaths.statsTimeseries(companyId)}?${query}`;
}

/** The path and query of the first rows of several lists of a view. */
export function toListsPath(
  companyId: string,
  view: PortalView,
  dimensions: readonly NamedDimension[],
  limit: number,
): string {
  const query = toStatsQuery(view);
  for (const dimension of dimensions) query.append('dimension', dimension);
  query.set('limit', String(limit));
  return `${apiPaths.statsLists(companyId)}?${query}`;
}
