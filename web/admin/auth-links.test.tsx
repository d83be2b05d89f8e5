// @vitest-environment jsdom
import '../testing/browser-gaps.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../testing/api-server.ts';
import { forgetPage, renderPage } from '../testing/render-page.tsx';
import AuthConfirmScreen from './auth-confirm-screen.tsx';
import AuthForgotPasswordScreen from './auth-forgot-password-screen.tsx';
import AuthResetPasswordScreen from './auth-reset-password-screen.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
});
afterEach(async () => {
  forgetPage();
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

test('opening the link of the mail confirms nothing; the click does, once', async () => {
  const user = userEvent.setup();
  api.json(verify, 200, { status: true });
  open('/auth/confirm?token=t0ken');
  const confirm = screen.getByRole('button', { name: 'Confirm my email' });
  expect(api.requests).toEqual([]);
  await user.dblClick(confirm);
  const heading = await screen.findByRole('heading', { name: 'Your email is confirmed' });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/auth');
  expect(api.bodies).toEqual([JSON.stringify({ token: 't0ken' })]);
});

test.each([
  ['link-expired', 'This link is too old', 'Send a new link'],
  ['link-wrong', 'This link does not work', 'Send a new link'],
])('a confirmation refused as %s says why and offers another', async (code, title, offer) => {
  const user = userEvent.setup();
  const resend = 'POST /api/auth/send-verification-email';
  api.error(verify, 400, code, 'The reason of the server.');
  api.json(resend, 200, { status: true });
  open('/auth/confirm?token=t0ken');
  await user.click(screen.getByRole('button', { name: 'Confirm my email' }));
  expect(await screen.findByRole('heading', { name: title })).toBeDefined();
  expect(screen.getByText('The reason of the server.')).toBeDefined();
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@agency.test');
  await user.click(screen.getByRole('button', { name: offer }));
  expect(
    await screen.findByText('If this address waits to be confirmed, a new link is on its way.'),
  ).toBeDefined();
  expect(api.requests.at(-1)).toBe(resend);
});

test('a confirmation that was used already leads to the sign-in', async () => {
  const user = userEvent.setup();
  api.error(verify, 400, 'link-used', 'This address is confirmed already.');
  open('/auth/confirm?token=t0ken');
  await user.click(screen.getByRole('button', { name: 'Confirm my email' }));
  expect(await screen.findByRole('heading', { name: 'This link was used before' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toBeDefined();
});

test('an address cut off before its token is not sent to the server', () => {
  open('/auth/confirm');
  expect(screen.getByRole('heading', { name: 'This link does not work' })).toBeDefined();
  expect(screen.getByText(/A part of it is missing/)).toBeDefined();
  expect(api.requests).toEqual([]);
});

test('a server that does not answer is not called a wrong link', async () => {
  const user = userEvent.setup();
  api.on(verify, (request) => request.socket.destroy());
  open('/auth/confirm?token=t0ken');
  await user.click(screen.getByRole('button', { name: 'Confirm my email' }));
  expect(
    await screen.findByText('The server cannot be reached. Please check your connection.'),
  ).toBeDefined();
  expect(screen.getByRole('button', { name: 'Confirm my email' })).toBeDefined();
});

test('asking for a new password says the same of every address', async () => {
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

test('a password the server refuses can be mended; a link it refuses can be replaced', async () => {
  const user = userEvent.setup();
  api.error(reset, 400, 'auth-refused', 'This password is too common.');
  api.json(ask, 200, { status: true });
  open('/auth/reset-password?token=t0ken');
  await user.type(screen.getByLabelText('New password'), 'password1234{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('This password is too common.');
  api.error(reset, 400, 'link-used', 'This link has been used.');
  await user.type(screen.getByLabelText('New password'), ' and a half{Enter}');
  expect(await screen.findByRole('heading', { name: 'This link was used before' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Send a new link' })).toBeDefined();
});
