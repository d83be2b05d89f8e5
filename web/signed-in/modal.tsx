import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';

interface ModalProps {
  title: string;
  onClose: () => void;
  /** A full-height panel at the side, for long content; otherwise a box in the middle. */
  isSheet?: boolean;
  /** A box for a table, as wide as the page lets it be. */
  isWide?: boolean;
  children: ReactNode;
}

/** A native modal dialog, open while it is mounted. Closing returns the focus to the element that opened it. */
export function Modal({ title, onClose, isSheet = false, isWide = false, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const shown = dialog.current;
    const opener = document.activeElement;
    shown?.showModal();
    // Not the first field: on a phone its keyboard would cover the text.
    heading.current?.focus({ preventScroll: true });
    return () => {
      shown?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // The event also bubbles from a file dialog inside, and the parent decides when to close.
        event.preventDefault();
        if (event.target === event.currentTarget) onClose();
      }}
      className={classNames(
        'overflow-y-auto overscroll-contain border-line bg-surface text-ink backdrop:bg-[oklch(0.15_0.03_264/0.5)]',
        isSheet
          ? 'm-0 ml-auto h-dvh max-h-none w-[min(34rem,100vw)] max-w-none border-l'
          : 'm-auto max-h-[calc(100dvh-2rem)] rounded-panel border',
        !isSheet && (isWide ? 'w-[min(60rem,calc(100vw-1rem))]' : 'w-[min(30rem,calc(100vw-2rem))]'),
      )}
    >
      <div className={isSheet ? 'p-5 sm:p-8' : 'p-5 sm:p-7'}>
        <div className="flex items-start justify-between gap-4">
          <h2
            ref={heading}
            id={titleId}
            tabIndex={-1}
            className="min-w-0 pt-1.5 text-title break-words outline-none"
          >
            {title}
          </h2>
          <button
            type="button"
            onClick={onClose}
            className="-mr-2 inline-flex min-h-11 shrink-0 items-center gap-2 rounded-control px-2 text-soft hover:text-ink"
          >
            <X className="size-5" strokeWidth={1.5} aria-hidden="true" />
            Close
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
