import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { done } from '../../contract/accounts.ts';
import { apiPaths } from '../../contract/paths.ts';
import { toast } from '../ui/toast.ts';
import { changeSession } from './change-session.ts';
import { postJson } from './client.ts';

const signOutKey = ['sign-out'] as const;

/** Ends the session, goes home, and forgets everything that was loaded under it. */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: async () => {
      await changeSession(() => postJson(apiPaths.signOut, {}, { parse: done.parse }));
      await navigate('/');
    },
    onSuccess: () => client.removeQueries(),
    onError: (error) => toast.error(`You are still signed in. ${error.message}`),
  });
}

/** True while Sign Out is on its way home: a session that is gone by then is no reason to go to /auth. */
export function useIsSigningOut(): boolean {
  return useIsMutating({ mutationKey: signOutKey }) > 0;
}
