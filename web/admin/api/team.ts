import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type MemberRights,
  type NewInvitation,
  team,
  teamInvitation,
  teamMember,
} from '../../../contract/account/team.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { getJson, patchJson, postJson, sendDelete } from '../../api/client.ts';
import { IdempotentRequest } from '../../api/idempotent-request.ts';
import { adminKey } from '../../api/query-client.ts';
import { withRecentSignIn } from '../../api/session/recent-sign-in.ts';
import { refreshMe } from '../../api/session/session.ts';

export const teamQuery = queryOptions({
  queryKey: [...adminKey('team'), 'list'],
  queryFn: ({ signal }) => getJson(apiPaths.team, { parse: team.parse, signal }),
});

/** A change of the team, pending until the list shows it too. */
function useTeamChange<Given, Answer>(send: (given: Given) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (given: Given) => {
      const answer = await withRecentSignIn(() => send(given));
      // An owner may have changed the own role.
      void refreshMe();
      await client.invalidateQueries({ queryKey: teamQuery.queryKey });
      return answer;
    },
  });
}

export function useInviteMember() {
  const [request] = useState(() => new IdempotentRequest());
  return useTeamChange((invitation: NewInvitation) =>
    request.send(invitation, (headers) =>
      postJson(apiPaths.teamInvitations, invitation, { parse: teamInvitation.parse, headers }),
    ),
  );
}

export const useRenewInvitation = (id: string) =>
  useTeamChange(() => postJson(apiPaths.renewInvitation(id), {}, { parse: teamInvitation.parse }));

export const useWithdrawInvitation = (id: string) =>
  useTeamChange(() => sendDelete(apiPaths.teamInvitation(id)));

export const useChangeMember = (userId: string) =>
  useTeamChange((rights: MemberRights) =>
    patchJson(apiPaths.teamMember(userId), rights, { parse: teamMember.parse }),
  );

export const useRemoveMember = (userId: string) =>
  useTeamChange(() => sendDelete(apiPaths.teamMember(userId)));
