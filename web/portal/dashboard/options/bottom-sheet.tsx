import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface BottomSheetProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A native modal dialog at the bottom of the screen, within reach of a thumb. Closing returns the focus to its opener. */
export function BottomSheet({ title, onClose, children }: BottomSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const shown = dialog.current;
    const opener = document.activeElement;
    shown?.showModal();
    heading.current?.focus({ preventScroll: true });
    return () => {
      shown?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the sheet closes it; Escape does so by keyboard.
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="sheet m-0 mt-auto max-h-[min(85dvh,44rem)] w-full max-w-none overflow-y-auto overscroll-contain rounded-t-panel border-t border-line bg-surface text-ink backdrop:bg-[oklch(0.15_0.03_264/0.5)]"
    >
      <div className="px-3 pb-[calc(1rem+env(safe-area-inset-bottom))]">
        <div className="sticky top-0 z-10 flex items-center justify-between gap-4 bg-surface py-3 pl-3">
          <h2 ref={heading} id={titleId} tabIndex={-1} className="text-title outline-none">
            {title}
          </h2>
          <button
            type="button"
            onClick={onClose}
            className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-control px-3 text-soft hover:text-ink"
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
