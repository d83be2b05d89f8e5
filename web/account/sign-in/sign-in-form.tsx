import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { signIn } from '../../api/accounts.ts';
import { ApiError } from '../../api/client.ts';
import { PasswordField } from '../../signed-in/password-field.tsx';
import { tellError } from '../../signed-in/show-error.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { PanelIntro } from '../components/auth-layout.tsx';
import { useEmailField } from '../components/use-email-field.ts';
import { useFirstEmpty } from '../components/use-first-empty.ts';
import { SwitchButton } from './switch-button.tsx';

interface SignInFormProps {
  email: string;
  onEmail: (email: string) => void;
  onSecondFactor: () => void;
  /** Called when the password belongs to a sign-up that is not confirmed yet. */
  onUnconfirmed: (password: string) => void;
  onSignUp: () => void;
  /** Takes the keyboard: it came here by a button of this page. */
  takesFocus: boolean;
}

export function SignInForm(props: SignInFormProps) {
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const form = useFirstEmpty(props.takesFocus);
  const field = useRef<HTMLInputElement>(null);
  const emailField = useEmailField(props.email, props.onEmail);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const email = isBusy ? undefined : emailField.check();
    if (!email) return;
    setBusy(true);
    try {
      if (!(await signIn({ email, password }))) return props.onSecondFactor();
      // Busy until the page knows who came in, and leaves.
      toast.success('Logged in successfully');
    } catch (error) {
      if (error instanceof ApiError && error.code === 'email-unconfirmed') {
        return props.onUnconfirmed(password);
      }
      setBusy(false);
      if (emailField.refuse(error)) return;
      tellError(error);
      field.current?.select();
    }
  }

  return (
    <>
      <PanelIntro title="Admin sign-in">
        <p>For the people who look after client portals.</p>
      </PanelIntro>
      <form ref={form} noValidate onSubmit={submit} className="mt-8 grid gap-6">
        <TextField {...emailField.props} autoComplete="username" />
        <PasswordField
          ref={field}
          label="Password"
          name="password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
          autoComplete="current-password"
        />
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Signing in...' : 'Sign In'}
        </Button>
      </form>
      <div className="mt-5 flex flex-wrap justify-between gap-x-6">
        <SwitchButton onClick={props.onSignUp}>Need an account? Sign up</SwitchButton>
        <Link
          to="/auth/forgot-password"
          className="inline-flex min-h-11 items-center text-soft underline decoration-1 underline-offset-4 hover:text-ink"
        >
          Forgot your password?
        </Link>
      </div>
    </>
  );
}
