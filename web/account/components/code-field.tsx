import type { ComponentProps } from 'react';
import { TextField } from '../../ui/form/text-field.tsx';

interface CodeFieldProps extends Omit<ComponentProps<typeof TextField>, 'label'> {
  /** Called with the sixth digit, so that no button is needed. */
  onComplete: () => void;
}

const length = 6;

/** The six digits of an authenticator app: typed, pasted with a space, or filled in by the phone. */
export function CodeField({ onComplete, onChange, ...field }: CodeFieldProps) {
  return (
    <TextField
      {...field}
      label="Code"
      hint="Six digits. A new code appears every 30 seconds."
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern={`[0-9]{${length}}`}
      title="Six digits"
      className="font-mono text-title tracking-[0.35em] tabular"
      onChange={(event) => {
        const input = event.currentTarget;
        input.value = input.value.replace(/\D/g, '').slice(0, length);
        const isNew = input.value !== field.value;
        onChange?.(event);
        if (isNew && input.value.length === length) onComplete();
      }}
    />
  );
}
