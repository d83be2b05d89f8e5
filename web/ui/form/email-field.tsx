import type { ComponentProps } from 'react';
import { fieldMax } from '../../../contract/constants.ts';
import { TextField } from './text-field.tsx';

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & { label?: string };

export function EmailField({ label = 'Email', required = true, ...field }: EmailFieldProps) {
  return (
    <TextField
      autoComplete="email"
      {...field}
      label={label}
      name="email"
      type="email"
      required={required}
      maxLength={fieldMax.email}
      spellCheck={false}
    />
  );
}
