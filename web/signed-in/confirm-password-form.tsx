import type { ReactNode } from 'react';
import type { RenewSignInRequest } from '../../contract/account/accounts.ts';
import { FormButtons } from '../ui/form/form-buttons.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { browserChecked } from './browser-checked.ts';
import { PasswordField } from './password-field.tsx';
import { secretRule } from './secret-rule.ts';

interface ConfirmPasswordFormProps {
  action: string;
  isDangerous?: boolean;
  email: string;
  /** Whether the account has two-factor authentication. */
  asksCode: boolean;
  onConfirm: (proof: RenewSignInRequest) => Promise<void>;
  onCancel: () => void;
  children?: ReactNode;
}

const rules = { password: secretRule, code: secretRule };

/** Asks for the password again, and for a code if two-factor is on, so that an unattended page cannot be misused. */
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
      {/* For password managers: the account of the password. */}
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
      <FormButtons
        label={action}
        busyLabel="One moment..."
        isBusy={isBusy}
        isDangerous={isDangerous}
        onCancel={onCancel}
      />
    </form>
  );
}
