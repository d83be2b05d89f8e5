import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { passwordMax } from '../../../contract/accounts.ts';
import { signUp } from '../../api/accounts.ts';
import { PasswordField } from '../../signed-in/password-field.tsx';
import { tellError } from '../../signed-in/show-error.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { refusedField } from '../../ui/form/field-errors.ts';
import { TermsNote } from '../../ui/form/legal-note.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { PanelIntro } from '../components/auth-layout.tsx';
import { useEmailField } from '../components/use-email-field.ts';
import { useFirstEmpty } from '../components/use-first-empty.ts';
import { SwitchButton } from '../sign-in/switch-button.tsx';
import { passwordHint, refusePassword } from './password-rules.ts';

interface SignUpFormProps {
  email: string;
  onEmail: (email: string) => void;
  onSent: (password: string) => void;
  onSignIn: () => void;
}

export function SignUpForm(props: SignUpFormProps) {
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const form = useFirstEmpty();
  const field = useRef<HTMLInputElement>(null);
  const emailField = useEmailField(props.email, props.onEmail);

  function refuse(reason: string) {
    setRefusal(reason);
    field.current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const email = isBusy ? undefined : emailField.check();
    if (!email) return;
    const reason = refusePassword(password);
    if (reason) return refuse(reason);
    setBusy(true);
    try {
      await signUp({ email, password });
      toast.success('Account created! Please check your email to confirm.');
      props.onSent(password);
    } catch (error) {
      setBusy(false);
      if (emailField.refuse(error)) return;
      tellError(error);
      if (error instanceof Error && refusedField(error) === 'password') refuse(error.message);
    }
  }

  return (
    <>
      <PanelIntro title="Create an account">
        <p>Sign up, confirm your email, and ask for admin rights.</p>
      </PanelIntro>
      <form ref={form} noValidate onSubmit={submit} className="mt-8 grid gap-6">
        <TextField {...emailField.props} autoComplete="username" />
        <PasswordField
          ref={field}
          label="Password"
          name="new-password"
          hint={passwordHint}
          error={refusal}
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setRefusal(undefined);
          }}
          required
          // Room to see that a pasted one is too long, rather than to have it cut.
          maxLength={passwordMax * 2}
          autoComplete="new-password"
        />
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Creating account...' : 'Sign Up'}
        </Button>
        <TermsNote action="By creating an account" />
      </form>
      <div className="mt-5 flex flex-wrap justify-between gap-x-6">
        <SwitchButton onClick={props.onSignIn}>Already have an account? Sign in</SwitchButton>
        <Link
          to="/grant-admin"
          className="inline-flex min-h-11 items-center text-soft underline decoration-1 underline-offset-4 hover:text-ink"
        >
          Request admin access
        </Link>
      </div>
    </>
  );
}
