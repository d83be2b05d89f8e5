import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { me } from '../../contract/accounts.ts';
import { apiPaths } from '../../contract/paths.ts';
import { meKey, sessionSettled } from './change-session.ts';
import { getJson } from './client.ts';
import { queryClient } from './query-client.ts';
import { onSessionChanged } from './session-news.ts';

/** A session may end on another machine, where no tab of ours can tell: so we ask. */
const askAgainMs = 5_000;

const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: async ({ signal }) => {
    await sessionSettled();
    return getJson(apiPaths.me, { parse: me.parse, signal });
  },
  refetchInterval: askAgainMs,
  refetchOnWindowFocus: 'always',
});

/** Who is asking, kept up to date while somebody looks: sign-ins and sign-outs in other tabs show at once. */
export function useMe() {
  const client = useQueryClient();
  useEffect(() => onSessionChanged(() => void client.invalidateQueries({ queryKey: meKey })), [client]);
  return useQuery(meQuery);
}

/** Asks again at once: this page has just changed what the caller may do. */
export const refreshMe = () => queryClient.invalidateQueries({ queryKey: meKey });
