import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate } from 'react-router';
import type { Me } from '../../contract/accounts.ts';
import { useMe } from '../api/session/session.ts';
import { useIsSigningOut } from '../api/session/sign-out.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { Spinner } from '../ui/feedback/spinner.tsx';

export interface SignedIn extends Me {
  user: NonNullable<Me['user']>;
}

/**
 * Shows what is behind it to whoever is signed in; leads everybody else to /auth, also when the session ends
 * while the page is open. The server refuses on its own: this only spares people a page of refusals.
 */
export function RequireSignIn({ children }: { children: (me: SignedIn) => ReactNode }) {
  const { data, error, refetch, isFetching } = useMe();
  const isSigningOut = useIsSigningOut();
  const isLogged = useRef(false);
  useEffect(() => {
    // Once for each outage: the question is asked every few seconds.
    if (error && !isLogged.current) console.error('The role check failed.', error);
    isLogged.current = error !== null;
  }, [error]);

  if (data?.user) return children({ ...data, user: data.user });
  if (data) return isSigningOut ? <Spinner /> : <Navigate to="/auth" replace />;
  if (!error) return <Spinner />;
  return (
    <Notice
      title="This page could not be loaded"
      actions={
        <Button busy={isFetching} onClick={() => refetch()}>
          {isFetching ? 'Trying...' : 'Try again'}
        </Button>
      }
    >
      <p>{error.message}</p>
    </Notice>
  );
}
