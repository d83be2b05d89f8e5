import { type FormEvent, useState } from 'react';
import { signInWithCode, signInWithRecoveryCode } from '../../api/accounts.ts';
import { says } from '../../api/auth-sayings.ts';
import { tellError } from '../../signed-in/show-error.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { PanelIntro } from '../components/auth-layout.tsx';
import { CodeField } from '../components/code-field.tsx';
import { useFirstEmpty } from '../components/use-first-empty.ts';
import { SwitchButton } from './switch-button.tsx';

type Way = 'app' | 'recovery';

/** The password was right; now what only its owner has. Five tries and ten minutes, then from the start. */
export function SecondFactorStep({ onStartAgain }: { onStartAgain: () => void }) {
  const [way, setWay] = useState<Way>('app');
  const [isBusy, setBusy] = useState(false);

  async function pass(work: () => Promise<unknown>, onRefused: () => void) {
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
      // Busy until the page knows who came in, and leaves.
      toast.success('Logged in successfully');
    } catch (error) {
      setBusy(false);
      if (says(error, 'challengeOver') || says(error, 'tooManyCodes')) {
        toast.error('That took too long or too many tries. Please sign in again.');
        return onStartAgain();
      }
      tellError(error);
      onRefused();
    }
  }

  const isApp = way === 'app';
  return (
    <>
      <PanelIntro title="One more step">
        <p>
          {isApp
            ? 'Enter the code your authenticator app shows for this site.'
            : 'Enter one of the recovery codes you kept. Each works once.'}
        </p>
      </PanelIntro>
      {isApp ? (
        <AppCodeForm key="app" isBusy={isBusy} pass={pass} />
      ) : (
        <RecoveryCodeForm key="recovery" isBusy={isBusy} pass={pass} />
      )}
      <div className="mt-5 flex flex-wrap justify-between gap-x-6">
        <SwitchButton onClick={() => setWay(isApp ? 'recovery' : 'app')}>
          {isApp ? 'Use a recovery code' : 'Use the authenticator app'}
        </SwitchButton>
        <SwitchButton onClick={onStartAgain}>Sign in as somebody else</SwitchButton>
      </div>
    </>
  );
}

interface CodeFormProps {
  isBusy: boolean;
  pass: (work: () => Promise<unknown>, onRefused: () => void) => Promise<void>;
}

const notIt = 'That is not the code. Please try again.';

function AppCodeForm({ isBusy, pass }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const form = useFirstEmpty();

  const check = (digits: string) =>
    pass(
      () => signInWithCode(digits),
      () => {
        setCode('');
        setError(notIt);
        form.current?.querySelector('input')?.focus();
      },
    );

  function submit(event: FormEvent) {
    event.preventDefault();
    void check(code);
  }

  return (
    <form ref={form} onSubmit={submit} className="mt-8 grid gap-6">
      <CodeField
        value={code}
        error={error}
        onComplete={(digits) => void check(digits)}
        onChange={(digits) => {
          setCode(digits);
          setError(undefined);
        }}
      />
      <VerifyButton isBusy={isBusy} />
    </form>
  );
}

function RecoveryCodeForm({ isBusy, pass }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const form = useFirstEmpty();

  function submit(event: FormEvent) {
    event.preventDefault();
    void pass(
      () => signInWithRecoveryCode(code.trim()),
      () => {
        setError(notIt);
        form.current?.querySelector('input')?.select();
      },
    );
  }

  return (
    <form ref={form} onSubmit={submit} className="mt-8 grid gap-6">
      <TextField
        label="Recovery code"
        hint="Capital and small letters count."
        error={error}
        name="recovery-code"
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setError(undefined);
        }}
        required
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="font-mono"
      />
      <VerifyButton isBusy={isBusy} />
    </form>
  );
}

function VerifyButton({ isBusy }: { isBusy: boolean }) {
  return (
    <Button type="submit" busy={isBusy}>
      {isBusy ? 'Verifying...' : 'Verify'}
    </Button>
  );
}
