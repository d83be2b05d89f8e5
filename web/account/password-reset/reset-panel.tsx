import { type FormEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { passwordMax } from '../../../contract/accounts.ts';
import { ApiError } from '../../api/client.ts';
import { requestPasswordReset, resetPassword } from '../../api/password-reset.ts';
import { PasswordField } from '../../signed-in/password-field.tsx';
import { tellError } from '../../signed-in/show-error.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { PanelIntro } from '../components/auth-layout.tsx';
import { BackToSignIn } from '../components/back-to-sign-in.tsx';
import { cutLink, findLinkTrouble, type LinkTrouble } from '../components/link-error.ts';
import { LinkRefused } from '../components/link-error.tsx';
import { MailForm } from '../components/mail-form.tsx';
import { passwordHint, refusePassword } from '../sign-up/password-rules.ts';
import { resetSent } from './forgot-panel.tsx';

type State =
  | { is: 'choosing' }
  | { is: 'saving' }
  | { is: 'saved' }
  | { is: 'refused'; trouble: LinkTrouble };

export function ResetPanel() {
  const token = useSearchParams()[0].get('token') ?? '';
  const [state, setState] = useState<State>({ is: 'choosing' });
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  function refuse(reason: string) {
    setRefusal(reason);
    setState({ is: 'choosing' });
    field.current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (state.is !== 'choosing') return;
    const reason = refusePassword(password);
    if (reason) return refuse(reason);
    setState({ is: 'saving' });
    try {
      await resetPassword(token, password);
      setState({ is: 'saved' });
    } catch (error) {
      const trouble = findLinkTrouble(error);
      if (trouble) return setState({ is: 'refused', trouble });
      if (error instanceof ApiError && error.code === 'auth-refused') return refuse(error.message);
      setState({ is: 'choosing' });
      tellError(error);
    }
  }

  if (state.is === 'saved')
    return (
      <>
        <PanelIntro title="Your new password is set" isNews>
          <p>Every browser that was signed in to this account has been signed out.</p>
        </PanelIntro>
        <div className="mt-8">
          <LinkButton to="/auth">Go to sign-in</LinkButton>
        </div>
      </>
    );
  const trouble = state.is === 'refused' ? state.trouble : token === '' ? cutLink : undefined;
  if (trouble) {
    // A complete link, even if expired, proves access to the mailbox. The server then uses the owner's mail budget.
    const earlierLink = trouble.is === 'link-wrong' ? undefined : token;
    return (
      <LinkRefused trouble={trouble} isNews={state.is === 'refused'}>
        <MailForm
          label="Send a new link"
          send={(email) => requestPasswordReset(email, earlierLink)}
          {...resetSent}
        />
        <BackToSignIn />
      </LinkRefused>
    );
  }
  const isBusy = state.is === 'saving';
  return (
    <>
      <PanelIntro title="Choose a new password">
        <p>It replaces the old one everywhere, at once.</p>
      </PanelIntro>
      <form onSubmit={submit} className="mt-8 grid gap-6">
        <PasswordField
          ref={field}
          label="New password"
          name="new-password"
          hint={passwordHint}
          error={refusal}
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setRefusal(undefined);
          }}
          required
          maxLength={passwordMax * 2}
          autoComplete="new-password"
        />
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving...' : 'Set the new password'}
        </Button>
      </form>
    </>
  );
}
