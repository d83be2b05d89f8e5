import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string;
  error?: string | undefined;
}

export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={classNames(error && errorId, hint && hintId) || undefined}
        className={classNames(
          'min-h-12 w-full min-w-0 rounded-control border border-strong bg-surface px-4 text-ink transition-colors placeholder:text-soft',
          'hover:border-ink aria-invalid:border-danger',
          className,
        )}
      />
      {error && (
        <p id={errorId} role="alert" className="text-[0.9375rem] text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-note text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
