import { type FormEvent, useRef, useState } from 'react';
import { enableTwoFactor } from '../../api/account-settings.ts';
import { ApiError } from '../../api/client.ts';
import { tellError } from '../../signed-in/show-error.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CodeField } from '../components/code-field.tsx';
import { QrCode } from './qr-code.tsx';
import { StepTitle } from './step-title.tsx';

interface ScanStepProps {
  /** otpauth://totp/…?secret=… */
  uri: string;
  onDone: () => void;
  onCancel: () => void;
}

/** Hands the secret to the phone, and switches on only once the phone has shown that it has it. */
export function ScanStep({ uri, onDone, onCancel }: ScanStepProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const secret = new URL(uri).searchParams.get('secret') ?? '';

  async function check(digits: string) {
    if (isBusy) return;
    setBusy(true);
    try {
      await enableTwoFactor(digits);
      onDone();
    } catch (failure) {
      setBusy(false);
      setCode('');
      field.current?.focus();
      if (!(failure instanceof ApiError && failure.code === 'auth-refused')) return tellError(failure);
      setError('That is not the code. Is the clock of your phone right? Please enter the next one.');
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void check(code);
  }

  return (
    <div className="arriving grid gap-7">
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-[15rem_minmax(0,1fr)]">
        <QrCode text={uri} label="QR code for your authenticator app; the same secret stands beside it" />
        <div className="grid content-start justify-items-start gap-3">
          <StepTitle>Scan this with your authenticator app</StepTitle>
          <p className="text-soft">No camera at hand? Enter this secret in the app instead:</p>
          <code className="font-mono text-[0.9375rem] leading-relaxed wrap-anywhere">
            {secret.replace(/.{4}(?=.)/g, '$& ')}
          </code>
          <CopyButton
            text={secret}
            label="Copy secret"
            done="Secret copied to clipboard!"
            shape="secondary"
            size="small"
          />
        </div>
      </div>
      <form onSubmit={submit} className="grid max-w-[26rem] gap-5">
        <CodeField
          ref={field}
          value={code}
          error={error}
          onComplete={(digits) => void check(digits)}
          onChange={(digits) => {
            setCode(digits);
            setError(undefined);
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Verifying...' : 'Verify and switch on'}
          </Button>
          <Button shape="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  );
}
