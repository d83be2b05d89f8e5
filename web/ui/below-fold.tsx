import { type ComponentType, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { whenUsed } from './when-used.ts';

const isPrerendered = () =>
  typeof document !== 'undefined' && document.querySelector('[data-below-fold]') !== null;

/**
 * For `lazy()`: a part that is in the prerendered page, readable at once and without scripts, but whose own
 * script is fetched only when the visitor first moves, so that the first paint has the line for itself.
 * After a change of page it loads straight away: nothing of it is there yet.
 */
export function whenWanted<Props>(load: () => Promise<ComponentType<Props>>) {
  return async () => {
    if (isPrerendered()) await whenUsed();
    return { default: await load() };
  };
}

/** Where such parts stand. */
export function BelowFold({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  // Until then motion.css keeps still what moves there: unseen, it would only keep the phone busy.
  useEffect(() => void whenUsed().then(() => part.current?.setAttribute('data-below-fold', 'used')), []);
  return (
    <div ref={part} data-below-fold="">
      <Suspense>{children}</Suspense>
    </div>
  );
}
