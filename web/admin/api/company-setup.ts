import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trackingScript } from '../../../contract/company/companies.ts';
import {
  companySetup,
  companySetupAnswer,
  type GoalProposal,
  type SetupStep,
} from '../../../contract/company/company-setup.ts';
import { goal } from '../../../contract/company/goals.ts';
import { lastSiteCheck } from '../../../contract/company/site-check.ts';
import type { LiveFrame } from '../../../contract/live.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { getJson, isNotFound, postJson, putJson, sendPost } from '../../api/client.ts';
import { IdempotentRequest } from '../../api/idempotent-request.ts';
import { adminKey, companyKey } from '../../api/query-client.ts';
import { openReconnectingStream } from '../../api/stream/reconnecting-stream.ts';
import { whileVisible } from '../../api/stream/while-visible.ts';
import { companiesQuery } from './companies.ts';

/** While the statistics are too busy to propose goals. */
const busyRefetchMs = 5_000;

/** How far a company is set up. */
export const setupQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...adminKey('companies'), 'setup', companyId],
    queryFn: ({ signal }) =>
      getJson(apiPaths.companySetup(companyId), { parse: companySetupAnswer.parse, signal }),
    refetchInterval: ({ state }) => (state.data?.proposals === null ? busyRefetchMs : false),
  });

export const trackingCodeQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...companyKey(companyId), 'tracking-code'],
    queryFn: ({ signal }) =>
      getJson(apiPaths.trackingScript(companyId), { parse: trackingScript.parse, signal }),
  });

const siteCheckKey = (companyId: string) => [...adminKey('companies'), 'site-check', companyId];

/** The last check of the site. Undefined where this server has no checks. */
export const siteCheckQuery = (companyId: string) =>
  queryOptions({
    queryKey: siteCheckKey(companyId),
    queryFn: async ({ signal }) => {
      try {
        return await getJson(apiPaths.siteCheck(companyId), { parse: lastSiteCheck.parse, signal });
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
  });

/** Checks the site now. Pending until the page has the result. */
export function useCheckSite(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await sendPost(apiPaths.siteCheck(companyId));
      await client.invalidateQueries({ queryKey: siteCheckKey(companyId) });
    },
  });
}

/** Asks how far the company is again, and resolves with the answer. */
export function useRefreshSetup(companyId: string) {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: companiesQuery.queryKey });
    // An answer under way may be older than what was just changed.
    await client.cancelQueries({ queryKey: setupQuery(companyId).queryKey });
    return client.fetchQuery({ ...setupQuery(companyId), staleTime: 0 });
  };
}

/** Replaces which steps are skipped. */
export function useSkipSteps(companyId: string) {
  return useMutation({
    mutationFn: (skipped: SetupStep[]) =>
      putJson(apiPaths.companySetup(companyId), { skipped }, { parse: companySetup.parse }),
  });
}

/** Creates a proposed goal. */
export function useCreateGoal(companyId: string) {
  const client = useQueryClient();
  const [request] = useState(() => new IdempotentRequest());
  return useMutation({
    mutationFn: async ({ name, kind, target }: GoalProposal) => {
      const entered = { name, kind, target };
      const created = await request.send(entered, (headers) =>
        postJson(apiPaths.goals(companyId), entered, { parse: goal.parse, headers }),
      );
      void client.invalidateQueries({ queryKey: companyKey(companyId) });
      return created;
    },
  });
}

/**
 * Asks again how far the company is as soon as its first event arrives: the stream of its portal reports that in a moment,
 * and the one of administrators only every few seconds.
 */
export function useFirstEvent(companyId: string, isWaiting: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isWaiting) return;
    const ask = () => void client.invalidateQueries({ queryKey: setupQuery(companyId).queryKey });
    return whileVisible(() =>
      openReconnectingStream(() => apiPaths.live(companyId), {
        onState: () => undefined,
        onEvent: ({ name, data }) => {
          if (name !== 'snapshot' && name !== 'change') return;
          const { lastEventAt }: LiveFrame = JSON.parse(data);
          if (lastEventAt !== null) ask();
        },
        isFinal: isNotFound,
        onFinal: ask,
      }),
    );
  }, [client, companyId, isWaiting]);
}
