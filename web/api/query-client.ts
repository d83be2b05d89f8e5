import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { AdminTopic } from '../../contract/admin.ts';
import { isSessionLost, isTransient } from './client.ts';

export const meKey = ['me'] as const;

/** The first part of the key of everything cached about a company. */
export const companyKey = (companyId: string) => ['companies', companyId] as const;

/** The first part of the key of everything cached about a topic: a change of the topic invalidates all of it. */
export const adminKey = (topic: AdminTopic) => ['admin', topic] as const;

/** A rejected request can be the first sign that the session or its rights have ended. */
function recheckSession(error: unknown): void {
  if (isSessionLost(error)) void queryClient.invalidateQueries({ queryKey: meKey });
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
      retry: (failures, error) => failures < 1 && isTransient(error),
      retryDelay: 700,
    },
    mutations: { networkMode: 'always' },
  },
});
