import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * A page change without a page load is silent to a screen reader and leaves the keyboard where the old
 * page's link was: move to the new content, and let its title be read.
 */
export function NavigationFocus() {
  const { pathname, hash } = useLocation();
  const seen = useRef(pathname);
  const status = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    if (!hash) document.getElementById('main')?.focus({ preventScroll: true });
    if (status.current) status.current.textContent = document.title;
  }, [pathname, hash]);

  return <p ref={status} role="status" className="sr-only" />;
}
