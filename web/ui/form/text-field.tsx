import { type ComponentProps, useId } from 'react';
import { classNames } from '../class-names.ts';
import { FieldNotes } from './field-notes.tsx';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string;
  error?: string | undefined;
}

/** With `value` and `maxLength` it shows the number of characters near the limit. */
export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-2">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
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
      <FieldNotes
        id={`${id}-notes`}
        error={error}
        hint={hint}
        length={typeof input.value === 'string' ? input.value.length : 0}
        max={input.maxLength}
      />
    </div>
  );
}
