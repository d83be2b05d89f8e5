import type { ReactNode } from 'react';
import type { ProofRequest } from '../../contract/accounts.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { browserChecked } from './browser-checked.ts';
import { PasswordField } from './password-field.tsx';
import { secretRule } from './secret-rule.ts';

interface ConfirmPasswordFormProps {
  action: string;
  isDangerous?: boolean;
  email: string;
  /** Whether a code is asked for beside the password. */
  asksCode: boolean;
  onConfirm: (proof: ProofRequest) => Promise<void>;
  onCancel: () => void;
  children?: ReactNode;
}

const rules = { password: secretRule, code: secretRule };

/** Asks for the password and, with two-factor on, a code: an open page does not prove who is using it. */
export function ConfirmPasswordForm({
  action,
  isDangerous = false,
  email,
  asksCode,
  onConfirm,
  onCancel,
  children,
}: ConfirmPasswordFormProps) {
  const { props, field, isBusy } = useForm({
    fields: { password: '', code: '' },
    rules,
    leaves: true,
    submit: ({ password, code }) => onConfirm(asksCode ? { password, code } : { password }),
  });

  return (
    <form {...browserChecked(props)} className="grid max-w-[26rem] gap-5">
      {children}
      {/* Tells password managers whose password is asked for. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...field('password')} label="Password" required autoComplete="current-password" />
      {asksCode && (
        <TextField
          {...field('code')}
          label="Code"
          hint="From your authenticator app, or one of your recovery codes."
          required
          maxLength={40}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="font-mono"
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" shape={isDangerous ? 'danger' : 'primary'} busy={isBusy}>
          {isBusy ? 'One moment...' : action}
        </Button>
        <Button shape="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
