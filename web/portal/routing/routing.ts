import { createContext, useCallback, useContext, useMemo } from 'react';

export interface PageLocation {
  pathname: string;
  /** With its question mark; empty without parameters. */
  search: string;
  hash: string;
}

export interface NavigateOptions {
  /** Replaces the entry of the history instead of adding one. */
  replace?: boolean;
  /** Stays where the page is scrolled to. */
  preventScrollReset?: boolean;
}

/** The parts of a router that the screens of the portal need: their own small one, or React Router's in its pages. */
export interface Routing {
  location: PageLocation;
  /** The parts of the path that the route names. */
  params: Readonly<Record<string, string | undefined>>;
  /** Shows another address: `/path?search`, or `?search` of the same page. */
  navigate: (to: string, options?: NavigateOptions) => void;
  /** The newest location, also between two renders. */
  readLocation: () => PageLocation;
}

export const RoutingContext = createContext<Routing | null>(null);

export function useRouting(): Routing {
  const routing = useContext(RoutingContext);
  if (!routing) throw new Error('useRouting is used outside of a router');
  return routing;
}

export const useLocation = (): PageLocation => useRouting().location;
export const useParams = (): Routing['params'] => useRouting().params;
export const useNavigate = (): Routing['navigate'] => useRouting().navigate;

type SearchChange = URLSearchParams | ((before: URLSearchParams) => URLSearchParams);

/** The parameters of the address, and a function that changes them. */
export function useSearchParams(): [
  URLSearchParams,
  (change: SearchChange, options?: NavigateOptions) => void,
] {
  const { location, navigate, readLocation } = useRouting();
  const search = useMemo(() => new URLSearchParams(location.search), [location.search]);
  const setSearch = useCallback(
    (change: SearchChange, options?: NavigateOptions) => {
      const next = typeof change === 'function' ? change(new URLSearchParams(readLocation().search)) : change;
      navigate(`?${next}`, options);
    },
    [navigate, readLocation],
  );
  return [search, setSearch];
}
