import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * After a navigation without a page load, moves the focus to the new content and lets screen readers read its title.
 * Otherwise the focus stays where the link was and nothing is announced.
 */
export function NavigationFocus() {
  const { pathname, hash } = useLocation();
  const previousPath = useRef(pathname);
  const status = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (previousPath.current === pathname) return;
    previousPath.current = pathname;
    if (!hash) document.getElementById('main')?.focus({ preventScroll: true });
    if (status.current) status.current.textContent = document.title;
  }, [pathname, hash]);

  return <p ref={status} role="status" className="sr-only" />;
}
