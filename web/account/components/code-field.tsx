import type { Ref } from 'react';
import { TextField } from '../../ui/form/text-field.tsx';

interface CodeFieldProps {
  value: string;
  onChange: (digits: string) => void;
  /** Called with the sixth digit: nobody should have to press a button as well. */
  onComplete: (digits: string) => void;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

const length = 6;

/** The six digits an authenticator app shows, typed, pasted with a space, or filled in by the phone. */
export function CodeField({ value, onChange, onComplete, error, ref }: CodeFieldProps) {
  return (
    <TextField
      ref={ref}
      label="Code"
      hint="Six digits; a new code comes every 30 seconds."
      error={error}
      name="code"
      value={value}
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern={`[0-9]{${length}}`}
      title="Six digits"
      className="font-mono text-title tracking-[0.35em] tabular"
      onChange={(event) => {
        const digits = event.currentTarget.value.replace(/\D/g, '').slice(0, length);
        onChange(digits);
        if (digits.length === length && digits !== value) onComplete(digits);
      }}
    />
  );
}
