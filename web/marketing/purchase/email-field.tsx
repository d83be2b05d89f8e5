import type { ComponentProps } from 'react';
import { fieldMax } from '../../../contract/constants.ts';
import { TextField } from '../../ui/form/text-field.tsx';

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & { label?: string };

export function EmailField({ label = 'Your email', ...field }: EmailFieldProps) {
  return (
    <TextField
      {...field}
      label={label}
      type="email"
      name="email"
      required
      maxLength={fieldMax.email}
      autoComplete="email"
      inputMode="email"
      spellCheck={false}
    />
  );
}
