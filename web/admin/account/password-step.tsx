import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../auth/password-field.tsx';
import { tellError } from '../auth/tell-error.ts';
import { StepTitle } from './step-title.tsx';

interface PasswordStepProps {
  title: string;
  action: string;
  isDangerous?: boolean;
  email: string;
  /** Does what the password is asked for. */
  pass: (password: string) => Promise<void>;
  onCancel: () => void;
}

/** Whoever finds this page open still has to know the password. */
export function PasswordStep({
  title,
  action,
  isDangerous = false,
  email,
  pass,
  onCancel,
}: PasswordStepProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      await pass(password);
    } catch (failure) {
      setBusy(false);
      if (!(failure instanceof ApiError && failure.code === 'auth-refused')) return tellError(failure);
      setError(failure.message);
      field.current?.select();
    }
  }

  return (
    <form onSubmit={submit} className="arriving grid max-w-[26rem] gap-5">
      <StepTitle>{title}</StepTitle>
      {/* For password managers: whose password is asked for. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        ref={field}
        label="Password"
        name="password"
        error={error}
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setError(undefined);
        }}
        required
        autoComplete="current-password"
      />
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
