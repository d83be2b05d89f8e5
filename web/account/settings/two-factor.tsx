import { useState } from 'react';
import type { z } from 'zod';
import type { twoFactorSecret } from '../../../contract/account/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { disableTwoFactor, renewRecoveryCodes, startTwoFactorSetup } from '../api/account-settings.ts';
import { ProofStep } from './proof-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ScanStep } from './scan-step.tsx';

type Secret = z.infer<typeof twoFactorSecret>;

type Step =
  | { is: 'start' }
  | { is: 'switching-on' }
  | { is: 'scanning'; secret: Secret }
  | { is: 'keeping'; codes: string[] }
  | { is: 'renewing' }
  | { is: 'switching-off' };

interface TwoFactorProps {
  email: string;
  isOn: boolean;
  /** Each step asks for it: without one, two-factor cannot be switched on. */
  hasPassword: boolean;
}

/** Two-factor on and off, step by step. Each step that changes something asks for the password again. */
export function TwoFactor({ email, isOn, hasPassword }: TwoFactorProps) {
  const [step, setStep] = useState<Step>({ is: 'start' });
  const startAgain = () => setStep({ is: 'start' });

  switch (step.is) {
    case 'switching-on':
      return (
        <ProofStep
          title="Switch on: first your password"
          action="Continue"
          email={email}
          asksCode={false}
          onCancel={startAgain}
          onConfirm={async ({ password }) => {
            setStep({ is: 'scanning', secret: await startTwoFactorSetup(password) });
          }}
        />
      );
    case 'scanning':
      return (
        <ScanStep
          uri={step.secret.totpURI}
          onCancel={startAgain}
          onDone={() => {
            toast.success('Two-factor authentication is on.');
            setStep({ is: 'keeping', codes: step.secret.backupCodes });
          }}
        />
      );
    case 'keeping':
      return <RecoveryCodes email={email} codes={step.codes} onKept={startAgain} />;
    case 'renewing':
      return (
        <ProofStep
          title="New recovery codes: first your password and a code"
          action="Make new codes"
          email={email}
          asksCode
          onCancel={startAgain}
          onConfirm={async (proof) => {
            const { backupCodes } = await renewRecoveryCodes(proof);
            setStep({ is: 'keeping', codes: backupCodes });
          }}
        />
      );
    case 'switching-off':
      return (
        <ProofStep
          title="Switch off: first your password and a code"
          action="Switch off"
          isDangerous
          email={email}
          asksCode
          onCancel={startAgain}
          onConfirm={async (proof) => {
            await disableTwoFactor(proof);
            toast.success('Two-factor authentication is off.');
            startAgain();
          }}
        />
      );
    case 'start':
      return isOn ? (
        <div className="grid gap-5">
          <p>
            <StatusBadge isOn>On</StatusBadge>
          </p>
          <p className="max-w-[60ch] text-soft">
            Signing in asks for a code from your authenticator app. If you lose the phone, each recovery code
            signs you in once.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button shape="secondary" onClick={() => setStep({ is: 'renewing' })}>
              New recovery codes
            </Button>
            <Button shape="danger" onClick={() => setStep({ is: 'switching-off' })}>
              Switch off
            </Button>
          </div>
        </div>
      ) : (
        <div className="grid gap-5">
          <p>
            <StatusBadge isOn={false}>Off</StatusBadge>
          </p>
          <p className="max-w-[60ch] text-soft">
            You need an authenticator app on your phone. Any will do, and it takes a minute.
          </p>
          {hasPassword ? (
            <div>
              <Button onClick={() => setStep({ is: 'switching-on' })}>Switch on</Button>
            </div>
          ) : (
            <p className="max-w-[60ch] text-soft">Your account has no password yet. Set one above first.</p>
          )}
        </div>
      );
  }
}
