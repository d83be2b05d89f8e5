import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { RenewSignInRequest } from '../../contract/accounts.ts';
import { ApiError } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { PasswordField } from './password-field.tsx';
import { tellError } from './show-error.ts';

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
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [rejection, setRejection] = useState<{ field: 'password' | 'code'; message: string }>();
  const [isBusy, setBusy] = useState(false);
  const fields = { password: useRef<HTMLInputElement>(null), code: useRef<HTMLInputElement>(null) };
  const errorOf = (field: 'password' | 'code') =>
    rejection?.field === field ? rejection.message : undefined;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      await onConfirm(asksCode ? { password, code } : { password });
    } catch (failure) {
      setBusy(false);
      if (!(failure instanceof ApiError && failure.code === 'auth-refused')) return tellError(failure);
      const field = failure.field === 'code' && asksCode ? 'code' : 'password';
      setRejection({ field, message: failure.message });
      fields[field].current?.select();
    }
  }

  return (
    <form onSubmit={submit} className="grid max-w-[26rem] gap-5">
      {children}
      {/* For password managers: the account of the password. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        ref={fields.password}
        label="Password"
        name="password"
        error={errorOf('password')}
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setRejection(undefined);
        }}
        required
        autoComplete="current-password"
      />
      {asksCode && (
        <TextField
          ref={fields.code}
          label="Code"
          hint="From your authenticator app, or one of your recovery codes."
          error={errorOf('code')}
          name="code"
          value={code}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setRejection(undefined);
          }}
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
