import type { ReactNode } from 'react';
import { RequireSignIn, type SignedIn } from '../../signed-in/require-sign-in.tsx';
import { SignOutButton } from '../../signed-in/sign-out-button.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';

/** Shows what is behind it to administrators; tells others who are signed in why they do not see it. */
export function RequireAdmin({ children }: { children: (me: SignedIn) => ReactNode }) {
  return (
    <RequireSignIn>
      {(me) => {
        if (me.needsTwoFactor) return <TwoFactorRequired email={me.user.email} />;
        if (me.firstAdminBy) return <FirstSteps email={me.user.email} by={me.firstAdminBy} />;
        if (me.role !== 'admin') return <AccessDenied email={me.user.email} />;
        return children(me);
      }}
    </RequireSignIn>
  );
}

interface FirstStepsProps {
  email: string;
  by: NonNullable<SignedIn['firstAdminBy']>;
}

/** While there is no administrator, the person who signs in is probably the one who installed the product. */
function FirstSteps({ email, by }: FirstStepsProps) {
  return (
    <Notice
      mark={email}
      title="There is no administrator yet"
      actions={
        <>
          {by === 'key' && <LinkButton to="/grant-admin">Enter the admin access key</LinkButton>}
          <SignOutButton shape={by === 'key' ? 'secondary' : 'primary'} />
        </>
      }
    >
      {by === 'key' ? (
        <>
          <p>If you run this server, make yourself the first administrator with the admin access key.</p>
          <p className="mt-4">
            The key was printed when Northlight first started. It is kept in the file{' '}
            <Code>secrets/admin-access-key</Code> in the data folder, unless you set your own as{' '}
            <Code>ADMIN_ACCESS_KEY</Code>.
          </p>
        </>
      ) : (
        <>
          <p>
            Granting rights by key is switched off on this server. If you run it, make yourself the first
            administrator with this command:
          </p>
          <p className="mt-4">
            <Code>{`npm run cli -- admin grant ${email}`}</Code>
          </p>
        </>
      )}
      <p className="mt-4">
        If somebody else runs it, ask them to do this. This page opens by itself afterwards.
      </p>
    </Notice>
  );
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-[0.9em] break-words text-ink">{children}</code>;
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

function TwoFactorRequired({ email }: { email: string }) {
  return (
    <Notice
      mark={email}
      title="Two-factor authentication required"
      actions={
        <>
          <LinkButton to="/admin/account">Set up two-factor authentication</LinkButton>
          <SignOutButton shape="secondary" />
        </>
      }
    >
      <p>
        This server requires two-factor authentication of administrators. Your administrator rights are off
        until you switch it on. It takes a minute and a phone.
      </p>
    </Notice>
  );
}
