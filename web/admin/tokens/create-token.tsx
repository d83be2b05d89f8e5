import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';

interface CreateTokenProps {
  /** The form. `cancel` also gives the focus back to the button; after `close` it is on the new token. */
  children: (form: { close: () => void; cancel: () => void }) => ReactNode;
}

/** The button that opens the form of a new token. */
export function CreateToken({ children }: CreateTokenProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasCancelled = useRef(false);

  // The focused button of the form is removed, which would move the focus to the top of the page.
  useEffect(() => {
    if (!isOpen && wasCancelled.current) button.current?.focus({ preventScroll: true });
    wasCancelled.current = false;
  }, [isOpen]);

  if (!isOpen)
    return (
      <Button
        ref={button}
        shape="secondary"
        size="small"
        className="mt-4 min-h-11"
        onClick={() => setOpen(true)}
      >
        Create token
      </Button>
    );
  return children({
    close: () => setOpen(false),
    cancel: () => {
      wasCancelled.current = true;
      setOpen(false);
    },
  });
}
