import { Link } from 'react-router';
import type { StoredMail } from '../../../contract/account/accounts.ts';
import { browserChecked } from '../../signed-in/browser-checked.ts';
import { useInitialFocus } from '../../signed-in/use-initial-focus.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { EmailField } from '../../ui/form/email-field.tsx';
import { TermsNote } from '../../ui/form/legal-note.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { signUp } from '../api/accounts.ts';
import { accountEmailRule, newPasswordRule } from '../components/account-rules.ts';
import { PanelIntro } from '../components/auth-layout.tsx';
import { NewPasswordField } from '../components/new-password-field.tsx';
import type { Credentials } from '../sign-in/credentials.ts';
import { SwitchButton } from '../sign-in/switch-button.tsx';

interface SignUpFormProps {
  email: string;
  onSent: (entered: Credentials, storedMail: StoredMail | undefined) => void;
  onSignIn: (email: string) => void;
}

export function SignUpForm({ email, onSent, onSignIn }: SignUpFormProps) {
  const { props, field, isBusy } = useForm({
    fields: { email, password: '' },
    rules: { email: accountEmailRule, password: newPasswordRule },
    submit: async (entered) => {
      const { storedMail } = await signUp(entered);
      toast.success('Account created! Please check your email to confirm.');
      onSent(entered, storedMail);
    },
  });
  const ref = useInitialFocus();

  return (
    <>
      <PanelIntro title="Create an account">
        <p>Sign up, confirm your email, and ask for admin rights.</p>
      </PanelIntro>
      <form {...browserChecked(props)} ref={ref} className="mt-8 grid gap-6">
        <EmailField {...field('email')} autoComplete="username" />
        <NewPasswordField {...field('password')} label="Password" />
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Creating account...' : 'Sign Up'}
        </Button>
        <TermsNote action="By creating an account" />
      </form>
      <div className="mt-5 flex flex-wrap justify-between gap-x-6">
        <SwitchButton onClick={() => onSignIn(field('email').value)}>
          Already have an account? Sign in
        </SwitchButton>
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
