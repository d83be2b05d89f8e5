import type { PortalDisplay } from '../company/portal-display.ts';
import { apiPaths } from '../paths.ts';
import { dimensionNames, dimensionOf, type NamedDimension } from './model/dimensions.ts';
import { isAboutMoney, metricsWithoutGoal, type StatsMetric } from './model/metrics.ts';
import type { StatsInterval } from './model/periods.ts';
import { type PortalView, toStatsQuery } from './view.ts';

const metricsWithoutMoney = metricsWithoutGoal.filter((name) => !isAboutMoney(name));

/**
 * The metrics of the first timeseries of a portal: every metric that needs no goal and that its reader may see, so that its charts
 * share one answer.
 */
export const listPortalMetrics = (seesMoney: boolean): readonly StatsMetric[] =>
  seesMoney ? metricsWithoutGoal : metricsWithoutMoney;

export interface TimeseriesParameters {
  metrics: readonly StatsMetric[];
  /** Chosen by the server when absent. */
  interval?: StatsInterval;
}

/** The path and query of the summary of a view. The server answers the same text before the page asks. */
export function toSummaryPath(companyId: string, view: PortalView): string {
  return `${apiPaths.statsSummary(companyId)}?${toStatsQuery(view)}`;
}

/** The path and query of a timeseries of a view. */
export function toTimeseriesPath(
  companyId: string,
  view: PortalView,
  { metrics, interval }: TimeseriesParameters,
): string {
  const query = toStatsQuery(view);
  query.set('metrics', metrics.join(','));
  if (interval) query.set('interval', interval);
  return `${apiPaths.statsTimeseries(companyId)}?${query}`;
}

/** The lists of the sections that a portal shows first: those next to each other under the charts on a wide screen. */
export function listFirstDimensions({
  sections,
  firstLists,
}: Pick<PortalDisplay, 'sections' | 'firstLists'>): NamedDimension[] {
  const shown = sections.flatMap((section) => {
    const inPanel = dimensionNames.filter((name) => dimensionOf(name).list?.panel.toLowerCase() === section);
    const [first] = inPanel;
    if (first === undefined) return [];
    return [inPanel.find((name) => name === firstLists[section]) ?? first];
  });
  return shown.slice(0, firstListsMax);
}

const firstListsMax = 4;

/** The path and query of the first rows of several lists of a view. */
export function toListsPath(
  companyId: string,
  view: PortalView,
  dimensions: readonly NamedDimension[],
): string {
  const query = toStatsQuery(view);
  for (const dimension of dimensions) query.append('dimension', dimension);
  return `${apiPaths.statsLists(companyId)}?${query}`;
}
