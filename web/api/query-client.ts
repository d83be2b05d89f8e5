import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import type { AdminTopic } from '../../contract/admin.ts';
import { ApiError, isSessionLost, isTransient } from './client.ts';

export const meKey = ['me'] as const;

/** The first part of the key of everything cached about any company's portal. */
const portalsKey = ['companies'] as const;

/** The first part of the key of everything cached about a company. */
export const companyKey = (companyId: string) => [...portalsKey, companyId] as const;

/** The first part of the key of everything cached about a topic: a change of the topic invalidates all of it. */
export const adminKey = (topic: AdminTopic) => ['admin', topic] as const;

/** The first part of the key of the overview's figures: they follow the events of each company, and no topic. */
export const figuresKey = ['admin', 'figures'] as const;

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

const askAgainMs = 5_000;

/**
 * The milliseconds until a question on the screen is asked again without a click: where its retries failed too, and where
 * the server was too busy for a current answer. Spread by the time of the answer, because a server that was busy for one
 * question was busy for all. False for every other answer.
 */
export function toAskAgainMs({ state }: Pick<Query, 'state'>): number | false {
  const { status, error, errorUpdatedAt, data, dataUpdatedAt } = state;
  if (status !== 'error') return isNotCurrent(data) && askAgainMs + (dataUpdatedAt % askAgainMs);
  const wait = waitOf(error);
  const mayPass = wait === undefined ? isTransient(error) : wait <= waitMaxSeconds;
  return mayPass && Math.max(askAgainMs, (wait ?? 0) * 1000) + (errorUpdatedAt % askAgainMs);
}

/** Answers about a view say when they were answered if they are not current. */
const isNotCurrent = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'answeredAt' in data && data.answeredAt !== undefined;

const deletedKey = (companyId: string) => ['deleted-company', companyId] as const;
const isAbout =
  (companyId: string) =>
  ({ queryKey }: Pick<Query, 'queryKey'>) =>
    queryKey.includes(companyId);

/**
 * Deletes a company with `send`. Nothing is asked about it from then on: its page stays on the screen until the deletion
 * is known, and its questions would fail. After a failure they are asked again.
 */
export async function whileDeleting<T>(companyId: string, send: () => Promise<T>): Promise<T> {
  queryClient.setQueryData(deletedKey(companyId), true);
  await queryClient.cancelQueries({ predicate: isAbout(companyId) });
  try {
    return await send();
  } catch (error) {
    queryClient.removeQueries({ queryKey: deletedKey(companyId) });
    void queryClient.invalidateQueries({ predicate: isAbout(companyId) });
    throw error;
  }
}

const isAsked = ({ queryKey }: Pick<Query, 'queryKey'>): boolean =>
  !queryKey.some((part) => typeof part === 'string' && queryClient.getQueryData(deletedKey(part)));

/** One cache for all screens with data, so that a screen opened from another shows what is already loaded. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: recheckSession }),
  mutationCache: new MutationCache({ onError: recheckSession }),
  defaultOptions: {
    queries: {
      enabled: isAsked,
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

queryClient.setQueryDefaults(portalsKey, { refetchInterval: toAskAgainMs });
