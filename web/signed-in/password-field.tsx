import { Eye } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react';
import { FieldFrame } from '../ui/form/field-frame.tsx';

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  label: string;
  value: string;
  /** The accessible name of the value, for the Show button. */
  what?: string;
  hint?: string;
  error?: string | undefined;
}

/** With a button that shows the password, and a warning while Caps Lock is on. */
export function PasswordField({
  label,
  what = 'password',
  hint,
  error,
  value,
  ...input
}: PasswordFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} value={value} max={input.maxLength}>
      <div className="relative">
        <input
          {...input}
          id={id}
          value={value}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-notes`}
          className="min-h-12 w-full min-w-0 rounded-control border border-strong bg-surface pr-24 pl-4 text-ink transition-colors hover:border-ink aria-invalid:border-danger"
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0.5 right-0.5 inline-flex items-center gap-1.5 rounded-control px-3.5 text-[0.9375rem] font-medium text-soft transition-colors hover:text-ink aria-pressed:text-live"
        >
          <Eye className="size-5" strokeWidth={1.5} aria-hidden="true" />
          Show<span className="sr-only"> {what}</span>
        </button>
      </div>
      <p role="status" className="text-note text-warn empty:hidden">
        {isCapsLock && 'Caps Lock is on.'}
      </p>
    </FieldFrame>
  );
}
