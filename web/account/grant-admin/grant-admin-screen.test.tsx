// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { type ApiServer, sendJson, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { signedIn, signedInAdmin, signedOut } from '../../testing/signed-in-accounts.ts';
import GrantAdminScreen from './grant-admin-screen.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
  api.json('GET /api/me', 200, signedOut);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const grant = 'POST /api/grant-admin';
const open = () => renderPage('/grant-admin', { '/grant-admin': GrantAdminScreen });

async function send(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@agency.test');
  await user.type(screen.getByLabelText('Admin Access Key'), 'a-key-of-the-server');
  await user.click(screen.getByRole('button', { name: 'Grant Admin Privileges' }));
}

test('the page explains the form and links back', () => {
  open();
  expect(screen.getByRole('heading', { name: 'Grant Admin Access' })).toBeDefined();
  expect(
    screen.getByText('Enter your email and the admin access key to receive admin privileges'),
  ).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Admin Access Key').type).toBe('password');
  expect(screen.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toBe('/auth');
});

test('a correct key shows the server’s message and leads to the sign-in page after two seconds', async () => {
  const user = userEvent.setup();
  let release = () => undefined as unknown;
  api.handle(grant, (_, response) => {
    release = () => sendJson(response, 200, { message: 'You are an administrator now.' });
  });
  open();
  await send(user);
  await user.click(await screen.findByRole('button', { name: 'Processing...' }));
  await waitFor(() => expect(api.count(grant)).toBe(1));
  const started = performance.now();
  release();
  expect(await screen.findByText('You are an administrator now.')).toBeDefined();
  expect(await screen.findByText('Elsewhere: /auth')).toBeDefined();
  expect(performance.now() - started).toBeGreaterThan(1_900);
  expect(api.bodies.filter((body) => body !== '')).toEqual([
    JSON.stringify({ email: 'ada@agency.test', accessKey: 'a-key-of-the-server' }),
  ]);
});

test('an error shows the server’s message', async () => {
  const user = userEvent.setup();
  api.error(grant, 403, 'grant-failed', 'This email and key do not go together.');
  open();
  await send(user);
  expect(await screen.findByText('This email and key do not go together.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Grant Admin Privileges' })).toBeDefined();
});

test('a response without a message shows a general error', async () => {
  const user = userEvent.setup();
  api.handle(grant, (_, response) => void response.writeHead(502).end('<html>'));
  open();
  await send(user);
  expect(await screen.findByText('Failed to grant admin privileges')).toBeDefined();
});

test('a signed-in account finds its address filled in and goes to the admin area without signing in', async () => {
  const user = userEvent.setup();
  api.json('GET /api/me', 200, signedIn);
  api.handle(grant, (_, response) => {
    api.json('GET /api/me', 200, signedInAdmin);
    sendJson(response, 200, { message: 'Admin privileges granted!' });
  });
  open();
  const email = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
  await waitFor(() => expect(email.value).toBe('ada@agency.test'));
  await user.type(screen.getByLabelText('Admin Access Key'), 'a-key-of-the-server');
  await user.click(screen.getByRole('button', { name: 'Grant Admin Privileges' }));
  expect(await screen.findByText(/Admin privileges granted! Taking you to the admin area/)).toBeDefined();
  expect(screen.queryByText(/Taking you to the sign-in/)).toBeNull();
  expect(await screen.findByText('Elsewhere: /admin')).toBeDefined();
});

test('a typed address is not replaced by the account’s', async () => {
  const user = userEvent.setup();
  let answerMe = () => undefined as unknown;
  api.handle('GET /api/me', (_, response) => {
    answerMe = () => sendJson(response, 200, signedIn);
  });
  open();
  const email = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
  await user.type(email, 'grace@agency.test');
  await waitFor(() => expect(api.requests).toContain('GET /api/me'));
  answerMe();
  await user.type(screen.getByLabelText('Admin Access Key'), 'x');
  expect(email.value).toBe('grace@agency.test');
});

test('the account’s address does not arrive in a field that is being typed in', async () => {
  const user = userEvent.setup();
  let answerMe = () => undefined as unknown;
  api.handle('GET /api/me', (_, response) => {
    answerMe = () => sendJson(response, 200, signedIn);
  });
  open();
  const email = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
  await user.click(email);
  await waitFor(() => expect(api.requests).toContain('GET /api/me'));
  answerMe();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(email.value).toBe('');
  await user.keyboard('grace@agency.test');
  expect(email.value).toBe('grace@agency.test');
  await user.clear(email);
  await user.tab();
  expect(email.value).toBe('');
});

test('the account’s address is filled in when a field that nothing was typed into is left', async () => {
  const user = userEvent.setup();
  let answerMe = () => undefined as unknown;
  api.handle('GET /api/me', (_, response) => {
    answerMe = () => sendJson(response, 200, signedIn);
  });
  open();
  const email = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
  await user.click(email);
  await waitFor(() => expect(api.requests).toContain('GET /api/me'));
  answerMe();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await user.tab();
  await waitFor(() => expect(email.value).toBe('ada@agency.test'));
});
