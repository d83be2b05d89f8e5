import { useState } from 'react';
import { hasCode } from '../../api/client.ts';
import { browserChecked } from '../../signed-in/browser-checked.ts';
import { useInitialFocus } from '../../signed-in/use-initial-focus.ts';
import { Button } from '../../ui/button.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import type { Rule } from '../../ui/form/rules.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { signInWithCode, signInWithRecoveryCode } from '../api/accounts.ts';
import { PanelIntro } from '../components/auth-layout.tsx';
import { CodeField } from '../components/code-field.tsx';
import { SwitchButton } from './switch-button.tsx';

interface TwoFactorStepProps {
  onStartAgain: () => void;
}

/** After the right password: a code. Five wrong codes or ten minutes end the sign-in. */
export function TwoFactorStep({ onStartAgain }: TwoFactorStepProps) {
  const [hasApp, setHasApp] = useState(true);
  return (
    <>
      <PanelIntro title="One more step">
        <p>
          {hasApp
            ? 'Enter the code your authenticator app shows for this site.'
            : 'Enter one of your recovery codes. Each works once.'}
        </p>
      </PanelIntro>
      <CodeForm key={String(hasApp)} hasApp={hasApp} onStartAgain={onStartAgain} />
      <div className="mt-5 flex flex-wrap justify-between gap-x-6">
        <SwitchButton onClick={() => setHasApp(!hasApp)}>
          {hasApp ? 'Use a recovery code' : 'Use the authenticator app'}
        </SwitchButton>
        <SwitchButton onClick={onStartAgain}>Sign in with another account</SwitchButton>
      </div>
    </>
  );
}

const wrongCode = 'That is not the code. Please try again.';
/** A recovery code is long: a wrong one stays to be corrected, selected to be replaced. */
const recoveryCodeRule: Rule = () => undefined;
recoveryCodeRule.selectsWrong = true;

interface CodeFormProps extends TwoFactorStepProps {
  /** Whether the code is one of the authenticator app, or else a recovery code. */
  hasApp: boolean;
}

function CodeForm({ hasApp, onStartAgain }: CodeFormProps) {
  const { props, field, isBusy, send } = useForm({
    fields: { code: '' },
    rules: hasApp ? {} : { code: recoveryCodeRule },
    leaves: true,
    submit: async ({ code }) => {
      await (hasApp ? signInWithCode(code) : signInWithRecoveryCode(code));
      toast.success('Logged in successfully');
    },
    onError: (error, { mark, reset, focus }) => {
      if (isOver(error)) return startAgain(onStartAgain);
      if (hasApp) reset();
      if (hasCode(error, 'invalid-code')) return mark({ code: wrongCode });
      showError(error);
      focus('code');
    },
  });
  const ref = useInitialFocus();
  return (
    <form {...browserChecked(props)} ref={ref} className="mt-8 grid gap-6">
      {hasApp ? (
        <CodeField {...field('code')} onComplete={() => void send()} />
      ) : (
        <TextField
          {...field('code')}
          label="Recovery code"
          hint="Upper and lower case matter."
          name="recovery-code"
          required
          maxLength={40}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="font-mono"
        />
      )}
      <Button type="submit" busy={isBusy}>
        {isBusy ? 'Verifying...' : 'Verify'}
      </Button>
    </form>
  );
}

const isOver = (error: unknown) => hasCode(error, 'two-factor-expired') || hasCode(error, 'too-many-codes');

function startAgain(onStartAgain: () => void): void {
  toast.error('That took too long or too many tries. Please sign in again.');
  onStartAgain();
}
