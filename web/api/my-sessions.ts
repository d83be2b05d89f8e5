import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { signedInSessions } from '../../contract/accounts.ts';
import { apiPaths } from '../../contract/paths.ts';
import { getJson, sendDelete } from './client.ts';

const sessionsKey = ['my-sessions'] as const;

export const mySessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: ({ signal }) => getJson(apiPaths.mySessions, { parse: signedInSessions.parse, signal }),
});

/** Signs other browsers out; each notices within seconds. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) => Promise.all(ids.map((id) => sendDelete(apiPaths.mySession(id)))),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
}
