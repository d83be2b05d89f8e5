// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiServer, companyId, sendJson, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import OpenLinkScreen from './open-link-screen.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
});
afterEach(async () => {
  resetPage();
  history.replaceState(null, '', '/');
  await api.close();
});

const path = '/company-access/open';
const call = 'POST /api/portal-links/open';
function open(token: string) {
  history.replaceState(null, '', `${path}#${token}`);
  return renderPage(path, { [path]: OpenLinkScreen });
}
const button = () => screen.findByRole('button', { name: 'Open the portal' });

/** A click that was kept while the page loaded is repeated right after the effects of its first rendering. */
function WithEarlyClick() {
  useEffect(() => screen.getByRole('button', { name: 'Open the portal' }).click(), []);
  return <OpenLinkScreen />;
}

test('nothing is sent before the click, and the token leaves the address bar', async () => {
  open('secret-token');
  await button();
  await waitFor(() => expect(location.hash).toBe(''));
  expect(api.requests).toEqual([]);
});

test('a click that came before the page had read its link opens the portal, once', async () => {
  api.json(call, 200, { id: companyId, name: 'Harbour & Pine' });
  history.replaceState(null, '', `${path}#secret-token`);
  renderPage(path, { [path]: WithEarlyClick });
  expect(await screen.findByText(`Elsewhere: /company-portal/${companyId}`)).toBeDefined();
  expect(api.count(call)).toBe(1);
});

test('one click opens the portal, and a second click sends nothing', async () => {
  const user = userEvent.setup();
  let release = () => undefined as unknown;
  api.handle(call, (_, response) => {
    release = () => sendJson(response, 200, { id: companyId, name: 'Harbour & Pine' });
  });
  open('secret-token');
  await user.dblClick(await button());
  await user.click(await screen.findByRole('button', { name: 'Opening...' }));
  await waitFor(() => expect(api.count(call)).toBe(1));
  release();
  expect(await screen.findByText(`Elsewhere: /company-portal/${companyId}`)).toBeDefined();
  expect(await screen.findByText('Access granted to Harbour & Pine!')).toBeDefined();
  expect(api.bodies.filter(Boolean)).toEqual([JSON.stringify({ token: 'secret-token' })]);
});

test.each([
  [409, 'link-used', 'This link was already used'],
  [400, 'link-expired', 'This link has expired'],
  [400, 'link-invalid', 'This link is not complete'],
] as const)(
  'a link that is answered %i %s is explained, and another one can be requested',
  async (status, code, title) => {
    const user = userEvent.setup();
    api.error(call, status, code, 'No.');
    api.json('POST /api/portal-links', 200, { status: true });
    open('secret-token');
    await user.click(await button());
    const heading = await screen.findByRole('heading', { name: title });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    await user.type(screen.getByLabelText('Email'), 'mia@client.test');
    await user.click(screen.getByRole('button', { name: 'Send me a new link' }));
    expect(
      await screen.findByText(/If this address has access to a portal, a new link is on its way/),
    ).toBeDefined();
  },
);

test('an address without a token explains it at once', async () => {
  open('');
  expect(await screen.findByRole('heading', { name: 'This link is not complete' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Open the portal' })).toBeNull();
});

test('without a connection the button stays, and works when the server is back', async () => {
  const user = userEvent.setup();
  api.handle(call, (request) => request.socket.destroy());
  open('secret-token');
  await user.click(await button());
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached');
  api.json(call, 200, { id: companyId, name: 'Harbour & Pine' });
  await user.click(await button());
  expect(await screen.findByText(`Elsewhere: /company-portal/${companyId}`)).toBeDefined();
});

test('a server without a mail server promises no mail', async () => {
  const user = userEvent.setup();
  api.json('POST /api/portal-links', 200, { status: true, storedMail: {} });
  open('');
  await user.type(await screen.findByLabelText('Email'), 'mia@client.test');
  await user.click(screen.getByRole('button', { name: 'Send me a new link' }));
  expect(await screen.findByText(/it sends no mail/)).toBeDefined();
});
