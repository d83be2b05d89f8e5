import { QueryClient } from '@tanstack/react-query';
import { isPassing } from './client.ts';

/** One cache for all data screens, so that going from one to the other shows what is known at once. */
export const queryClient = new QueryClient({
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
