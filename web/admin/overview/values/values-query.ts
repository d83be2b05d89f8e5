import { queryOptions } from '@tanstack/react-query';
import type { OverviewDimension, OverviewValues } from '../../../../contract/company/overview.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { asAnswer, getJson } from '../../../api/client.ts';

const unfinishedMs = 1_500;
const pollMs = 60_000;

export const dimensionLabels: Record<OverviewDimension, string> = {
  source: 'Sources',
  'utm-campaign': 'Campaigns',
  country: 'Countries',
};

/** The values of a dimension over the companies of the member, or of one group. `view`: the parameters of the period. */
export const valuesQuery = (view: string, dimension: OverviewDimension, group: string | null) =>
  queryOptions({
    queryKey: ['admin', 'values', view, dimension, group] as const,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams(view);
      query.set('dimension', dimension);
      if (group !== null) query.set('group', group);
      return getJson(`${apiPaths.overviewValues}?${query}`, { parse: asAnswer<OverviewValues>(), signal });
    },
    refetchInterval: ({ state: { data } }) => (data?.isComplete === false ? unfinishedMs : pollMs),
  });
