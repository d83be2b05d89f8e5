import type { ReactNode } from 'react';
import { SignInAgain } from '../admin/components/sign-in-again.tsx';
import { useAdminLive } from '../admin/layout/use-admin-live.ts';
import { useMe } from '../api/session/session.ts';
import { AdminHeader } from './signed-in-header.tsx';

/** What stands around every page of the admin area, also around the one that says why there is none to see. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const { data } = useMe();
  const isAdmin = data?.role === 'admin' && !data.needsTwoFactor;
  const live = useAdminLive(isAdmin);
  return (
    <>
      <AdminHeader email={data?.user?.email} isAdmin={isAdmin} isStale={live === 'reconnecting'} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {isAdmin && <SignInAgain />}
    </>
  );
}
