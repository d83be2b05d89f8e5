import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Navigate } from 'react-router';
import type { Me } from '../../contract/account/accounts.ts';
import { useMe } from '../api/session/session.ts';
import { useIsSigningOut } from '../api/session/sign-out.ts';
import { PageLoadFailed } from '../ui/feedback/load-failed.tsx';
import { Spinner } from '../ui/feedback/spinner.tsx';

export interface SignedIn extends Me {
  user: NonNullable<Me['user']>;
}

/**
 * Renders its children for signed-in accounts and redirects others to /auth, also when the session ends while the page
 * is open. Not a security boundary: the server rejects each request by itself.
 */
export function RequireSignIn({ children }: { children: (me: SignedIn) => ReactNode }) {
  const query = useMe();
  const { data } = query;
  const error = useLastError(query.error, data !== undefined);
  const isSigningOut = useIsSigningOut();
  const isLogged = useRef(false);
  useEffect(() => {
    // Once for each outage, because the query is refetched every few seconds.
    if (error && !isLogged.current) console.error('The role check failed.', error);
    isLogged.current = error !== null;
  }, [error]);

  if (data?.user) return children({ ...data, user: data.user });
  if (data) return isSigningOut ? <Spinner /> : <Navigate to="/auth" replace />;
  if (!error) return <Spinner />;
  return <PageLoadFailed query={{ ...query, error }} />;
}

/**
 * The error since the last answer. Without data, a query forgets its error while it is fetched again; the page would
 * turn into a spinner every few seconds, and its button would lose the focus.
 */
function useLastError(error: Error | null, isAnswered: boolean): Error | null {
  const [lastError, setLastError] = useState<Error | null>(null);
  const current = error ?? (isAnswered ? null : lastError);
  if (current !== lastError) setLastError(current);
  return current;
}
