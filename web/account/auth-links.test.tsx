// @vitest-environment jsdom
import '../testing/jsdom-stubs.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../testing/api-server.ts';
import { renderPage, resetPage } from '../testing/render-page.tsx';
import AuthForgotPasswordScreen from './password-reset/auth-forgot-password-screen.tsx';
import AuthResetPasswordScreen from './password-reset/auth-reset-password-screen.tsx';
import AuthConfirmScreen from './sign-up/auth-confirm-screen.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const verify = 'POST /api/auth/verify-email';
const reset = 'POST /api/auth/reset-password';
const ask = 'POST /api/auth/request-password-reset';
const open = (address: string) =>
  renderPage(address, {
    '/auth/confirm': AuthConfirmScreen,
    '/auth/forgot-password': AuthForgotPasswordScreen,
    '/auth/reset-password': AuthResetPasswordScreen,
  });

const secret = 'correct horse battery';

async function confirm(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Password'), secret);
  await user.click(screen.getByRole('button', { name: 'Confirm and sign in' }));
}

test('opening the link confirms nothing; the password confirms once and leads to the admin area', async () => {
  const user = userEvent.setup();
  api.json(verify, 200, { status: true });
  open('/auth/confirm?token=t0ken');
  expect(screen.getByText(/password you chose when you signed up/)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Password').autocomplete).toBe('current-password');
  expect(api.requests).toEqual([]);
  await user.type(screen.getByLabelText('Password'), secret);
  await user.dblClick(screen.getByRole('button', { name: 'Confirm and sign in' }));
  expect(await screen.findByText('Your email is confirmed. You are signed in.')).toBeDefined();
  expect(await screen.findByText('Elsewhere: /admin')).toBeDefined();
  expect(api.bodies).toEqual([JSON.stringify({ token: 't0ken', password: secret })]);
});

test('the password of another sign-up is rejected at its field and can be corrected', async () => {
  const user = userEvent.setup();
  api.error(verify, 401, 'wrong-password', 'Use the link in the other mail.');
  open('/auth/confirm?token=t0ken');
  await confirm(user);
  expect((await screen.findByRole('alert')).textContent).toBe('Use the link in the other mail.');
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, secret.length]);
});

test('an expired confirmation link requests a new one without further input', async () => {
  const user = userEvent.setup();
  const resend = 'POST /api/auth/renew-verification-link';
  api.error(verify, 400, 'link-expired', 'The reason of the server.');
  api.json(resend, 200, { status: true });
  open('/auth/confirm?token=t0ken');
  await confirm(user);
  expect(await screen.findByRole('heading', { name: 'This link is too old' })).toBeDefined();
  expect(screen.getByText('The reason of the server.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Send a new link' }));
  expect(
    await screen.findByText('A new link is on its way to the address this one was sent to.'),
  ).toBeDefined();
  expect(api.bodies.at(-1)).toBe(JSON.stringify({ token: 't0ken' }));
});

test('an invalid link leads to the sign-in page, which sends a new one', async () => {
  const user = userEvent.setup();
  api.error(verify, 400, 'link-invalid', 'The reason of the server.');
  open('/auth/confirm?token=t0ken');
  await confirm(user);
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeDefined();
  expect(screen.getByText('Sign in with your password to get a new link.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/auth');
});

test('a used confirmation link leads to the sign-in page', async () => {
  const user = userEvent.setup();
  api.error(verify, 409, 'link-used', 'This address is confirmed already. Sign in.');
  open('/auth/confirm?token=t0ken');
  await confirm(user);
  expect(await screen.findByRole('heading', { name: 'This link was used before' })).toBeDefined();
  expect(screen.getByText('This address is confirmed already. Sign in.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toBeDefined();
});

test('a URL without its token is not sent to the server', () => {
  open('/auth/confirm');
  expect(screen.getByRole('heading', { name: 'This link does not work' })).toBeDefined();
  expect(screen.getByText(/A part of it is missing/)).toBeDefined();
  expect(screen.getByText('Sign in with your password to get a new link.')).toBeDefined();
  expect(api.requests).toEqual([]);
});

test('a server that does not answer is not reported as an invalid link', async () => {
  const user = userEvent.setup();
  api.handle(verify, (request) => request.socket.destroy());
  open('/auth/confirm?token=t0ken');
  await confirm(user);
  expect(
    await screen.findByText('The server cannot be reached. Please check your connection.'),
  ).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(secret);
});

test('requesting a new password shows the same text for every address', async () => {
  const user = userEvent.setup();
  api.json(ask, 200, { status: true });
  open('/auth/forgot-password');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@agency.test{Enter}');
  expect(await screen.findByText(/^If there is an account for this address/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Send it again' }).getAttribute('aria-disabled')).toBe('true');
  expect(api.bodies).toEqual([JSON.stringify({ email: 'ada@agency.test' })]);
});

test('a new password is set with the token of the link', async () => {
  const user = userEvent.setup();
  api.json(reset, 200, { status: true });
  open('/auth/reset-password?token=t0ken');
  const field = screen.getByLabelText<HTMLInputElement>('New password');
  expect(field.autocomplete).toBe('new-password');
  await user.type(field, 'short{Enter}');
  expect(screen.getByRole('alert').textContent).toContain('12 are needed');
  await user.clear(field);
  await user.type(field, 'correct horse battery{Enter}');
  expect(await screen.findByRole('heading', { name: 'Your new password is set' })).toBeDefined();
  expect(api.bodies).toEqual([JSON.stringify({ token: 't0ken', newPassword: 'correct horse battery' })]);
});

test('a rejected password can be corrected; a rejected link can be replaced', async () => {
  const user = userEvent.setup();
  const weak = { code: 'weak-password', message: 'This password is too common.', field: 'newPassword' };
  api.json(reset, 400, { error: weak });
  api.json(ask, 200, { status: true });
  open('/auth/reset-password?token=t0ken');
  await user.type(screen.getByLabelText('New password'), 'password1234{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('This password is too common.');
  api.error(reset, 400, 'link-used', 'This link has been used.');
  await user.type(screen.getByLabelText('New password'), ' and a half{Enter}');
  expect(await screen.findByRole('heading', { name: 'This link was used before' })).toBeDefined();
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@agency.test');
  await user.click(screen.getByRole('button', { name: 'Send a new link' }));
  expect(await screen.findByText(/^If there is an account for this address/)).toBeDefined();
  // The earlier link proves that the owner of the mailbox sends the request.
  expect(api.bodies.at(-1)).toBe(JSON.stringify({ email: 'ada@agency.test', earlierLink: 't0ken' }));
});

test('a truncated link is not sent as an earlier one', async () => {
  const user = userEvent.setup();
  api.error(reset, 400, 'link-invalid', 'This link is incomplete.');
  api.json(ask, 200, { status: true });
  open('/auth/reset-password?token=t0k');
  await user.type(screen.getByLabelText('New password'), 'correct horse battery{Enter}');
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ada@agency.test{Enter}');
  expect(await screen.findByText(/Open the newest message we sent you earlier/)).toBeDefined();
  expect(api.bodies.at(-1)).toBe(JSON.stringify({ email: 'ada@agency.test' }));
});
