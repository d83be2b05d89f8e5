import { type ComponentProps, useId } from 'react';
import { classNames } from '../class-names.ts';
import { FieldFrame } from './field-frame.tsx';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string;
  error?: string | undefined;
}

/** With `value` and `maxLength` it shows the number of characters near the limit. */
export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} value={input.value} max={input.maxLength}>
      <input
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-notes`}
        className={classNames(
          'min-h-12 w-full min-w-0 rounded-control border border-strong bg-surface px-4 text-ink transition-colors placeholder:text-soft',
          'hover:border-ink aria-invalid:border-danger',
          className,
        )}
      />
    </FieldFrame>
  );
}
