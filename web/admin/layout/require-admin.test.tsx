// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { use } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../api/client.ts';
import { DataProvider } from '../../api/data-provider.tsx';
import { broadcastSessionChange } from '../../api/session/change-session.ts';
import { serveAdmin } from '../../testing/admin-builders.ts';
import { type ApiServer, sendJson, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import {
  signedIn,
  signedInAdmin,
  signedInManager,
  signedInSupport,
  signedOut,
} from '../../testing/signed-in-accounts.ts';
import { AdminPage } from './admin-page.tsx';
import { RequireAdmin } from './require-admin.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const GuardedPage = () => (
  <DataProvider>
    <RequireAdmin permission="companies">{(me) => <p>Hello {me.user.email}</p>}</RequireAdmin>
  </DataProvider>
);
const open = () => renderPage('/admin', { '/admin': GuardedPage });
const hello = () => screen.findByText('Hello ada@agency.test');

test('an administrator sees the page', async () => {
  api.json('GET /api/me', 200, signedInAdmin);
  open();
  expect(screen.getByText('Loading...')).toBeDefined();
  expect(await hello()).toBeDefined();
});

test('a support member who opens the admin area lands on the inbox', async () => {
  api.json('GET /api/me', 200, signedInSupport);
  open();
  expect(await screen.findByText('Elsewhere: /admin/inbox')).toBeDefined();
});

const Inbox = () => (
  <AdminPage permission="inbox">
    <p>Messages</p>
  </AdminPage>
);

test('a page that the role does not include explains that and leads to the own pages', async () => {
  serveAdmin(api);
  api.json('GET /api/me', 200, signedInManager);
  renderPage('/admin/inbox', { '/admin/inbox': Inbox });
  expect(await screen.findByRole('heading', { name: 'This page is not part of your role' })).toBeDefined();
  expect(screen.getByText('Your role: manager')).toBeDefined();
  const link = screen.getByRole('link', { name: 'Go to your pages' });
  expect(link.getAttribute('href')).toBe('/admin');
  expect(screen.queryByText('Messages')).toBeNull();
});

test.each([
  [
    'an owner',
    signedInAdmin,
    [
      'Companies',
      'Inbox',
      'Orders',
      'Reports',
      'Alerts',
      'Openings',
      'Activity',
      'Team',
      'Health',
      'Settings',
    ],
  ],
  ['a manager', signedInManager, ['Companies', 'Reports', 'Alerts', 'Openings']],
  ['support', signedInSupport, ['Inbox', 'Orders']],
])(
  'the navigation of %s has the pages of the role, and no other request is made',
  async (_who, me, links) => {
    serveAdmin(api);
    api.json('GET /api/me', 200, me);
    renderPage('/admin/inbox', { '/admin/inbox': Inbox });
    const nav = await screen.findByRole('navigation', { name: 'Admin' });
    const named = within(nav)
      .getAllByRole('link')
      .map((link) => link.textContent?.trim());
    expect(named).toEqual(links);
    await screen.findByRole('main');
    if (!links.includes('Inbox')) expect(api.count('GET /api/inbox')).toBe(0);
    if (!links.includes('Team')) expect(api.count('GET /api/installation')).toBe(0);
  },
);

test('without a session the sign-in page opens', async () => {
  api.json('GET /api/me', 200, signedOut);
  open();
  expect(await screen.findByText('Elsewhere: /auth')).toBeDefined();
});

test('an account without the role sees why and can sign out', async () => {
  const user = userEvent.setup();
  api.json('GET /api/me', 200, signedIn);
  api.handle('POST /api/auth/sign-out', (_, response) => {
    api.json('GET /api/me', 200, signedOut);
    sendJson(response, 200, { status: true });
  });
  open();
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeDefined();
  expect(screen.getByText("You don't have admin privileges. Please contact an administrator.")).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Sign Out' }));
  expect(await screen.findByText('Elsewhere: /')).toBeDefined();
});

test('a role granted while the page is open opens it without a reload', async () => {
  api.json('GET /api/me', 200, signedIn);
  open();
  await screen.findByRole('heading', { name: 'Access Denied' });
  api.json('GET /api/me', 200, signedInAdmin);
  expect(await hello()).toBeDefined();
});

test('an administrator without a required two-factor is sent to the page that enables it', async () => {
  api.json('GET /api/me', 200, { ...signedInAdmin, needsTwoFactor: true });
  open();
  const link = await screen.findByRole('link', { name: 'Set up two-factor authentication' });
  expect(link.getAttribute('href')).toBe('/admin/account');
  expect(screen.queryByText('Hello ada@agency.test')).toBeNull();
});

test('a sign-out in another tab leads to the sign-in page at once', async () => {
  api.json('GET /api/me', 200, signedInAdmin);
  open();
  await hello();
  api.json('GET /api/me', 200, signedOut);
  broadcastSessionChange();
  await waitFor(() => expect(screen.getByText('Elsewhere: /auth')).toBeDefined());
});

test('a session that ends on another machine is detected within seconds', async () => {
  api.json('GET /api/me', 200, signedInAdmin);
  open();
  await hello();
  api.json('GET /api/me', 200, signedOut);
  expect(await screen.findByText('Elsewhere: /auth')).toBeDefined();
});

test('a server that does not answer causes no redirect', async () => {
  const user = userEvent.setup();
  api.handle('GET /api/me', (request) => request.socket.destroy());
  open();
  expect(
    await screen.findByText('The server cannot be reached. Please check your connection.'),
  ).toBeDefined();
  api.json('GET /api/me', 200, signedInAdmin);
  await user.click(screen.getByRole('button', { name: /Try/ }));
  expect(await hello()).toBeDefined();
});

test('after a failed sign-out a toast explains that the session is still active', async () => {
  const user = userEvent.setup();
  api.json('GET /api/me', 200, signedIn);
  api.handle('POST /api/auth/sign-out', (request) => request.socket.destroy());
  open();
  await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
  expect(await screen.findByText(/^You are still signed in\./)).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeDefined();
});

test('while there is no administrator, the page explains how to become the first', async () => {
  api.json('GET /api/me', 200, { ...signedIn, firstAdminBy: 'key' });
  open();
  expect(await screen.findByRole('heading', { name: 'There is no administrator yet' })).toBeDefined();
  expect(screen.getByText('secrets/admin-access-key')).toBeDefined();
  const link = screen.getByRole('link', { name: 'Enter the admin access key' });
  expect(link.getAttribute('href')).toBe('/grant-admin');
  expect(screen.queryByText(/contact an administrator/)).toBeNull();
  api.json('GET /api/me', 200, signedIn);
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeDefined();
});

test('where granting by key is disabled, the page names the command for the first administrator', async () => {
  api.json('GET /api/me', 200, { ...signedIn, firstAdminBy: 'command' });
  open();
  expect(await screen.findByText('npm run cli -- admin grant ada@agency.test')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Enter the admin access key' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeDefined();
});

test('a failing role check is logged once per outage; a missing session is not a failure', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    api.error('GET /api/me', 503, 'unavailable', 'The service is busy.');
    open();
    expect(await screen.findByText('The service is busy.')).toBeDefined();
    expect(log.mock.calls).toEqual([['The role check failed.', expect.any(ApiError)]]);
    api.json('GET /api/me', 200, signedOut);
    expect(await screen.findByText('Elsewhere: /auth')).toBeDefined();
    expect(log).toHaveBeenCalledTimes(1);
  } finally {
    log.mockRestore();
  }
});

let homeContent: Promise<void>;
const Home = () => {
  use(homeContent);
  return <p>Home</p>;
};

test('signing out leads home even if the home page loads slower than the session ends', async () => {
  const user = userEvent.setup();
  api.json('GET /api/me', 200, signedIn);
  api.handle('POST /api/auth/sign-out', (_, response) => {
    api.json('GET /api/me', 200, signedOut);
    sendJson(response, 200, { status: true });
  });
  // React shows the next page in a transition, which waits for its content.
  let showHome = () => {};
  homeContent = new Promise<void>((resolve) => {
    showHome = resolve;
  });
  const router = renderPage('/admin', { '/admin': GuardedPage, '/': Home });
  const visited: string[] = [];
  router.subscribe(({ location }) => visited.push(location.pathname));
  await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
  // Requested twice more: after the sign-out was broadcast, and after the cache was cleared.
  await waitFor(() => expect(screen.getByText('Loading...')).toBeDefined());
  await waitFor(() => expect(api.requests.slice(-1)).toEqual(['GET /api/me']));
  showHome();
  expect(await screen.findByText('Home')).toBeDefined();
  expect(visited).not.toContain('/auth');
  expect(router.state.location.pathname).toBe('/');
});
