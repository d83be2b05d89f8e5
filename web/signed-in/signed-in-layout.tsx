import type { ReactNode } from 'react';
import { useMe } from '../api/session/session.ts';
import { RecentSignInDialog } from './recent-sign-in-dialog.tsx';
import { SignedInHeader } from './signed-in-header.tsx';
import { useAdminStream } from './use-admin-stream.ts';

/** The header of the admin and account pages, and their live updates. */
export function SignedInLayout({ children }: { children: ReactNode }) {
  const { data } = useMe();
  const isAdmin = data?.role === 'admin' && !data.needsTwoFactor;
  const live = useAdminStream(isAdmin);
  return (
    <>
      <SignedInHeader email={data?.user?.email} isAdmin={isAdmin} isStale={live === 'reconnecting'} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <RecentSignInDialog />
    </>
  );
}
