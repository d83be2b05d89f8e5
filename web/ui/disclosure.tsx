import { type ReactNode, useEffect, useRef } from 'react';
import { buttonClasses } from './button.tsx';
import { classNames } from './class-names.ts';

interface DisclosureProps {
  label: ReactNode;
  /** Also closes it and returns the focus to its button. */
  children: (close: () => void) => ReactNode;
  className?: string;
}

/** A button that opens a small panel below it. Escape and a click elsewhere close it. */
export function Disclosure({ label, children, className }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);

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
          'absolute left-0 z-30 mt-2 max-h-[min(28rem,70dvh)] w-max max-w-[calc(100vw-2rem)] overflow-y-auto rounded-panel border border-strong bg-raised p-2 shadow-[0_12px_40px_-16px_oklch(0.1_0.03_262/0.45)] sm:right-0 sm:left-auto',
          className,
        )}
      >
        {children(close)}
      </div>
    </details>
  );
}
