import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { AdminTopic } from '../../contract/admin.ts';
import { ApiError, isSessionLost, isTransient } from './client.ts';

export const meKey = ['me'] as const;

/** The first part of the key of everything cached about a company. */
export const companyKey = (companyId: string) => ['companies', companyId] as const;

/** The first part of the key of everything cached about a topic: a change of the topic invalidates all of it. */
export const adminKey = (topic: AdminTopic) => ['admin', topic] as const;

/** A rejected request can be the first sign that the session or its rights have ended. */
function recheckSession(error: unknown): void {
  if (isSessionLost(error)) void queryClient.invalidateQueries({ queryKey: meKey });
}

/** A busy server sends the time after which to ask again. */
const waitOf = (error: unknown) => (error instanceof ApiError ? error.retryAfterSeconds : undefined);
/** Longer waits are shown to the reader, who decides. */
const waitMaxSeconds = 30;

export function shouldRetry(failures: number, error: unknown): boolean {
  const wait = waitOf(error);
  return wait === undefined ? failures < 1 && isTransient(error) : failures < 3 && wait <= waitMaxSeconds;
}

/** Never before the server's time, and spread, so that all the questions of all pages do not come back at once. */
export function toRetryDelay(failures: number, error: unknown, random = Math.random): number {
  const wait = waitOf(error);
  const shortest = wait === undefined ? 700 : wait * 1000;
  const spread = shortest * (failures + 1);
  return shortest + Math.round(random() * spread);
}

/** One cache for all screens with data, so that a screen opened from another shows what is already loaded. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: recheckSession }),
  mutationCache: new MutationCache({ onError: recheckSession }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // The default pauses requests while the browser is offline. Here they fail, so that the screen shows an error.
      networkMode: 'always',
      retry: shouldRetry,
      retryDelay: (failures, error) => toRetryDelay(failures, error),
    },
    mutations: { networkMode: 'always' },
  },
});
