import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import type {
  Funnel,
  FunnelInput,
  funnel,
  funnels,
  Goal,
  GoalInput,
  goal,
} from '../../../contract/company/goals.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { statsFunnel, statsGoals } from '../../../contract/stats/conversion-answers.ts';
import { defaultView, type PortalView, toStatsQuery } from '../../../contract/stats/view.ts';
import { asAnswer, getJson, postJson, putJson, sendDelete } from '../../api/client.ts';
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
      getJson(`${apiPaths.statsGoals(companyId)}?${query}`, {
        parse: asAnswer<z.output<typeof statsGoals>>(),
        signal,
      }),
    placeholderData: keepPreviousData,
  });
};

export const funnelsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...statsKey(companyId), 'funnels'],
    queryFn: ({ signal }) =>
      getJson(apiPaths.funnels(companyId), { parse: asAnswer<z.output<typeof funnels>>(), signal }),
    select: (list) => list.funnels,
  });

export const funnelQuery = (companyId: string, view: PortalView, funnelId: string) => {
  const query = toConversionsQuery(view);
  query.delete('compare');
  query.delete('match');
  query.set('funnel', funnelId);
  return queryOptions({
    queryKey: [...statsKey(companyId), 'funnel', query.toString()],
    queryFn: ({ signal }) =>
      getJson(`${apiPaths.statsFunnel(companyId)}?${query}`, {
        parse: asAnswer<z.output<typeof statsFunnel>>(),
        signal,
      }),
    placeholderData: keepPreviousData,
  });
};

/** Names of pages or events of the last 30 days, to choose from while one is typed. */
export const suggestionsQuery = (companyId: string, kind: Goal['kind']) => {
  const view: PortalView = { ...defaultView, compare: 'none' };
  const dimension = kind === 'page' ? 'page' : 'event';
  return breakdownQuery(companyId, view, { dimension, metrics: ['visits'], sort: '-visits', limit: 50 });
};

interface SavePaths<Saved> {
  /** Where one is created. */
  list: string;
  /** The existing one to change. */
  existing: string | undefined;
  parse: (body: unknown) => Saved;
  refresh: () => Promise<void>;
}

/** Creates a goal or funnel, or changes the existing one. Pending until the portal shows it. */
function useSaveDefinition<Input, Saved>({ list, existing, parse, refresh }: SavePaths<Saved>) {
  const [request] = useState(() => new IdempotentRequest());
  return useMutation({
    mutationFn: async (input: Input) => {
      const saved = existing
        ? await putJson(existing, input, { parse })
        : await request.send(input, (headers) => postJson(list, input, { parse, headers }));
      await refresh();
      return saved;
    },
  });
}

function useDeleteDefinition(path: string, refresh: () => Promise<void>) {
  return useMutation({
    mutationFn: async () => {
      await sendDelete(path);
      await refresh();
    },
  });
}

function useRefreshGoals(companyId: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [...statsKey(companyId), 'goals'] });
}

export const useSaveGoal = (companyId: string, existing: Goal | undefined) =>
  useSaveDefinition<GoalInput, Goal>({
    list: apiPaths.goals(companyId),
    existing: existing && apiPaths.goal(companyId, existing.id),
    parse: asAnswer<z.output<typeof goal>>(),
    refresh: useRefreshGoals(companyId),
  });

export const useDeleteGoal = (companyId: string, goalId: string) =>
  useDeleteDefinition(apiPaths.goal(companyId, goalId), useRefreshGoals(companyId));

/** Waits for the list alone, and not for the answers about funnels. */
function useRefreshFunnels(companyId: string) {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: [...statsKey(companyId), 'funnel'] });
    return client.invalidateQueries({ queryKey: [...statsKey(companyId), 'funnels'] });
  };
}

export const useSaveFunnel = (companyId: string, existing: Funnel | undefined) =>
  useSaveDefinition<FunnelInput, Funnel>({
    list: apiPaths.funnels(companyId),
    existing: existing && apiPaths.funnel(companyId, existing.id),
    parse: asAnswer<z.output<typeof funnel>>(),
    refresh: useRefreshFunnels(companyId),
  });

export const useDeleteFunnel = (companyId: string, funnelId: string) =>
  useDeleteDefinition(apiPaths.funnel(companyId, funnelId), useRefreshFunnels(companyId));
