import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type ButtonLook, buttonClasses } from '../button.tsx';
import { classNames } from '../class-names.ts';

interface DisclosureProps {
  label: ReactNode;
  /** The content. `close` closes the panel and returns the focus to its button. */
  children: (close: () => void) => ReactNode;
  /** On wide screens the panel ends where the button ends, for buttons at the right edge. */
  isAtEnd?: boolean;
  shape?: NonNullable<ButtonLook['shape']>;
  /** Whether the content is rendered only from the first time it is opened. */
  isLazy?: boolean;
}

/** A button that opens a small panel below it, on phones at the bottom of the screen. Escape and a click elsewhere close it. */
export function Disclosure(props: DisclosureProps) {
  const { label, children, shape = 'secondary', isAtEnd = false, isLazy = false } = props;
  const details = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);
  const [wasOpened, setWasOpened] = useState(false);

  const close = () => {
    if (details.current) details.current.open = false;
    summary.current?.focus();
  };

  useEffect(() => {
    // Before React handles events, the browser opens it alone.
    if (details.current?.open) setWasOpened(true);
  }, []);

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
          buttonClasses({ shape, size: 'small' }),
          'min-h-11 list-none whitespace-nowrap [&::-webkit-details-marker]:hidden',
        )}
      >
        {label}
      </summary>
      <div
        className={classNames(
          'z-30 max-h-[min(34rem,75dvh)] overflow-y-auto max-sm:fixed max-sm:inset-x-4 max-sm:bottom-4 sm:absolute sm:left-0 sm:mt-2 sm:w-max rounded-panel border border-strong bg-raised p-2 shadow-[0_12px_40px_-16px_oklch(0.1_0.03_262/0.45)]',
          isAtEnd && (shape === 'quiet' ? 'md:right-3.5 md:left-auto' : 'md:right-0 md:left-auto'),
        )}
      >
        {(wasOpened || !isLazy) && children(close)}
      </div>
    </details>
  );
}
