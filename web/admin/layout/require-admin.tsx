import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { hasPermission, type PermissionName, type Role } from '../../../contract/account/roles.ts';
import { toFirstPage } from '../../signed-in/admin-pages.ts';
import { RequireSignIn, type SignedIn } from '../../signed-in/require-sign-in.tsx';
import { SignOutButton } from '../../signed-in/sign-out-button.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';

interface RequireAdminProps {
  permission: PermissionName;
  children: (me: SignedIn) => ReactNode;
}

/**
 * Renders its children for members of the team whose role permits the page, and an explanation for other signed-in
 * accounts. The address /admin leads everyone to the first page of the role.
 */
export function RequireAdmin({ permission, children }: RequireAdminProps) {
  const { pathname } = useLocation();
  return (
    <RequireSignIn>
      {(me) => {
        if (me.needsTwoFactor) return <TwoFactorRequired email={me.user.email} />;
        if (me.firstAdminBy) return <FirstSteps email={me.user.email} by={me.firstAdminBy} />;
        if (me.role === null) return <AccessDenied email={me.user.email} />;
        if (hasPermission(me.role, permission)) return children(me);
        if (pathname === '/admin') return <Navigate to={toFirstPage(me.role)} replace />;
        return <PermissionMissing role={me.role} />;
      }}
    </RequireSignIn>
  );
}

interface FirstStepsProps {
  email: string;
  by: NonNullable<SignedIn['firstAdminBy']>;
}

/** Shown while there is no administrator: then the account probably belongs to the operator. */
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
            The key was printed when this server first started. It is kept in the file{' '}
            <Code>secrets/admin-access-key</Code> in the data folder, unless you set your own as{' '}
            <Code>ADMIN_ACCESS_KEY</Code>.
          </p>
        </>
      ) : (
        <>
          <p>
            Granting rights with a key is disabled on this server. If you run it, make yourself the first
            administrator with this command:
          </p>
          <p className="mt-4">
            <Code>{`npm run cli -- admin grant ${email}`}</Code>
          </p>
        </>
      )}
      <p className="mt-4">
        If someone else runs it, ask them to do this. This page then opens automatically.
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

function PermissionMissing({ role }: { role: Role }) {
  return (
    <Notice
      mark={`Your role: ${role}`}
      title="This page is not part of your role"
      actions={<LinkButton to={toFirstPage(role)}>Go to your pages</LinkButton>}
    >
      <p>If you need it, ask an owner of the team. This page then opens automatically.</p>
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
        This server requires two-factor authentication for administrators. Until you set it up, you cannot use
        the admin area. You need an authenticator app.
      </p>
    </Notice>
  );
}
