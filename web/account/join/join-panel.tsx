import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { OpenInvitation } from '../../../contract/account/team.ts';
import { useMe } from '../../api/session/session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { invitationQuery } from '../api/join.ts';
import { findLinkProblem, type LinkProblem, missingToken } from '../components/find-link-problem.ts';
import { LinkProblemPanel } from '../components/link-problem-panel.tsx';
import { SignInForm } from '../sign-in/sign-in-form.tsx';
import { TwoFactorStep } from '../sign-in/two-factor-step.tsx';
import { AcceptInvitation } from './accept-invitation.tsx';
import { ChoosePassword } from './choose-password.tsx';
import { OtherAccount } from './other-account.tsx';

/**
 * Accepting an invitation. Opening the page changes nothing, because mail scanners open links. The token is in the fragment of
 * the address, which stays, so that the page can be loaded again.
 */
export function JoinPanel() {
  const token = useLocation().hash.slice(1);
  const invitation = useQuery(invitationQuery(token));
  const me = useMe();
  const [found, setFound] = useState<LinkProblem>();

  const problem = found ?? (token === '' ? missingToken : findLinkProblem(invitation.error));
  // After a link was used, its page still shows how to sign in.
  if (problem) {
    return (
      <LinkProblemPanel problem={problem} takesFocus={found !== undefined}>
        <LinkButton to="/auth">Go to sign-in</LinkButton>
      </LinkProblemPanel>
    );
  }
  if (invitation.data === undefined) {
    if (invitation.error) return <LoadFailed title="Failed to load the invitation" query={invitation} />;
    return <Spinner />;
  }
  if (me.isPending && me.failureCount === 0) return <Spinner />;

  const onProblem = (error: unknown) => {
    const reason = findLinkProblem(error);
    if (reason) setFound(reason);
    // The address may have got an account since this page was opened.
    else void invitation.refetch();
    return reason !== undefined;
  };
  const signedInAs = me.data?.user?.email;
  const parts = { token, invitation: invitation.data, onProblem };
  if (signedInAs === invitation.data.email) return <AcceptInvitation {...parts} />;
  if (signedInAs !== undefined) return <OtherAccount email={signedInAs} invited={invitation.data.email} />;
  return invitation.data.hasAccount ? (
    <SignInFirst invitation={invitation.data} provider={me.data?.identityProvider ?? null} />
  ) : (
    <ChoosePassword {...parts} />
  );
}

/** After the sign-in, the page shows the invitation to the signed-in account. */
function SignInFirst({ invitation, provider }: { invitation: OpenInvitation; provider: string | null }) {
  const [asksCode, setAsksCode] = useState(false);
  if (asksCode) return <TwoFactorStep onStartAgain={() => setAsksCode(false)} />;
  return (
    <SignInForm
      email={invitation.email}
      onTwoFactor={() => setAsksCode(true)}
      onUnconfirmed={() => {}}
      takesFocus={false}
      identityProvider={null}
      outcome={undefined}
      intro={{
        title: 'Sign in to join the team',
        // The way through the provider would lose the fragment of the address.
        text:
          provider === null
            ? 'This address has an account already. Sign in with it, then accept the invitation.'
            : `This address has an account already. Sign in with it, then accept the invitation. If you sign in with ${provider}, do that on the sign-in page first, then open the link of the mail again.`,
      }}
    />
  );
}
