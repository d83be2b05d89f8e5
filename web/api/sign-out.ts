import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { toast } from '../ui/toast.ts';
import { nothing, postAuth } from './auth-call.ts';
import { changeSession } from './change-session.ts';

const signOutKey = ['sign-out'] as const;

/** Ends the session, goes home, and forgets everything that was loaded under it. */
export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: async () => {
      await changeSession(() => postAuth('sign-out', {}, nothing));
      await navigate('/');
    },
    onSuccess: () => client.clear(),
    onError: (error) => toast.error(`You are still signed in. ${error.message}`),
  });
}

/** True while Sign Out is on its way home: a session that is gone by then is no reason to go to /auth. */
export function useIsSigningOut(): boolean {
  return useIsMutating({ mutationKey: signOutKey }) > 0;
}
