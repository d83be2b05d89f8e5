import { useState } from 'react';
import { Navigate } from 'react-router';
import { useMe } from '../../api/session/session.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { CheckMail } from '../sign-up/check-mail.tsx';
import { SignUpForm } from '../sign-up/sign-up-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SecondFactorStep } from './two-factor-step.tsx';

type Step = 'sign-in' | 'sign-up' | 'second-factor' | 'just-signed-up' | 'unconfirmed';

/** Signing in and up, step by step. Whoever is or becomes signed in, here or in another tab, goes on to /admin. */
export function AuthPanel() {
  const { data, isPending, failureCount } = useMe();
  const [step, setStep] = useState<Step>();
  const [email, setEmail] = useState('');
  /** Of a sign-up that is not confirmed yet, while the page offers to send its link again. */
  const [password, setPassword] = useState('');

  if (data?.user) return <Navigate to="/admin" replace />;
  if (isPending && failureCount === 0) return <Spinner />;

  const goTo = (next: Step) => () => {
    setPassword('');
    setStep(next);
  };
  const waitForMail = (next: Step) => (chosen: string) => {
    setPassword(chosen);
    setStep(next);
  };
  if (step === 'second-factor') return <SecondFactorStep onStartAgain={goTo('sign-in')} />;
  if (step === 'sign-up')
    return (
      <SignUpForm
        email={email}
        onEmail={setEmail}
        onSent={waitForMail('just-signed-up')}
        onSignIn={goTo('sign-in')}
      />
    );
  if (step === 'just-signed-up' || step === 'unconfirmed')
    return (
      <CheckMail
        email={email}
        password={password}
        hasJustBeenSent={step === 'just-signed-up'}
        onBack={goTo('sign-in')}
      />
    );
  return (
    <SignInForm
      email={email}
      onEmail={setEmail}
      onSecondFactor={goTo('second-factor')}
      onUnconfirmed={waitForMail('unconfirmed')}
      onSignUp={goTo('sign-up')}
      takesFocus={step !== undefined}
    />
  );
}
