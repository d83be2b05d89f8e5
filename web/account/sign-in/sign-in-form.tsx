import { Link } from 'react-router';
import type { ProviderOutcome } from '../../../contract/account/provider-sign-in.ts';
import { hasCode } from '../../api/client.ts';
import { browserChecked } from '../../signed-in/browser-checked.ts';
import { PasswordField } from '../../signed-in/password-field.tsx';
import { ProviderButton } from '../../signed-in/provider-button.tsx';
import { secretRule } from '../../signed-in/secret-rule.ts';
import { useInitialFocus } from '../../signed-in/use-initial-focus.ts';
import { Button } from '../../ui/button.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { EmailField } from '../../ui/form/email-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { signIn } from '../api/accounts.ts';
import { accountEmailRule } from '../components/account-rules.ts';
import { PanelIntro } from '../components/auth-layout.tsx';
import type { Credentials } from './credentials.ts';
import { ProviderProblem } from './provider-outcome.tsx';
import { SwitchButton } from './switch-button.tsx';

interface SignInFormProps {
  email: string;
  onTwoFactor: (email: string) => void;
  /** Called when the password belongs to a pending sign-up. */
  onUnconfirmed: (entered: Credentials) => void;
  /** Undefined where sign-up is closed. */
  onSignUp?: ((email: string) => void) | undefined;
  /** A button of this page led here: the focus moves to the first empty field. */
  takesFocus: boolean;
  /** The name of the identity provider, if accounts can sign in with one. */
  identityProvider: string | null;
  /** How a sign-in with it has just ended. */
  outcome: ProviderOutcome | undefined;
  /** Why to sign in here. */
  intro?: { title: string; text: string };
}

const usualIntro = { title: 'Admin sign-in', text: 'For the people who look after client portals.' };

export function SignInForm({
  email,
  onTwoFactor,
  onUnconfirmed,
  onSignUp,
  takesFocus,
  identityProvider,
  outcome,
  intro = usualIntro,
}: SignInFormProps) {
  const { props, field, isBusy } = useForm({
    fields: { email, password: '' },
    rules: { email: accountEmailRule, password: secretRule },
    leaves: true,
    submit: async (entered) => {
      try {
        if (!(await signIn(entered))) return onTwoFactor(entered.email);
        toast.success('Logged in successfully');
      } catch (error) {
        if (!hasCode(error, 'email-unconfirmed')) throw error;
        onUnconfirmed(entered);
      }
    },
    onError: (error, { focus }) => {
      showError(error);
      focus('password');
    },
  });
  const ref = useInitialFocus(takesFocus);

  return (
    <>
      <PanelIntro title={intro.title}>
        <p>{intro.text}</p>
      </PanelIntro>
      {outcome && <ProviderProblem outcome={outcome} name={identityProvider} />}
      <form {...browserChecked(props)} ref={ref} className="mt-8 grid gap-6">
        <EmailField {...field('email')} autoComplete="username" />
        <PasswordField {...field('password')} label="Password" required autoComplete="current-password" />
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Signing in...' : 'Sign In'}
        </Button>
      </form>
      {identityProvider !== null && (
        <div className="mt-6 grid gap-6">
          <p className="flex items-center gap-4 text-note text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            or
          </p>
          <ProviderButton name={identityProvider} />
        </div>
      )}
      <div className="mt-5 flex flex-wrap justify-between gap-x-6">
        {onSignUp && (
          <SwitchButton onClick={() => onSignUp(field('email').value)}>Need an account? Sign up</SwitchButton>
        )}
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
