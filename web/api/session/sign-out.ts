import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { statusResponse } from '../../../contract/account/accounts.ts';
import type { DeleteAccountRequest } from '../../../contract/account/self-service.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { postJson } from '../client.ts';
import { removeAllKeptAnswers } from '../kept-answers.ts';
import { changeSession } from './change-session.ts';
import { withRecentSignIn } from './recent-sign-in.ts';

const signOutKey = ['sign-out'] as const;

/** Ends the session, goes to the home page and removes everything that was loaded with the session. */
export function useSignOut() {
  const { leave, removeAll } = useLeaving();
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: () => leave(() => postJson(apiPaths.signOut, {}, { parse: statusResponse.parse })),
    onSuccess: removeAll,
    onError: (error) => toast.error(`You are still signed in. ${error.message}`),
  });
}

/** Deletes the account, and leaves as after signing out. */
export function useDeleteAccount() {
  const { leave, removeAll } = useLeaving();
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: (request: DeleteAccountRequest) =>
      leave(() =>
        withRecentSignIn(() => postJson(apiPaths.deleteMe, request, { parse: statusResponse.parse })),
      ),
    onSuccess: removeAll,
  });
}

function useLeaving() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return {
    leave: async (request: () => Promise<unknown>) => {
      await changeSession(request);
      await navigate('/');
    },
    removeAll: () => {
      removeAllKeptAnswers();
      client.removeQueries();
    },
  };
}

/**
 * True from the click on Sign Out until this page unmounts, and false again if signing out failed. The navigation
 * to the home page ends after the request: until then a missing session must not redirect to /auth.
 */
export function useIsSigningOut(): boolean {
  const [openedAt] = useState(() => Date.now());
  const signOuts = useMutationState({
    filters: { mutationKey: signOutKey },
    select: ({ state }) => state,
  });
  return signOuts.some(
    ({ status, submittedAt }) => (status === 'pending' || status === 'success') && submittedAt >= openedAt,
  );
}
