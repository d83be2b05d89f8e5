import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type NavigateOptions, type PageLocation, type Routing, RoutingContext } from './routing.ts';

interface BrowserRoutingProps {
  /** The location of the first render, which is the server's. The present one is shown right after it. */
  first: PageLocation;
  /** The parts of a path of this application; undefined for a path that is another document. */
  match: (pathname: string) => Routing['params'] | undefined;
  children: ReactNode;
}

const readLocation = (): PageLocation => {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash };
};

const isPresent = ({ pathname, search }: PageLocation) =>
  pathname === window.location.pathname && search === window.location.search;

/** Routes the addresses of the portal with the browser's history; every other address is loaded as a document. */
export function BrowserRouting({ first, match, children }: BrowserRoutingProps) {
  const [location, setLocation] = useState(first);
  const shown = useRef(first.pathname);

  useEffect(() => {
    const update = () => setLocation(readLocation());
    // Back may have been pressed before the page was ready.
    setLocation((rendered) => (isPresent(rendered) ? rendered : readLocation()));
    addEventListener('popstate', update);
    return () => removeEventListener('popstate', update);
  }, []);

  // Otherwise the focus stays on a link that is gone, and screen readers announce nothing.
  useEffect(() => {
    if (shown.current === location.pathname) return;
    shown.current = location.pathname;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [location.pathname]);

  const navigate = useCallback(
    (to: string, { replace = false, preventScrollReset = false }: NavigateOptions = {}) => {
      const target = new URL(to, window.location.href);
      if (target.origin !== window.location.origin || match(target.pathname) === undefined) {
        if (replace) window.location.replace(target);
        else window.location.assign(target);
        return;
      }
      const isSame = target.href === window.location.href;
      history[replace || isSame ? 'replaceState' : 'pushState'](null, '', target);
      setLocation(readLocation());
      if (!preventScrollReset) scrollTo(0, 0);
    },
    [match],
  );
  const routing = useMemo(
    (): Routing => ({ location, params: match(location.pathname) ?? {}, navigate, readLocation }),
    [location, match, navigate],
  );
  return <RoutingContext value={routing}>{children}</RoutingContext>;
}
