import { type ReactNode, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { type Routing, RoutingContext } from './routing.ts';

/** Lets components of the portal be part of a page of React Router. */
export function ReactRouterBridge({ children }: { children: ReactNode }) {
  const location = useLocation();
  const params = useParams();
  const navigate = useNavigate();
  const newest = useRef(location);
  newest.current = location;
  const routing = useMemo(
    (): Routing => ({
      location,
      params,
      navigate: (to, options = {}) => void navigate(to, options),
      readLocation: () => newest.current,
    }),
    [location, params, navigate],
  );
  return <RoutingContext value={routing}>{children}</RoutingContext>;
}
