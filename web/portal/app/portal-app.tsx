import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useLayoutEffect } from 'react';
import { showCarriedToast } from '../../ui/feedback/carried-toast.ts';
import { ToastHost } from '../../ui/feedback/toast-host.tsx';
import { setRenderTime } from '../../ui/page-time.ts';
import CompanyPortalScreen from '../dashboard/company-portal-screen.tsx';
import { BrowserRouting } from '../routing/browser-routing.tsx';
import { type PageLocation, useLocation } from '../routing/routing.ts';
import { AppErrors } from './app-errors.tsx';
import { LazyScreen } from './lazy-screen.tsx';
import { matchPortalPath } from './match-portal-path.ts';

interface PortalAppProps {
  client: QueryClient;
  /** The address of the page. */
  first: PageLocation;
  /**
   * Runs once the first render is on the page, before its parts ask for what they have no answer to. An answer that came
   * earlier would make that render differ from the markup of the server.
   */
  onRendered?: (() => void) | undefined;
  /** Runs once React handles every event. */
  onReady?: () => void;
}

/** The portal as a separate application: the server renders it with the first answers, the browser hydrates it. */
export function PortalApp({ client, first, onRendered, onReady }: PortalAppProps) {
  useLayoutEffect(() => onRendered?.(), [onRendered]);
  useEffect(() => {
    setRenderTime(undefined);
    showCarriedToast();
    onReady?.();
  }, [onReady]);
  return (
    <AppErrors>
      <QueryClientProvider client={client}>
        <BrowserRouting first={first} match={matchPortalPath}>
          <a
            href="#main"
            className="fixed top-3 left-3 z-50 -translate-y-24 rounded-control bg-action px-4 py-2 text-action-ink focus:translate-y-0"
          >
            Skip to content
          </a>
          <Screen />
          <ToastHost />
        </BrowserRouting>
      </QueryClientProvider>
    </AppErrors>
  );
}

const loadOrder = () => import('../dashboard/orders/order-screen.tsx').then((file) => file.default);

function Screen() {
  const { pathname } = useLocation();
  return matchPortalPath(pathname)?.page === 'orders' ? (
    <LazyScreen load={loadOrder} />
  ) : (
    <CompanyPortalScreen />
  );
}
