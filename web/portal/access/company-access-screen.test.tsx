// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anId } from '../../testing/admin-builders.ts';
import { type ApiServer, companyId, sendJson, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { findPortalName, storePortalName } from '../stored-portal-names.ts';
import CompanyAccessScreen from './company-access-screen.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
  api.json('GET /api/my-portals', 200, { portals: [] });
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const verify = 'POST /api/verify-company-access';
const open = () => renderPage('/company-access', { '/company-access': CompanyAccessScreen });
const sent = () => api.requests.filter((line) => line.startsWith('POST'));
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Enter Access Key' });

test('the page explains what the key is for and where to get it', async () => {
  open();
  expect(screen.getByRole('heading', { name: 'Company Portal Access' })).toBeDefined();
  expect(screen.getByText('Enter your company access key to view your analytics portal')).toBeDefined();
  expect(screen.getByText('Access keys are provided by your account administrator')).toBeDefined();
  expect(document.querySelector('header nav')).not.toBeNull();
  await waitFor(() => expect(document.querySelector('footer')).not.toBeNull());
});

test('a key is shown in upper case while it is typed, also when a character in the middle is corrected', async () => {
  const user = userEvent.setup();
  open();
  await user.type(field(), 'ab-cd');
  expect(field().value).toBe('AB-CD');
  await user.type(field(), 'x', { initialSelectionStart: 1, initialSelectionEnd: 1 });
  expect(field().value).toBe('AXB-CD');
  expect(field().selectionStart).toBe(2);
});

test('a correct key is sent in upper case and opens the portal of its company', async () => {
  const user = userEvent.setup();
  let release = () => undefined as unknown;
  api.handle(verify, (_, response) => {
    release = () => sendJson(response, 200, { id: companyId, name: 'Harbour & Pine' });
  });
  open();
  await user.type(field(), ' abcde-12345 ');
  await user.click(screen.getByRole('button', { name: 'Access Portal' }));
  await user.click(await screen.findByRole('button', { name: 'Verifying...' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  release();
  expect(await screen.findByText(`Elsewhere: /company-portal/${companyId}`)).toBeDefined();
  expect(await screen.findByText('Access granted to Harbour & Pine!')).toBeDefined();
  expect(api.bodies.filter(Boolean)).toEqual([JSON.stringify({ accessKey: 'ABCDE-12345' })]);
});

test('a wrong key shows the server’s message', async () => {
  const user = userEvent.setup();
  api.error(verify, 401, 'invalid-access-key', 'Invalid access key');
  open();
  await user.type(field(), 'wrong{Enter}');
  expect(await screen.findByText('Invalid access key')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Access Portal' })).toBeDefined();
});

test('a server that does not respond is not reported as a wrong key', async () => {
  const user = userEvent.setup();
  api.handle(verify, (request) => request.socket.destroy());
  open();
  await user.type(field(), 'abc{Enter}');
  expect(await screen.findByText('Failed to verify access key')).toBeDefined();
});

test('an empty field shows an error and sends nothing', async () => {
  const user = userEvent.setup();
  open();
  await user.type(field(), '   ');
  await user.click(screen.getByRole('button', { name: 'Access Portal' }));
  expect(screen.getByRole('alert').textContent).toBe('Please enter your access key');
  expect(field().getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(field()));
  expect(sent()).toEqual([]);
});

const alder = { id: anId(1), name: 'Alder Works' };
const pine = { id: anId(2), name: 'Pine & Sons' };

test('the portals of this browser are listed and open without a key', async () => {
  api.json('GET /api/my-portals', 200, { portals: [alder, pine] });
  open();
  const list = within(await screen.findByRole('region', { name: 'Your portals in this browser' }));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  const link = list.getByRole('link', { name: 'Open portal of Pine & Sons' });
  expect(link.getAttribute('href')).toBe(`/company-portal/${pine.id}`);
});

test('signing out of a portal removes it from the list and the browser’s storage', async () => {
  const user = userEvent.setup();
  storePortalName(alder.id, alder.name);
  storePortalName(pine.id, pine.name);
  api.json('GET /api/my-portals', 200, { portals: [alder, pine] });
  api.handle(
    `POST /api/my-portals/${alder.id}/sign-out`,
    (_, response) => void response.writeHead(204).end(),
  );
  open();
  await user.click(await screen.findByRole('button', { name: 'Sign out of Alder Works' }));
  expect(await screen.findByText('Signed out of Alder Works')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Open portal of Alder Works' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Open portal of Pine & Sons' })).toBeDefined();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Your portals in this browser'));
  expect([findPortalName(alder.id), findPortalName(pine.id)]).toEqual([undefined, 'Pine & Sons']);
});

test('a failed sign-out shows an error and can be retried', async () => {
  const user = userEvent.setup();
  api.json('GET /api/my-portals', 200, { portals: [alder] });
  api.error(`POST /api/my-portals/${alder.id}/sign-out`, 503, 'unavailable', 'The service is busy.');
  open();
  await user.click(await screen.findByRole('button', { name: 'Sign out of Alder Works' }));
  expect(await screen.findByText('You are still signed in to Alder Works.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Sign out of Alder Works' })).toBeDefined();
});

test('a list that fails to load shows an error and can be retried; the form works without it', async () => {
  const user = userEvent.setup();
  api.error('GET /api/my-portals', 503, 'unavailable', 'The service is busy.');
  open();
  await screen.findByText(/could not be listed/);
  expect(field()).toBeDefined();
  api.json('GET /api/my-portals', 200, { portals: [alder] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Open portal of Alder Works' })).toBeDefined();
});
