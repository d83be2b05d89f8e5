import { queryOptions, replaceEqualDeep, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { PortalCompany, portalCompany } from '../../../contract/company/companies.ts';
import type { simulateResponse } from '../../../contract/company/demo-data.ts';
import { demoReloadDelayMs } from '../../../contract/constants.ts';
import type { active, LiveFigures, LiveFrame, liveVisitors } from '../../../contract/live.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { asAnswer, getJson, isNotFound, postJson, sendDelete } from '../../api/client.ts';
import { getFirstJson } from '../../api/page-answers.ts';
import { companyKey, shouldRetry, toRetryDelay } from '../../api/query-client.ts';
import { openReconnectingStream, type StreamState } from '../../api/stream/reconnecting-stream.ts';

export const companyQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...companyKey(companyId), 'company'],
    queryFn: ({ signal }) =>
      getFirstJson(apiPaths.company(companyId), {
        parse: asAnswer<z.output<typeof portalCompany>>(),
        signal,
      }),
    structuralSharing: (shown, answer) => replaceEqualDeep(shown, keepNewer(shown, answer as PortalCompany)),
  });

/** An answer may be older than a frame of the stream that arrived before it. */
function keepNewer(shown: unknown, answer: PortalCompany): PortalCompany {
  const before = shown as PortalCompany | undefined;
  const isOlder = before?.source === answer.source && before.revision > answer.revision;
  return isOlder ? { ...answer, revision: before.revision, lastEventAt: before.lastEventAt } : answer;
}

/** Who is on the site now. The stream of the portal keeps it current. */
export const liveVisitorsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...companyKey(companyId), 'live-visitors'],
    queryFn: ({ signal }) =>
      getJson(apiPaths.statsLive(companyId), { parse: asAnswer<z.output<typeof liveVisitors>>(), signal }),
  });

export const activeQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...companyKey(companyId), 'active'],
    queryFn: ({ signal }) =>
      getJson(apiPaths.active(companyId), { parse: asAnswer<z.output<typeof active>>(), signal }),
  });

export interface PortalStreamHandlers {
  onState: (state: StreamState) => void;
  onSnapshot: (frame: LiveFrame) => void;
  onChange: (frame: LiveFrame) => void;
  /** The figures of the stream's view. Null: they have to be requested. */
  onFigures: (figures: LiveFigures | null) => void;
  /** The viewer may see something else than before, or nothing. The stream reconnects. */
  onAccessChanged: () => void;
  /** This browser may no longer see the portal, or the portal is deleted. The stream does not reconnect. */
  onAccessLost: () => void;
}

/**
 * Keeps a portal's stream open, reconnecting as needed, until the returned function is called.
 * @param toQuery the parameters of each connection
 */
export function openPortalStream(
  companyId: string,
  toQuery: () => URLSearchParams,
  handlers: PortalStreamHandlers,
): () => void {
  return openReconnectingStream(() => `${apiPaths.live(companyId)}?${toQuery()}`, {
    onState: handlers.onState,
    onEvent: (event) => {
      const data: unknown = JSON.parse(event.data);
      if (event.name === 'snapshot') handlers.onSnapshot(data as LiveFrame);
      if (event.name === 'change') handlers.onChange(data as LiveFrame);
      if (event.name === 'access-changed') return handlers.onAccessChanged();
      if (event.name === 'figures') handlers.onFigures(data as LiveFigures);
      // Not when the stream opens: until its first event the numbers on the page may be out of date.
      handlers.onState('live');
    },
    isFinal: isNotFound,
    onFinal: handlers.onAccessLost,
  });
}

export function useGenerateDemoData(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      postJson(
        apiPaths.simulateAnalytics,
        { companyId },
        { parse: asAnswer<z.output<typeof simulateResponse>>() },
      ),
    onSuccess: () => {
      // The stream has announced the demo data, and the page asks for it already: that is not aborted.
      const reload = () =>
        client.invalidateQueries({ queryKey: companyKey(companyId) }, { cancelRefetch: false });
      setTimeout(reload, demoReloadDelayMs);
    },
  });
}

export function useClearDemoData(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sendDelete(apiPaths.simulatedAnalytics(companyId)),
    // Right after the generation, computing its figures keeps a small server busy. Clearing twice is harmless.
    retry: shouldRetry,
    retryDelay: (failures, error) => toRetryDelay(failures, error),
    onSuccess: () => client.invalidateQueries({ queryKey: companyKey(companyId) }),
  });
}
