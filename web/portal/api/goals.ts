import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Funnel,
  type FunnelInput,
  funnel,
  funnels,
  type Goal,
  type GoalInput,
  goal,
} from '../../../contract/company/goals.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { statsFunnel, statsGoals } from '../../../contract/stats/conversion-answers.ts';
import { type PortalView, toStatsQuery } from '../../../contract/stats/view.ts';
import { getJson, postJson, putJson, sendDelete } from '../../api/client.ts';
import { IdempotentRequest } from '../../api/idempotent-request.ts';
import { breakdownQuery, statsKey } from './stats.ts';

/** Goals and funnels are about pages and events, whichever orders count. */
function toConversionsQuery(view: PortalView): URLSearchParams {
  return toStatsQuery({ ...view, orders: 'all' });
}

/** Every goal with its conversions. Also shows which goals there are: events refresh what another window defined. */
export const goalsQuery = (companyId: string, view: PortalView) => {
  const query = toConversionsQuery(view).toString();
  return queryOptions({
    queryKey: [...statsKey(companyId), 'goals', query],
    queryFn: ({ signal }) =>
      getJson(`${apiPaths.statsGoals(companyId)}?${query}`, { parse: statsGoals.parse, signal }),
    placeholderData: keepPreviousData,
  });
};

export const funnelsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...statsKey(companyId), 'funnels'],
    queryFn: ({ signal }) => getJson(apiPaths.funnels(companyId), { parse: funnels.parse, signal }),
    select: (list) => list.funnels,
  });

export const funnelQuery = (companyId: string, view: PortalView, funnelId: string) => {
  const query = toConversionsQuery(view);
  query.delete('compare');
  query.set('funnel', funnelId);
  return queryOptions({
    queryKey: [...statsKey(companyId), 'funnel', query.toString()],
    queryFn: ({ signal }) =>
      getJson(`${apiPaths.statsFunnel(companyId)}?${query}`, { parse: statsFunnel.parse, signal }),
    placeholderData: keepPreviousData,
  });
};

/** Names of pages or events of the last 30 days, to choose from while one is typed. */
export const suggestionsQuery = (companyId: string, kind: Goal['kind']) => {
  const view: PortalView = { period: { period: '30d' }, compare: 'none', filters: [], orders: 'all' };
  const dimension = kind === 'page' ? 'page' : 'event';
  return breakdownQuery(companyId, view, { dimension, metrics: ['visits'], sort: '-visits', limit: 50 });
};

/** Creates a goal, or changes the given one. Pending until the portal shows it. */
export function useSaveGoal(companyId: string, existing: Goal | undefined) {
  const client = useQueryClient();
  const [request] = useState(() => new IdempotentRequest());
  return useMutation({
    mutationFn: async (input: GoalInput) => {
      const saved = existing
        ? await putJson(apiPaths.goal(companyId, existing.id), input, { parse: goal.parse })
        : await request.send(input, (headers) =>
            postJson(apiPaths.goals(companyId), input, { parse: goal.parse, headers }),
          );
      await client.invalidateQueries({ queryKey: [...statsKey(companyId), 'goals'] });
      return saved;
    },
  });
}

export function useDeleteGoal(companyId: string, goalId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await sendDelete(apiPaths.goal(companyId, goalId));
      await client.invalidateQueries({ queryKey: [...statsKey(companyId), 'goals'] });
    },
  });
}

/** Creates a funnel, or changes the given one. Pending until the portal shows it. */
export function useSaveFunnel(companyId: string, existing: Funnel | undefined) {
  const client = useQueryClient();
  const [request] = useState(() => new IdempotentRequest());
  return useMutation({
    mutationFn: async (input: FunnelInput) => {
      const saved = existing
        ? await putJson(apiPaths.funnel(companyId, existing.id), input, { parse: funnel.parse })
        : await request.send(input, (headers) =>
            postJson(apiPaths.funnels(companyId), input, { parse: funnel.parse, headers }),
          );
      void client.invalidateQueries({ queryKey: [...statsKey(companyId), 'funnel'] });
      await client.invalidateQueries({ queryKey: [...statsKey(companyId), 'funnels'] });
      return saved;
    },
  });
}

export function useDeleteFunnel(companyId: string, funnelId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await sendDelete(apiPaths.funnel(companyId, funnelId));
      await client.invalidateQueries({ queryKey: [...statsKey(companyId), 'funnels'] });
    },
  });
}
