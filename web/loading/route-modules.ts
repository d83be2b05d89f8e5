import { type ClientInstrumentation, matchRoutes, type RouteObject } from 'react-router';
import { isPortalPath } from '../../contract/portal-page.ts';

type ManifestRoute = RouteObject & {
  parentId?: string;
  /** The address of the script that draws the route. */
  module: string;
};

declare global {
  interface Window {
    /** Written by React Router's build: every route and its script. */
    __reactRouterManifest?: { routes: Record<string, ManifestRoute> };
  }
}

/** Loads the script of the page at this path; rejects when that fails. */
export async function loadRouteModule(pathname: string): Promise<void> {
  const routes = Object.values(window.__reactRouterManifest?.routes ?? {});
  const pages = routes.filter(({ parentId }) => parentId === 'root');
  const match = matchRoutes(pages, pathname)?.[0];
  if (match) await import(/* @vite-ignore */ match.route.module);
}

const never = () => new Promise<never>(() => {});

let newestNavigation = 0;

/**
 * Loads the script of a page before React Router navigates to it. When the script cannot be loaded, React Router would
 * reload the current page, again at every attempt. Here the browser opens the new page as a document instead: it gets
 * its HTML from the server, the scripts of the newest version if this tab has an older one, and a notice if they are
 * still missing.
 */
export const loadBeforeNavigation: ClientInstrumentation = {
  router({ instrument }) {
    instrument({
      async navigate(callNavigate, { to }) {
        newestNavigation += 1;
        const thisNavigation = newestNavigation;
        const target = typeof to === 'string' ? new URL(to, location.href) : undefined;
        if (target && isPortalPath(target.pathname)) {
          location.assign(target);
          return never();
        }
        if (target && target.pathname !== location.pathname) {
          const isLoaded = await loadRouteModule(target.pathname).then(
            () => true,
            () => false,
          );
          // A newer navigation has started. Returning here would still navigate.
          if (thisNavigation !== newestNavigation) return never();
          if (!isLoaded) {
            location.assign(target);
            return never();
          }
        }
        await callNavigate();
      },
    });
  },
};

/**
 * Loads the script of a page when the pointer is over a link to it. React Router's `prefetch` would reload the page
 * when that script cannot be loaded.
 */
export function loadOnIntent(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link?.origin === location.origin) loadRouteModule(link.pathname).catch(() => {});
}
