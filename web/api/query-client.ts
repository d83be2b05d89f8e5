import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isPassing, isSessionLost } from './client.ts';

/** A refusal may be the first to tell that a session or its rights have ended. */
function askWhoWeAre(error: unknown): void {
  if (isSessionLost(error)) void queryClient.invalidateQueries({ queryKey: ['me'] });
}

/** One cache for all data screens, so that going from one to the other shows what is known at once. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: askWhoWeAre }),
  mutationCache: new MutationCache({ onError: askWhoWeAre }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // Offline is a failure to be shown, not a reason to wait without a word.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && isPassing(error),
      retryDelay: 700,
    },
    mutations: { networkMode: 'always' },
  },
});
