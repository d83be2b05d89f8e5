import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { me } from '../../../contract/account/accounts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { getJson } from '../client.ts';
import { meKey, queryClient } from '../query-client.ts';
import { onSessionBroadcast, sessionChangeSettled } from './change-session.ts';

/** Short, because a session that ends on another machine is not broadcast to this browser. */
const meRefetchMs = 5_000;

const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: async ({ signal }) => {
    await sessionChangeSettled();
    return getJson(apiPaths.me, { parse: me.parse, signal });
  },
  refetchInterval: meRefetchMs,
  refetchOnWindowFocus: 'always',
});

/** The signed-in account, if any. A sign-in or sign-out in another tab shows at once. */
export function useMe() {
  const client = useQueryClient();
  useEffect(() => onSessionBroadcast(() => void client.invalidateQueries({ queryKey: meKey })), [client]);
  return useQuery(meQuery);
}

/** Refetches at once, after this page changed the rights of the account. */
export const refreshMe = () => queryClient.invalidateQueries({ queryKey: meKey });
