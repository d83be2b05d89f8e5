import type { ReactNode } from 'react';
import { LinkButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { type SignedIn, SignedInGate } from './signed-in-gate.tsx';

/** Shows what is behind it to administrators; tells others who are signed in why they do not see it. */
export function AdminGate({ children }: { children: (me: SignedIn) => ReactNode }) {
  return (
    <SignedInGate>
      {(me) => {
        if (me.needsTwoFactor) return <SecondFactorNeeded email={me.user.email} />;
        if (me.role !== 'admin') return <AccessDenied email={me.user.email} />;
        return children(me);
      }}
    </SignedInGate>
  );
}

function AccessDenied({ email }: { email: string }) {
  return (
    <Notice
      mark={email}
      title="Access Denied"
      actions={
        <>
          <SignOutButton />
          <LinkButton to="/grant-admin" shape="secondary">
            Request admin access
          </LinkButton>
        </>
      }
    >
      <p>You don't have admin privileges. Please contact an administrator.</p>
    </Notice>
  );
}

function SecondFactorNeeded({ email }: { email: string }) {
  return (
    <Notice
      mark={email}
      title="Second factor needed"
      actions={
        <>
          <LinkButton to="/admin/account">Set up the second factor</LinkButton>
          <SignOutButton shape="secondary" />
        </>
      }
    >
      <p>
        Administrators here sign in with a second factor. Your rights rest until you switch yours on; it takes
        a minute and a phone.
      </p>
    </Notice>
  );
}
