import { type FormEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { passwordMax } from '../../../contract/accounts.ts';
import { confirmEmail, renewLink } from '../../api/accounts.ts';
import { ApiError } from '../../api/client.ts';
import { PasswordField } from '../../signed-in/password-field.tsx';
import { tellError } from '../../signed-in/show-error.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { PanelIntro } from '../components/auth-layout.tsx';
import { BackToSignIn } from '../components/back-to-sign-in.tsx';
import { cutLink, findLinkTrouble, type LinkTrouble } from '../components/link-error.ts';
import { LinkRefused } from '../components/link-error.tsx';
import { ResendButton } from './resend-button.tsx';

/** The last step of signing up. Opening the link confirms nothing, mail scanners do that: it takes the password. */
export function ConfirmPanel() {
  const token = useSearchParams()[0].get('token') ?? '';
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<LinkTrouble>();
  const field = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      await confirmEmail({ token, password });
      // Busy until the page is left.
      toast.success('Your email is confirmed. You are signed in.');
      await navigate('/admin', { replace: true });
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'wrong-password') {
        setRefusal(error.message);
        field.current?.focus();
        return field.current?.select();
      }
      const found = findLinkTrouble(error);
      if (found) return setTrouble(found);
      tellError(error);
    }
  }

  const shown = trouble ?? (token === '' ? cutLink : undefined);
  if (shown) {
    return (
      <LinkRefused trouble={shown} isNews={trouble !== undefined}>
        <NextStep trouble={shown} token={token} />
      </LinkRefused>
    );
  }
  return (
    <>
      <PanelIntro title="Confirm your email">
        <p>Enter the password you chose when you signed up. This confirms your email and signs you in.</p>
      </PanelIntro>
      <form onSubmit={submit} className="mt-8 grid gap-6">
        <PasswordField
          ref={field}
          label="Password"
          name="password"
          error={refusal}
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setRefusal(undefined);
          }}
          required
          maxLength={passwordMax * 2}
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

function NextStep({ trouble, token }: { trouble: LinkTrouble; token: string }) {
  if (trouble.is === 'link-expired') {
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
      {trouble.is === 'link-wrong' && <p className="mb-6">Sign in with your password to get a new link.</p>}
      <LinkButton to="/auth">Go to sign-in</LinkButton>
    </>
  );
}
