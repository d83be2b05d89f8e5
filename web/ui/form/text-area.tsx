import { type ComponentProps, useId } from 'react';
import { classNames } from '../class-names.ts';
import { FieldNotes } from './field-notes.tsx';

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  hint?: string;
  error?: string | undefined;
}

/** Grows with its text, in browsers with `field-sizing`. */
export function TextArea({ label, hint, error, className, value, maxLength, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-2">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <textarea
        rows={5}
        {...area}
        value={value}
        maxLength={maxLength}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-notes`}
        className={classNames(
          'field-sizing-content max-h-[28rem] min-h-36 w-full min-w-0 resize-y rounded-control border border-strong bg-surface px-4 py-3 text-ink transition-colors placeholder:text-soft',
          'hover:border-ink aria-invalid:border-danger',
          className,
        )}
      />
      <FieldNotes
        id={`${id}-notes`}
        error={error}
        hint={hint}
        length={typeof value === 'string' ? value.length : 0}
        max={maxLength}
      />
    </div>
  );
}
