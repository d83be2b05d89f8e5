import { hasCode } from '../../api/client.ts';
import { browserChecked } from '../../signed-in/browser-checked.ts';
import { QrCode } from '../../signed-in/qr-code.tsx';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { enableTwoFactor } from '../api/account-settings.ts';
import { CodeField } from '../components/code-field.tsx';
import { StepTitle } from './step-title.tsx';

interface ScanStepProps {
  /** otpauth://totp/…?secret=… */
  uri: string;
  onDone: () => void;
  onCancel: () => void;
}

/** Shows the secret to the phone. A first code proves that the phone has it and switches two-factor on. */
export function ScanStep({ uri, onDone, onCancel }: ScanStepProps) {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const { props, field, isBusy, send } = useForm({
    fields: { code: '' },
    leaves: true,
    submit: async ({ code }) => {
      await enableTwoFactor(code);
      onDone();
    },
    onError: (error, { mark, reset, focus }) => {
      reset();
      if (hasCode(error, 'invalid-code'))
        return mark({
          code: 'That is not the code. Check that the clock of your phone is right, and enter the next code.',
        });
      showError(error);
      focus('code');
    },
  });

  return (
    <div className="arriving grid gap-7">
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-[15rem_minmax(0,1fr)]">
        <QrCode text={uri} label="QR code for your authenticator app; the secret is also shown next to it" />
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
      <form {...browserChecked(props)} className="grid max-w-[26rem] gap-5">
        <CodeField {...field('code')} onComplete={() => void send()} />
        <FormButtons
          label="Verify and switch on"
          busyLabel="Verifying..."
          isBusy={isBusy}
          onCancel={onCancel}
        />
      </form>
    </div>
  );
}
