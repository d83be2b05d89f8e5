import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { StepTitle } from './step-title.tsx';

interface RevealedFormProps {
  /** The label of the button, and the title of the form. */
  title: string;
  isDangerous?: boolean;
  /** The form. It gets what closes it. */
  children: (close: () => void) => ReactNode;
}

/**
 * A form behind a button. Several forms that ask for the password would otherwise be on the page at once, and password
 * managers would fill in all of them.
 */
export function RevealedForm({ title, isDangerous = false, children }: RevealedFormProps) {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (!isOpen) {
    return (
      <div>
        <Button ref={button} shape={isDangerous ? 'danger' : 'secondary'} onClick={() => setOpen(true)}>
          {title}
        </Button>
      </div>
    );
  }
  return (
    <div className="arriving grid gap-5">
      <StepTitle>{title}</StepTitle>
      {children(() => setOpen(false))}
    </div>
  );
}
