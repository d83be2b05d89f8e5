import { type ComponentProps, useId } from 'react';
import { classNames } from '../class-names.ts';
import { FieldFrame } from './field-frame.tsx';

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  hint?: string;
  error?: string | undefined;
}

/** Grows with its text, in browsers with `field-sizing`. */
export function TextArea({ label, hint, error, className, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} value={area.value} max={area.maxLength}>
      <textarea
        rows={5}
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-notes`}
        className={classNames(
          'field-sizing-content max-h-[28rem] min-h-36 w-full min-w-0 resize-y rounded-control border border-strong bg-surface px-4 py-3 text-ink transition-colors placeholder:text-soft',
          'hover:border-ink aria-invalid:border-danger',
          className,
        )}
      />
    </FieldFrame>
  );
}
