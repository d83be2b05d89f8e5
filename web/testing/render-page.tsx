import { cleanup, configure, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { toast } from 'sonner';
import { queryClient } from '../api/query-client.ts';
import { ReactRouterBridge } from '../portal/routing/react-router-bridge.tsx';
import { ToastHost } from '../ui/feedback/toast-host.tsx';

// Generous, because machines differ: only a text that never appears is a failure.
configure({ asyncUtilTimeout: 60_000 });

function Elsewhere() {
  return <p>{`Elsewhere: ${useLocation().pathname}`}</p>;
}

/** Components of the portal know React Router only through the bridge. */
function Screen({ of: Component }: { of: ComponentType }) {
  return (
    <ReactRouterBridge>
      <Component />
    </ReactRouterBridge>
  );
}

/** Renders screens at their routes with toasts, as the site does. Any other URL renders its path. */
export function renderPage(path: string, screens: Record<string, ComponentType>) {
  const routes = Object.entries(screens).map(([route, Component]) => ({
    path: route,
    element: <Screen of={Component} />,
  }));
  const router = createMemoryRouter([...routes, { path: '*', Component: Elsewhere }], {
    initialEntries: [path],
  });
  render(
    <>
      <RouterProvider router={router} />
      <ToastHost />
    </>,
  );
  return router;
}

/** Clears everything that a test left for the next one. */
export function resetPage(): void {
  // Kept by their library, not by the page: the next test would find its predecessor's texts.
  toast.dismiss();
  cleanup();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
}
