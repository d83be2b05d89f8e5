import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** As long as sections may still be growing after the page appeared. */
const followMs = 5000;

const readerEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to the section that the address names, such as `#reports`, when the page appears: the router has tried that
 * before the sections were there. Follows it while the sections around it load, until the reader does something.
 */
export function useSectionOfAddress(): void {
  const { hash } = useLocation();
  const type = useNavigationType();

  // biome-ignore lint/correctness/useExhaustiveDependencies: later changes of the address are the router's
  useEffect(() => {
    // The router has restored the place where the reader was before.
    if (hash === '' || (type === 'POP' && window.scrollY > 0)) return;
    const section = document.getElementById(hash.slice(1));
    if (!section) return;
    const scroll = () => section.scrollIntoView();
    scroll();
    const observer = new ResizeObserver(scroll);
    observer.observe(document.body);
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
      for (const name of readerEvents) window.removeEventListener(name, stop);
    };
    const timer = setTimeout(stop, followMs);
    for (const name of readerEvents) window.addEventListener(name, stop, { passive: true });
    return stop;
  }, []);
}
