import type { ReactNode } from 'react';
import { useMe } from '../../api/me.ts';
import { SignInAgain } from '../parts/sign-in-again.tsx';
import { AdminHeader } from './admin-header.tsx';
import { useAdminLive } from './use-admin-live.ts';

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
