import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { type PageLocation, type Routing, RoutingContext } from '../routing/routing.ts';

/**
 * In place of the addresses of a portal: what is chosen is kept in memory, because a frame must not change the history of the
 * page around it. Other pages are not opened.
 */
export function FrameRouting({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState<PageLocation>({ pathname: '/', search: '', hash: '' });
  const newest = useRef(location);
  const navigate = useCallback((to: string) => {
    if (!to.startsWith('?')) return;
    newest.current = { ...newest.current, search: to === '?' ? '' : to };
    setLocation(newest.current);
  }, []);
  const routing = useMemo(
    (): Routing => ({ location, params: {}, navigate, readLocation: () => newest.current }),
    [location, navigate],
  );
  return <RoutingContext value={routing}>{children}</RoutingContext>;
}
