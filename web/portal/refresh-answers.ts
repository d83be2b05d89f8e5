import type { QueryClient } from '@tanstack/react-query';
import { removeKeptAnswers } from '../api/kept-answers.ts';
import { companyKey } from '../api/query-client.ts';
import { statsKey } from './api/stats.ts';

interface RefreshOptions {
  /** Asks again, and resolves with the answers: with true if one of them may be from before the last request. */
  ask: () => Promise<boolean>;
  /** Shortest time between two refreshes. */
  minMs: number;
  /** The pause after a refresh is this many times as long as its answers took. */
  pauseFactor: number;
}

/** Even a server that is very slow is asked again after this time. */
const pauseMaxMs = 60_000;

/**
 * Asks for new answers after events: at once after a quiet time, then again at a rate that follows what the answers cost,
 * so that a busy server is asked less. Never asks twice at the same time.
 */
export function createRefresh({ ask, minMs, pauseFactor }: RefreshOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isRequested = false;
  let isStopped = false;

  async function run(): Promise<void> {
    isRequested = false;
    isRunning = true;
    const began = performance.now();
    try {
      if (await ask()) isRequested = true;
    } finally {
      isRunning = false;
      if (!isStopped) wait(performance.now() - began);
    }
  }

  function wait(tookMs: number): void {
    const pauseMs = Math.max(minMs, Math.min(pauseMaxMs, tookMs * pauseFactor));
    timer = setTimeout(() => {
      timer = undefined;
      if (isRequested) void run();
    }, pauseMs);
  }

  return {
    request: () => {
      isRequested = true;
      if (timer === undefined && !isRunning && !isStopped) void run();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

export type AnswerKind = 'figures' | 'lists';

/** Cards and charts are figures. Everything else of a view is lists: it costs more, and is read more slowly. */
const toKind = (queryKey: readonly unknown[]): AnswerKind =>
  queryKey[3] === 'summary' || queryKey[3] === 'timeseries' ? 'figures' : 'lists';

/**
 * Asks for the answers of a view again. A question that is under way is not aborted, or slow ones would never be answered:
 * returns true if there was one, because it may have been asked before the event.
 */
export async function askAgain(client: QueryClient, companyId: string, kind: AnswerKind): Promise<boolean> {
  const asked = {
    queryKey: statsKey(companyId),
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => toKind(queryKey) === kind,
  };
  const wasAsking = client.isFetching(asked) > 0;
  await client.invalidateQueries(asked, { cancelRefetch: false });
  return wasAsking;
}

/** Asks for everything about a view at once, and aborts what is under way: its answers would be of another dataset. */
export async function restartQuestions(client: QueryClient, companyId: string): Promise<void> {
  const asked = { queryKey: statsKey(companyId) };
  await client.cancelQueries(asked);
  await client.invalidateQueries(asked);
}

/**
 * Forgets everything about a portal and asks again for what is on the screen: the viewer's access has changed. Nothing of
 * before stays, in the cache or in the storage of the browser, and what is under way is aborted.
 */
export async function forgetAnswers(client: QueryClient, companyId: string): Promise<void> {
  const ofCompany = { queryKey: companyKey(companyId) };
  removeKeptAnswers(companyId);
  await client.cancelQueries(ofCompany);
  client.removeQueries({ ...ofCompany, type: 'inactive' });
  await client.resetQueries(ofCompany);
}
