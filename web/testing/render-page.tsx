import { cleanup, configure, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { queryClient } from '../api/query-client.ts';
import { ToastHost } from '../ui/feedback/toast-host.tsx';

// How long a text takes to appear depends on the machine; only its never appearing is a failure.
configure({ asyncUtilTimeout: 60_000 });

function Elsewhere() {
  return <p>{`Elsewhere: ${useLocation().pathname}`}</p>;
}

/** Draws screens at their routes as the site does, toasts included; any other address says where it is. */
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

/** Nothing of one test may be known to the next. */
export function resetPage(): void {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
}
