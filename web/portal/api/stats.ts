import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiPaths } from '../../../contract/paths.ts';
import type {
  StatsBreakdown,
  StatsLists,
  StatsSummary,
  StatsTimeseries,
} from '../../../contract/stats/answers.ts';
import type { NamedDimension, StatsDimension } from '../../../contract/stats/model/dimensions.ts';
import type { StatsMetric } from '../../../contract/stats/model/metrics.ts';
import {
  type TimeseriesParameters,
  toListsPath,
  toSummaryPath,
  toTimeseriesPath,
} from '../../../contract/stats/requests.ts';
import type { PortalView } from '../../../contract/stats/view.ts';
import { toStatsQuery } from '../../../contract/stats/view.ts';
import { asAnswer, getJson } from '../../api/client.ts';
import { GatheredRequests } from '../../api/gathered-requests.ts';
import { getFirstJson } from '../../api/page-answers.ts';
import { companyKey } from '../../api/query-client.ts';

/** The first part of the key of every answer about a company's view, which new events make out of date. */
export const statsKey = (companyId: string) => [...companyKey(companyId), 'stats'] as const;

/** All metrics without a goal: the cards and the strip of a portal are one answer. */
export const summaryQuery = (companyId: string, view: PortalView) => {
  const path = toSummaryPath(companyId, view);
  return queryOptions({
    queryKey: [...statsKey(companyId), 'summary', path],
    queryFn: ({ signal }) => getFirstJson(path, { parse: asAnswer<StatsSummary>(), signal }),
    placeholderData: keepPreviousData,
  });
};

export const timeseriesQuery = (companyId: string, view: PortalView, parameters: TimeseriesParameters) => {
  const path = toTimeseriesPath(companyId, view, parameters);
  return queryOptions({
    queryKey: [...statsKey(companyId), 'timeseries', path],
    queryFn: ({ signal }) => getFirstJson(path, { parse: asAnswer<StatsTimeseries>(), signal }),
    placeholderData: keepPreviousData,
  });
};

export interface BreakdownParameters {
  dimension: StatsDimension;
  metrics: readonly StatsMetric[];
  /** A metric, after a minus for descending order. */
  sort?: string;
  search?: string;
  limit?: number;
  page?: number;
}

/** The query of a breakdown, for its answer and for its exports. */
export function toBreakdownParameters(
  view: PortalView,
  { dimension, metrics, ...paging }: BreakdownParameters,
): URLSearchParams {
  const query = toStatsQuery(view);
  query.set('dimension', dimension);
  query.set('metrics', metrics.join(','));
  for (const [name, value] of Object.entries(paging))
    if (value !== undefined && value !== '') query.set(name, String(value));
  return query;
}

const askedLists = new GatheredRequests<StatsBreakdown>();

/** The first rows of a list. Lists that are asked for at the same time are one request. */
export const listQuery = (companyId: string, view: PortalView, dimension: NamedDimension) =>
  queryOptions({
    queryKey: [...statsKey(companyId), 'breakdown', toListsPath(companyId, view, [dimension])],
    queryFn: () =>
      askedLists.ask(toListsPath(companyId, view, []), dimension, async (dimensions) => {
        const path = toListsPath(companyId, view, dimensions);
        const { lists } = await getFirstJson(path, { parse: asAnswer<StatsLists>() });
        return lists;
      }),
    placeholderData: keepPreviousData,
  });

export const breakdownQuery = (companyId: string, view: PortalView, parameters: BreakdownParameters) => {
  const query = toBreakdownParameters(view, parameters).toString();
  return queryOptions({
    queryKey: [...statsKey(companyId), 'breakdown', query],
    queryFn: ({ signal }) =>
      getJson(`${apiPaths.statsBreakdown(companyId)}?${query}`, {
        parse: asAnswer<StatsBreakdown>(),
        signal,
      }),
    placeholderData: keepPreviousData,
  });
};
