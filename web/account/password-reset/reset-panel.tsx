import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { browserChecked } from '../../signed-in/browser-checked.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { requestPasswordReset, resetPassword } from '../api/password-reset.ts';
import { newPasswordRule } from '../components/account-rules.ts';
import { PanelIntro } from '../components/auth-layout.tsx';
import { BackToSignIn } from '../components/back-to-sign-in.tsx';
import { findLinkProblem, type LinkProblem, missingToken } from '../components/find-link-problem.ts';
import { LinkProblemPanel } from '../components/link-problem-panel.tsx';
import { MailForm } from '../components/mail-form.tsx';
import { NewPasswordField } from '../components/new-password-field.tsx';
import { resetSent } from './forgot-panel.tsx';

export function ResetPanel() {
  const token = useSearchParams()[0].get('token') ?? '';
  const [isSaved, setSaved] = useState(false);
  const [found, setFound] = useState<LinkProblem>();
  const { props, field, isBusy } = useForm({
    fields: { newPassword: '' },
    rules: { newPassword: newPasswordRule },
    submit: async ({ newPassword }) => {
      await resetPassword(token, newPassword);
      setSaved(true);
    },
    onError: (error) => {
      const problem = findLinkProblem(error);
      if (problem) setFound(problem);
      else showError(error);
    },
  });

  if (isSaved)
    return (
      <>
        <PanelIntro title="Your new password is set" takesFocus>
          <p>Every browser that was signed in to this account has been signed out.</p>
        </PanelIntro>
        <div className="mt-8">
          <LinkButton to="/auth">Go to sign-in</LinkButton>
        </div>
      </>
    );
  const problem = found ?? (token === '' ? missingToken : undefined);
  if (problem) {
    // A complete link, even if expired, proves access to the mailbox. The server then uses the owner's mail budget.
    const earlierLink = problem.code === 'link-invalid' ? undefined : token;
    return (
      <LinkProblemPanel problem={problem} takesFocus={found !== undefined}>
        <MailForm
          label="Send a new link"
          send={(email) => requestPasswordReset(email, earlierLink)}
          {...resetSent}
        />
        <BackToSignIn />
      </LinkProblemPanel>
    );
  }
  return (
    <>
      <PanelIntro title="Choose a new password">
        <p>It replaces the old one everywhere, immediately.</p>
      </PanelIntro>
      <form {...browserChecked(props)} className="mt-8 grid gap-6">
        <NewPasswordField {...field('newPassword')} label="New password" />
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving...' : 'Set the new password'}
        </Button>
      </form>
    </>
  );
}
