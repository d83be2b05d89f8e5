import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { hasCode } from '../../api/client.ts';
import { browserChecked } from '../../signed-in/browser-checked.ts';
import { PasswordField } from '../../signed-in/password-field.tsx';
import { secretRule } from '../../signed-in/secret-rule.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { errorMessage, showError } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { confirmEmail, renewLink } from '../api/accounts.ts';
import { passwordFieldMax } from '../components/account-rules.ts';
import { PanelIntro } from '../components/auth-layout.tsx';
import { BackToSignIn } from '../components/back-to-sign-in.tsx';
import { findLinkProblem, type LinkProblem, missingToken } from '../components/find-link-problem.ts';
import { LinkProblemPanel } from '../components/link-problem-panel.tsx';
import { ResendButton } from './resend-button.tsx';

/** The last step of a sign-up. Mail scanners open links, so the link alone confirms nothing: it needs the password. */
export function ConfirmPanel() {
  const token = useSearchParams()[0].get('token') ?? '';
  const navigate = useNavigate();
  const [found, setFound] = useState<LinkProblem>();
  const { props, field, isBusy } = useForm({
    fields: { password: '' },
    rules: { password: secretRule },
    leaves: true,
    submit: async ({ password }) => {
      await confirmEmail({ token, password });
      toast.success('Your email is confirmed. You are signed in.');
      await navigate('/admin', { replace: true });
    },
    onError: (error, form) => {
      if (hasCode(error, 'wrong-password')) return form.mark({ password: errorMessage(error) });
      const problem = findLinkProblem(error);
      if (problem) setFound(problem);
      else showError(error);
    },
  });

  const problem = found ?? (token === '' ? missingToken : undefined);
  if (problem) {
    return (
      <LinkProblemPanel problem={problem} takesFocus={found !== undefined}>
        <NextStep problem={problem} token={token} />
      </LinkProblemPanel>
    );
  }
  return (
    <>
      <PanelIntro title="Confirm your email">
        <p>Enter the password you chose when you signed up. This confirms your email and signs you in.</p>
      </PanelIntro>
      <form {...browserChecked(props)} className="mt-8 grid gap-6">
        <PasswordField
          {...field('password')}
          label="Password"
          required
          maxLength={passwordFieldMax}
          autoComplete="current-password"
        />
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Confirming...' : 'Confirm and sign in'}
        </Button>
      </form>
      <BackToSignIn />
    </>
  );
}

function NextStep({ problem, token }: { problem: LinkProblem; token: string }) {
  if (problem.code === 'link-expired') {
    return (
      <>
        <ResendButton
          label="Send a new link"
          send={() => renewLink(token)}
          done="A new link is on its way to the address this one was sent to."
        />
        <BackToSignIn />
      </>
    );
  }
  return (
    <>
      {problem.code === 'link-invalid' && (
        <p className="mb-6">Sign in with your password to get a new link.</p>
      )}
      <LinkButton to="/auth">Go to sign-in</LinkButton>
    </>
  );
}
