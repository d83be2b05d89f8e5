import { cleanup, configure, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { queryClient } from '../api/query-client.ts';
import { ToastHost } from '../ui/feedback/toast-host.tsx';

// Long, because the time until a text appears depends on the machine.
configure({ asyncUtilTimeout: 60_000 });

function Elsewhere() {
  return <p>{`Elsewhere: ${useLocation().pathname}`}</p>;
}

/** Renders screens at their routes, with toasts. Any other path renders "Elsewhere: /path". */
export function renderPage(path: string, screens: Record<string, ComponentType>) {
  const routes = Object.entries(screens).map(([route, Component]) => ({ path: route, Component }));
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

/** Removes everything a test left in the page, the cache and the storage. */
export function resetPage(): void {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
}
