import { type RefObject, useEffect, useState } from 'react';

/** How far below the screen an element is near it. */
const margin = '200px 0px';

/**
 * Whether an element is on the screen or near it, or was. An element without space, such as a section that a phone does
 * not show, is never near.
 */
export function useNear(element: RefObject<HTMLElement | null>, isNearAtFirst: boolean) {
  const [isNear, setNear] = useState(isNearAtFirst);
  useEffect(() => {
    const observed = element.current;
    if (isNear || !observed) return undefined;
    if (typeof IntersectionObserver === 'undefined') {
      setNear(true);
      return undefined;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: margin },
    );
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element, isNear]);
  return [isNear, setNear] as const;
}
