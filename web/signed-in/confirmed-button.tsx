import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button, type ButtonLook } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { showError } from '../ui/feedback/show-error.ts';

interface ConfirmedButtonProps {
  label: ReactNode;
  /** The accessible name of the question, and of the button if its label alone is not clear. */
  name: string;
  /** Explains the consequences before the confirmation. */
  warning: string;
  confirm: string;
  busy: string;
  isDangerous: boolean;
  /** The look of the button before it asks. */
  shape?: NonNullable<ButtonLook['shape']>;
  /** A failure is shown in a toast. */
  onConfirm: () => Promise<unknown>;
}

/** A button that explains the consequences and asks for confirmation before it acts. */
export function ConfirmedButton(props: ConfirmedButtonProps) {
  const { label, name, warning, confirm, busy, isDangerous, shape = 'secondary', onConfirm } = props;
  const [isConfirming, setIsConfirming] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const question = useRef<HTMLFieldSetElement>(null);
  const openButton = useRef<HTMLButtonElement>(null);
  const wasConfirming = useRef(false);
  const warningId = useId();

  // The focused control is replaced, which would move the focus to the top of the page.
  useEffect(() => {
    if (isConfirming) question.current?.focus({ preventScroll: true });
    else if (wasConfirming.current) openButton.current?.focus({ preventScroll: true });
    wasConfirming.current = isConfirming;
  }, [isConfirming]);

  async function act() {
    setIsBusy(true);
    try {
      await onConfirm();
    } catch (error) {
      showError(error);
    }
    setIsBusy(false);
    setIsConfirming(false);
  }

  if (!isConfirming) {
    return (
      <Button
        ref={openButton}
        shape={shape}
        size="small"
        className={classNames('min-h-11', shape === 'quiet' && 'hover:text-live')}
        aria-label={name}
        onClick={() => setIsConfirming(true)}
      >
        {label}
      </Button>
    );
  }
  return (
    <fieldset
      ref={question}
      tabIndex={-1}
      aria-label={name}
      aria-describedby={warningId}
      className="grid w-full min-w-0 gap-3 rounded-control bg-warn-wash p-4 outline-none"
    >
      <p id={warningId} className="max-w-[60ch] text-[0.9375rem] text-warn wrap-anywhere">
        {warning}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          shape={isDangerous ? 'danger' : 'primary'}
          size="small"
          className="min-h-11"
          busy={isBusy}
          onClick={act}
        >
          {isBusy ? busy : confirm}
        </Button>
        <Button
          shape="quiet"
          size="small"
          className="min-h-11"
          busy={isBusy}
          onClick={() => setIsConfirming(false)}
        >
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
