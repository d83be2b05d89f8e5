import type { ReactNode } from 'react';
import { useMe } from '../api/session/session.ts';
import { RecentSignInDialog } from './recent-sign-in-dialog.tsx';
import { SignedInHeader } from './signed-in-header.tsx';
import { useAdminStream } from './use-admin-stream.ts';

/** The header of the admin and account pages, and their live updates. */
export function SignedInLayout({ children }: { children: ReactNode }) {
  const { data } = useMe();
  const role = data && !data.needsTwoFactor ? data.role : null;
  const live = useAdminStream(role);
  return (
    <>
      <SignedInHeader email={data?.user?.email} role={role} isStale={live === 'reconnecting'} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <RecentSignInDialog />
    </>
  );
}
