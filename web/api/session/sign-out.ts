import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { statusResponse } from '../../../contract/account/accounts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { postJson } from '../client.ts';
import { removeAllKeptAnswers } from '../kept-answers.ts';
import { changeSession } from './change-session.ts';

const signOutKey = ['sign-out'] as const;

/** Ends the session, goes to the home page and removes everything that was loaded with the session. */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: async () => {
      await changeSession(() => postJson(apiPaths.signOut, {}, { parse: statusResponse.parse }));
      await navigate('/');
    },
    onSuccess: () => {
      removeAllKeptAnswers();
      client.removeQueries();
    },
    onError: (error) => toast.error(`You are still signed in. ${error.message}`),
  });
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
