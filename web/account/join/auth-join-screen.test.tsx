// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenInvitation } from '../../../contract/account/team.ts';
import { type ApiServer, sendJson, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { signedIn, signedOut } from '../../testing/signed-in-accounts.ts';
import AuthJoinScreen from './auth-join-screen.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
  api.json('GET /api/me', 200, signedOut);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const join = 'POST /api/auth/join';
const token = 'a-token-of-43-characters';
const open = (hash = `#${token}`) => renderPage(`/auth/join${hash}`, { '/auth/join': AuthJoinScreen });
const serveInvitation = (fields: Partial<OpenInvitation> = {}) =>
  api.json('POST /api/auth/invitation', 200, {
    email: 'ada@agency.test',
    role: 'manager',
    companies: 3,
    hasAccount: false,
    ...fields,
  });
const bodyOf = (request: string) => JSON.parse(api.bodies[api.requests.lastIndexOf(request)] ?? '');
const heading = (name: string) => screen.findByRole('heading', { name });

test('someone without an account chooses a password; opening the page alone accepts nothing', async () => {
  const user = userEvent.setup();
  serveInvitation();
  api.json(join, 200, { status: true });
  open();
  expect(await screen.findByText(/as a manager of 3 companies/)).toBeDefined();
  expect(api.count(join)).toBe(0);
  await user.type(screen.getByLabelText('Password'), 'seven herons over wet slate');
  await user.click(screen.getByRole('button', { name: 'Join and sign in' }));
  expect(await screen.findByText('Elsewhere: /admin')).toBeDefined();
  expect(bodyOf(join)).toEqual({ token, password: 'seven herons over wet slate' });
  expect(bodyOf('POST /api/auth/invitation')).toEqual({ token });
  // The token is in no address of a request.
  expect(api.requests.join()).not.toContain(token);
});

test('a manager for whom no company was chosen yet reads that', async () => {
  serveInvitation({ companies: 0 });
  open();
  expect(await screen.findByText(/as a manager, so far without companies\./)).toBeDefined();
});

test('a weak password is explained at its field', async () => {
  const user = userEvent.setup();
  serveInvitation();
  api.handle(join, (_, response) =>
    sendJson(response, 400, {
      error: { code: 'weak-password', message: 'This password is too common.', field: 'password' },
    }),
  );
  open();
  await user.type(await screen.findByLabelText('Password'), 'password12345');
  await user.click(screen.getByRole('button', { name: 'Join and sign in' }));
  expect(await screen.findByText('This password is too common.')).toBeDefined();
});

test('someone with an account signs in here and then accepts', async () => {
  const user = userEvent.setup();
  serveInvitation({ hasAccount: true, role: 'support', companies: null });
  api.json(join, 200, { status: true });
  api.handle('POST /api/auth/sign-in/email', (_, response) => {
    api.json('GET /api/me', 200, signedIn);
    sendJson(response, 200, { twoFactorRedirect: false });
  });
  open();
  await heading('Sign in to join the team');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ada@agency.test');
  expect(screen.queryByRole('button', { name: /Sign up/ })).toBeNull();
  await user.type(screen.getByLabelText('Password'), 'correct horse battery');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await user.click(await screen.findByRole('button', { name: 'Accept the invitation' }));
  expect(await screen.findByText('Elsewhere: /admin')).toBeDefined();
  expect(bodyOf(join)).toEqual({ token });
});

test('someone who is signed in with another account reads that and can sign out here', async () => {
  const user = userEvent.setup();
  serveInvitation({ email: 'bea@people.test' });
  api.json('GET /api/me', 200, signedIn);
  api.handle('POST /api/auth/sign-out', (_, response) => {
    api.json('GET /api/me', 200, signedOut);
    sendJson(response, 200, { status: true });
  });
  open();
  await heading('This invitation is for another address');
  expect(screen.queryByRole('button', { name: 'Accept the invitation' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Sign Out' }));
  expect(await screen.findByText(/Choose a password for/)).toBeDefined();
});

test.each([
  ['link-invalid', 400, 'This link does not work', 'This invitation was withdrawn.'],
  ['link-expired', 400, 'This link is too old', 'This invitation has expired.'],
  ['link-used', 409, 'This link was used before', 'This invitation was used already.'],
])('an invitation with the problem %s shows why', async (code, status, title, reason) => {
  api.error('POST /api/auth/invitation', status, code, reason);
  open();
  await heading(title);
  expect(screen.getByText(reason)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toBeDefined();
});

test('an address without its token asks to open the mail again, without a request', async () => {
  open('');
  await heading('This link does not work');
  expect(api.count('POST /api/auth/invitation')).toBe(0);
});

test('a link that another browser has used shows that when it is accepted', async () => {
  const user = userEvent.setup();
  serveInvitation();
  api.json('GET /api/me', 200, signedIn);
  api.error(join, 409, 'link-used', 'This invitation was used already. Sign in.');
  open();
  await user.click(await screen.findByRole('button', { name: 'Accept the invitation' }));
  await heading('This link was used before');
});

test('an address that has got an account since is asked to sign in', async () => {
  const user = userEvent.setup();
  serveInvitation();
  api.handle(join, (_, response) => {
    serveInvitation({ hasAccount: true });
    sendJson(response, 401, { error: { code: 'not-signed-in', message: 'Sign in as ada@agency.test.' } });
  });
  open();
  await user.type(await screen.findByLabelText('Password'), 'seven herons over wet slate');
  await user.click(screen.getByRole('button', { name: 'Join and sign in' }));
  await heading('Sign in to join the team');
});
