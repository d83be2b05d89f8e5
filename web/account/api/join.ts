import { queryOptions } from '@tanstack/react-query';
import { statusResponse } from '../../../contract/account/accounts.ts';
import { openInvitation } from '../../../contract/account/team.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { postJson } from '../../api/client.ts';
import { meKey, queryClient } from '../../api/query-client.ts';
import { changeSession } from '../../api/session/change-session.ts';
import { refreshMe } from '../../api/session/session.ts';

/** Reads an invitation and changes nothing. A POST, because addresses of requests are logged. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => postJson(apiPaths.openInvitation, { token }, { parse: openInvitation.parse }),
    enabled: token !== '',
    staleTime: 60_000,
  });

/** Accepts an invitation: with a password for a new account, otherwise with the session of the invited address. */
export async function joinTeam(given: { token: string; password?: string }): Promise<void> {
  await changeSession(() => postJson(apiPaths.joinTeam, given, { parse: statusResponse.parse }));
  // The cached response still contains no role; the next page must not use it.
  queryClient.removeQueries({ queryKey: meKey });
}

/** Signs out and stays on the page, where someone else signs in. */
export async function signOutHere(): Promise<void> {
  await changeSession(() => postJson(apiPaths.signOut, {}, { parse: statusResponse.parse }));
  await refreshMe();
}
