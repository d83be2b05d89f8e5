import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { signedInSessions } from '../../contract/accounts.ts';
import { apiPaths } from '../../contract/paths.ts';
import { nothing, postAuth } from './auth-call.ts';
import { getJson, sendDelete } from './client.ts';

const sessionsKey = ['sessions'] as const;

export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: ({ signal }) => getJson(apiPaths.mySessions, { parse: signedInSessions.parse, signal }),
});

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => sendDelete(apiPaths.mySession(id)),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
}

export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => postAuth('revoke-other-sessions', {}, nothing),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
}
