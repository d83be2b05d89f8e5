import { type ReactNode, useEffect, useRef, useState } from 'react';
import { buttonClasses } from './button.tsx';
import { classNames } from './class-names.ts';

interface DisclosureProps {
  label: ReactNode;
  /** The content. `close` closes the panel and returns the focus to its button. */
  children: (close: () => void) => ReactNode;
  /** On wide screens the panel ends where the button ends, for buttons at the right edge. */
  isAtEnd?: boolean;
  /** Whether the content is rendered only from the first time it is opened. */
  isLazy?: boolean;
}

/** A button that opens a small panel below it, on phones at the bottom of the screen. Escape and a click elsewhere close it. */
export function Disclosure({ label, children, isAtEnd = false, isLazy = false }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);
  const [wasOpened, setWasOpened] = useState(false);

  const close = () => {
    if (details.current) details.current.open = false;
    summary.current?.focus();
  };

  useEffect(() => {
    const closeFromOutside = ({ target }: PointerEvent) => {
      const opened = details.current;
      if (!opened?.open || !(target instanceof Element)) return;
      // A dialog that was opened from the panel is in front of it, and returns the focus to it.
      if (!opened.contains(target) && !target.closest('dialog')) opened.open = false;
    };
    document.addEventListener('pointerdown', closeFromOutside);
    return () => document.removeEventListener('pointerdown', closeFromOutside);
  }, []);

  return (
    <details
      ref={details}
      className="relative"
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !details.current?.open) return;
        event.stopPropagation();
        close();
      }}
    >
      <summary
        ref={summary}
        className={classNames(
          buttonClasses({ shape: 'secondary', size: 'small' }),
          'min-h-11 list-none whitespace-nowrap [&::-webkit-details-marker]:hidden',
        )}
      >
        {label}
      </summary>
      <div
        className={classNames(
          'z-30 max-h-[min(28rem,70dvh)] overflow-y-auto max-sm:fixed max-sm:inset-x-4 max-sm:bottom-4 sm:absolute sm:left-0 sm:mt-2 sm:w-max rounded-panel border border-strong bg-raised p-2 shadow-[0_12px_40px_-16px_oklch(0.1_0.03_262/0.45)]',
          isAtEnd && 'md:right-0 md:left-auto',
        )}
      >
        {(wasOpened || !isLazy) && children(close)}
      </div>
    </details>
  );
}
