import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { overviewIdsMax } from '../../../../contract/company/overview.ts';
import { figuresKey } from '../../../api/query-client.ts';
import { type Figures, figuresQuery, toWaitMs } from './figures-query.ts';

/** Companies in view ask first. */
const startAfterMs = 150;
/** How old the figures of companies out of view become. */
const refreshMs = 60_000;
const afterFailureMs = 15_000;
/** How long changes are collected before sums and order follow them. */
const collectMs = 250;

export interface AllFigures {
  of: ReadonlyMap<string, Figures>;
  /** Companies with counts. */
  counted: number;
  /** The error of the last request that failed, until one succeeds. */
  error: { message: string } | null;
  isFetching: boolean;
  /** Asks again for the figures that failed. */
  refetch: () => void;
}

/**
 * The figures of all companies, which sums and the order need. Those that no row in view asks for are asked for in the
 * background, some at a time. `ids` and `view` keep their identity while they are the same.
 */
export function useAllFigures(view: string, ids: readonly string[]): AllFigures {
  const client = useQueryClient();
  const [version, setVersion] = useState(0);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' && type !== 'removed') return;
      const [first, second, asked] = query.queryKey;
      if (first !== figuresKey[0] || second !== figuresKey[1] || asked !== view) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        setVersion((before) => before + 1);
      }, collectMs);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [client, view]);

  useEffect(() => askInBackground(client, view, ids), [client, view, ids]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version represents the content of the cache
  return useMemo(() => readAll(client, view, ids), [client, view, ids, version]);
}

function readAll(client: QueryClient, view: string, ids: readonly string[]): AllFigures {
  const of = new Map<string, Figures>();
  const failed: string[] = [];
  let error: AllFigures['error'] = null;
  let counted = 0;
  let isFetching = false;
  for (const id of ids) {
    const state = client.getQueryState<Figures>(figuresQuery(view, id).queryKey);
    if (!state) continue;
    if (state.data) of.set(id, state.data);
    if (state.data?.counts) counted += 1;
    if (state.error) {
      error = state.error;
      failed.push(id);
      isFetching ||= state.fetchStatus === 'fetching';
    }
  }
  const refetch = () => void Promise.allSettled(failed.map((id) => client.fetchQuery(toForced(view, id))));
  return { of, counted, error, isFetching, refetch };
}

const toForced = (view: string, id: string) => ({ ...figuresQuery(view, id), staleTime: 0, retry: false });

/** Asks until every company has figures, and then for figures that are old. Ends when the returned function is called. */
function askInBackground(client: QueryClient, view: string, ids: readonly string[]): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let isEnded = false;

  const run = async () => {
    const known = (id: string) => client.getQueryState<Figures>(figuresQuery(view, id).queryKey);
    const attemptsOf = (id: string) => known(id)?.data?.attempts ?? 0;
    const unknown = ids
      .filter((id) => !known(id)?.data || attemptsOf(id) > 0)
      .sort((a, b) => attemptsOf(a) - attemptsOf(b));
    const old = ids.filter((id) => (known(id)?.dataUpdatedAt ?? 0) < Date.now() - refreshMs);
    const part = (unknown.length > 0 ? unknown : old).slice(0, overviewIdsMax);
    const results = await Promise.allSettled(part.map((id) => client.fetchQuery(toForced(view, id))));
    if (isEnded) return;
    const isUnasked = unknown.slice(part.length).some((id) => attemptsOf(id) === 0);
    timer = setTimeout(run, toNextMs(results, isUnasked));
  };
  timer = setTimeout(run, startAfterMs);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}

function toNextMs(results: PromiseSettledResult<Figures>[], isUnasked: boolean): number {
  if (results.some(({ status }) => status === 'rejected')) return afterFailureMs;
  if (isUnasked) return 0;
  const attempts = results.map((result) => (result.status === 'fulfilled' ? result.value.attempts : 0));
  const most = Math.max(0, ...attempts);
  return most > 0 ? toWaitMs(most) : refreshMs / 4;
}
