import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { StoredMail } from '../../../contract/account/accounts.ts';
import { useMe } from '../../api/session/session.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { CheckMail } from '../sign-up/check-mail.tsx';
import { SignUpForm } from '../sign-up/sign-up-form.tsx';
import type { Credentials } from './credentials.ts';
import { readProviderOutcome } from './provider-outcome.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { TwoFactorStep } from './two-factor-step.tsx';

type Step =
  | { is: 'sign-in' | 'sign-up' | 'two-factor' }
  /** Keeps the password while the link of the sign-up can be sent again, which requires it. */
  | { is: 'just-signed-up' | 'unconfirmed'; password: string; storedMail: StoredMail | undefined };

/** Signing in and up, step by step. A session, also one begun in another tab, leads to /admin. */
export function AuthPanel() {
  const { data, isPending, failureCount } = useMe();
  const outcome = readProviderOutcome(useSearchParams()[0]);
  // The identity provider has taken the place of the password: a code is next.
  const [step, setStep] = useState<Step | undefined>(outcome === 'code' ? { is: 'two-factor' } : undefined);
  const [email, setEmail] = useState('');

  if (data?.user) return <Navigate to="/admin" replace />;
  if (isPending && failureCount === 0) return <Spinner />;

  const goTo = (is: 'sign-in' | 'sign-up' | 'two-factor') => (entered: string) => {
    setEmail(entered);
    setStep({ is });
  };
  const waitForMail =
    (is: 'just-signed-up' | 'unconfirmed') => (entered: Credentials, storedMail?: StoredMail) => {
      setEmail(entered.email);
      setStep({ is, password: entered.password, storedMail });
    };
  const startAgain = () => setStep({ is: 'sign-in' });

  switch (step?.is) {
    case 'two-factor':
      return <TwoFactorStep onStartAgain={startAgain} />;
    case 'sign-up':
      return <SignUpForm email={email} onSent={waitForMail('just-signed-up')} onSignIn={goTo('sign-in')} />;
    case 'just-signed-up':
    case 'unconfirmed':
      return (
        <CheckMail
          email={email}
          password={step.password}
          storedMail={step.storedMail}
          hasJustBeenSent={step.is === 'just-signed-up'}
          onBack={startAgain}
        />
      );
    default:
      return (
        <SignInForm
          email={email}
          onTwoFactor={goTo('two-factor')}
          onUnconfirmed={waitForMail('unconfirmed')}
          onSignUp={data?.signUp === 'invited' ? undefined : goTo('sign-up')}
          takesFocus={step !== undefined}
          identityProvider={data?.identityProvider ?? null}
          outcome={step === undefined ? outcome : undefined}
        />
      );
  }
}
