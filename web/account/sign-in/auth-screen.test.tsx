// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { broadcastSessionChange } from '../../api/session/change-session.ts';
import { type ApiServer, sendJson, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { signedIn, signedOut } from '../../testing/signed-in-accounts.ts';
import AuthScreen from './auth-screen.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
  api.json('GET /api/me', 200, signedOut);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const signIn = 'POST /api/auth/sign-in/email';
const signUp = 'POST /api/auth/sign-up/email';
const totp = 'POST /api/auth/two-factor/verify-totp';
const open = () => renderPage('/auth', { '/auth': AuthScreen });
const email = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' });
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const button = (name: string) => screen.getByRole('button', { name });
const sent = (address: string) =>
  api.requests.flatMap((request, index) => (request === address ? [api.bodies[index]] : []));

/** The server accepts the next sign-in. */
function letIn(address: string, answer: object): void {
  api.handle(address, (_, response) => {
    api.json('GET /api/me', 200, signedIn);
    sendJson(response, 200, answer);
  });
}

async function fill(user: ReturnType<typeof userEvent.setup>, secret = 'correct horse battery') {
  await user.type(await email(), 'ada@agency.test');
  await user.type(password(), secret);
}

test('a successful sign-in shows a message and leads to the admin area', async () => {
  const user = userEvent.setup();
  letIn(signIn, { twoFactorRedirect: false });
  open();
  await fill(user);
  await user.click(button('Sign In'));
  expect(await screen.findByText('Logged in successfully')).toBeDefined();
  expect(await screen.findByText('Elsewhere: /admin')).toBeDefined();
  expect(sent(signIn)).toEqual([
    JSON.stringify({ email: 'ada@agency.test', password: 'correct horse battery' }),
  ]);
});

test('where sign-up is closed, the page offers none', async () => {
  api.json('GET /api/me', 200, { ...signedOut, signUp: 'invited' });
  open();
  await email();
  expect(screen.queryByRole('button', { name: /Sign up/ })).toBeNull();
  expect(screen.getByRole('link', { name: 'Forgot your password?' })).toBeDefined();
});

test('an existing session leads to the admin area', async () => {
  api.json('GET /api/me', 200, signedIn);
  open();
  expect(await screen.findByText('Elsewhere: /admin')).toBeDefined();
});

test('a sign-in in another tab leads to the admin area at once', async () => {
  open();
  await email();
  api.json('GET /api/me', 200, signedIn);
  broadcastSessionChange();
  await waitFor(() => expect(screen.getByText('Elsewhere: /admin')).toBeDefined());
});

test('an error shows the server’s message, and the password is selected', async () => {
  const user = userEvent.setup();
  api.error(signIn, 401, 'invalid-credentials', 'Invalid email or password');
  open();
  await fill(user, 'wrong');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Invalid email or password')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(password()));
  expect([password().selectionStart, password().selectionEnd]).toEqual([0, 5]);
  expect(button('Sign In')).toBeDefined();
});

test('without an address or a password nothing is sent', async () => {
  const user = userEvent.setup();
  open();
  await user.type(await email(), 'ada@agency.test');
  await user.click(button('Sign In'));
  expect(password().validity.valueMissing).toBe(true);
  expect(sent(signIn)).toEqual([]);
});

test('the fields have the correct autocomplete attributes in both modes', async () => {
  const user = userEvent.setup();
  open();
  expect((await email()).autocomplete).toBe('username');
  expect(password().autocomplete).toBe('current-password');
  await user.click(button('Need an account? Sign up'));
  expect((await email()).autocomplete).toBe('username');
  expect(password().autocomplete).toBe('new-password');
});

test('the toggle keeps the address and moves the focus, and signing up leads to the administrator’s contact', async () => {
  const user = userEvent.setup();
  open();
  await user.type(await email(), 'ada@agency.test');
  await user.click(button('Need an account? Sign up'));
  expect(screen.getByRole('heading', { name: 'Create an account' })).toBeDefined();
  expect((await email()).value).toBe('ada@agency.test');
  await waitFor(() => expect(document.activeElement).toBe(password()));
  const link = screen.getByRole('link', { name: 'Request admin access' });
  expect(link.getAttribute('href')).toBe('/grant-admin');
  await user.click(button('Already have an account? Sign in'));
  expect(screen.getByRole('heading', { name: 'Admin sign-in' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Request admin access' })).toBeNull();
});

test('a password can be shown while it is typed', async () => {
  const user = userEvent.setup();
  open();
  await fill(user);
  const show = button('Show password');
  expect([password().type, show.getAttribute('aria-pressed')]).toEqual(['password', 'false']);
  await user.click(show);
  expect([password().type, show.getAttribute('aria-pressed')]).toEqual(['text', 'true']);
});

test('a short password is rejected with the reason before anything is sent', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Need an account? Sign up' }));
  expect(screen.getByText(/At least 12 characters/)).toBeDefined();
  await fill(user, 'short');
  await user.click(button('Sign Up'));
  expect(screen.getByRole('alert').textContent).toBe('This is 5 characters long; 12 are needed.');
  await waitFor(() => expect(document.activeElement).toBe(password()));
  expect(sent(signUp)).toEqual([]);
});

test('a common password is rejected with the server’s reason at its field', async () => {
  const user = userEvent.setup();
  const reason = 'This password is too common. Please choose one that is harder to guess.';
  api.json(signUp, 400, { error: { code: 'weak-password', message: reason, field: 'password' } });
  open();
  await user.click(await screen.findByRole('button', { name: 'Need an account? Sign up' }));
  await fill(user, 'password1234');
  await user.click(button('Sign Up'));
  expect((await screen.findByRole('alert')).textContent).toBe(reason);
  expect(password().getAttribute('aria-invalid')).toBe('true');
});

test('after signing up the page shows where the link is and when it can be sent again', async () => {
  const user = userEvent.setup();
  api.json(signUp, 200, { status: true });
  open();
  await user.click(await screen.findByRole('button', { name: 'Need an account? Sign up' }));
  await fill(user);
  await user.click(button('Sign Up'));
  expect(await screen.findByText('Account created! Please check your email to confirm.')).toBeDefined();
  const heading = screen.getByRole('heading', { name: 'Check your mail' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(screen.getByText('ada@agency.test')).toBeDefined();
  expect(button('Send it again').getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText(/^Possible in \d+ s$/)).toBeDefined();
});

test('on a server that sends no mail, a new owner is not asked to look into a spam folder', async () => {
  const user = userEvent.setup();
  api.json(signUp, 200, { status: true, storedMail: {} });
  open();
  await user.click(await screen.findByRole('button', { name: 'Need an account? Sign up' }));
  await fill(user);
  await user.click(button('Sign Up'));
  expect(await screen.findByRole('heading', { name: 'Confirm your email address' })).toBeDefined();
  expect(screen.getByText('data/mail').tagName).toBe('CODE');
  expect(screen.queryByText(/spam folder/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Open the confirmation link' })).toBeNull();
});

test('at the computer that runs such a server, the link of a sign-up is on the page', async () => {
  const user = userEvent.setup();
  const link = '/auth/confirm?token=abc';
  api.error(signIn, 403, 'email-unconfirmed', 'Please confirm your email address first');
  api.json('POST /api/auth/send-verification-email', 200, { status: true, storedMail: { link } });
  open();
  await fill(user);
  await user.click(button('Sign In'));
  await user.click(await screen.findByRole('button', { name: 'Send a new link' }));
  const shown = await screen.findByRole('link', { name: 'Open the confirmation link' });
  expect(shown.getAttribute('href')).toBe(link);
  expect(screen.queryByText(/spam folder/)).toBeNull();
});

test('the correct password of an unconfirmed sign-up shows the reason and offers a new link', async () => {
  const user = userEvent.setup();
  const resend = 'POST /api/auth/send-verification-email';
  api.error(signIn, 403, 'email-unconfirmed', 'Please confirm your email address first');
  api.json(resend, 200, { status: true });
  open();
  await fill(user);
  await user.click(button('Sign In'));
  const heading = await screen.findByRole('heading', { name: 'Please confirm your email address first' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await user.click(button('Send a new link'));
  expect(
    await screen.findByText(
      'A message is on its way. If none arrives, use the link in an earlier message from us.',
    ),
  ).toBeDefined();
  expect(sent(resend)).toEqual([
    JSON.stringify({ email: 'ada@agency.test', password: 'correct horse battery' }),
  ]);
  expect(button('Send a new link').getAttribute('aria-disabled')).toBe('true');
  await user.click(button('Back to sign-in'));
  expect(password().value).toBe('');
});

test('six pasted digits submit the code without a button', async () => {
  const user = userEvent.setup();
  api.json(signIn, 200, { twoFactorRedirect: true });
  letIn(totp, { status: true });
  open();
  await fill(user);
  await user.click(button('Sign In'));
  const code = await screen.findByLabelText<HTMLInputElement>('Code');
  await waitFor(() => expect(document.activeElement).toBe(code));
  expect([code.inputMode, code.autocomplete]).toEqual(['numeric', 'one-time-code']);
  await user.paste('123 456');
  expect(await screen.findByText('Elsewhere: /admin')).toBeDefined();
  expect(sent(totp)).toEqual([JSON.stringify({ code: '123456' })]);
});

test('a wrong code is marked at its field, which is cleared for the next one', async () => {
  const user = userEvent.setup();
  api.json(signIn, 200, { twoFactorRedirect: true });
  api.error(totp, 401, 'invalid-code', 'Invalid code');
  open();
  await fill(user);
  await user.click(button('Sign In'));
  await user.type(await screen.findByLabelText('Code'), '111111');
  expect((await screen.findByRole('alert')).textContent).toBe('That is not the code. Please try again.');
  const code = screen.getByLabelText<HTMLInputElement>('Code');
  expect(code.value).toBe('');
  await waitFor(() => expect(document.activeElement).toBe(code));
});

test('a recovery code signs in too', async () => {
  const user = userEvent.setup();
  const backup = 'POST /api/auth/two-factor/verify-backup-code';
  api.json(signIn, 200, { twoFactorRedirect: true });
  letIn(backup, { status: true });
  open();
  await fill(user);
  await user.click(button('Sign In'));
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  await user.type(screen.getByLabelText('Recovery code'), ' AbCdE-12345 {Enter}');
  expect(await screen.findByText('Elsewhere: /admin')).toBeDefined();
  expect(sent(backup)).toEqual([JSON.stringify({ code: 'AbCdE-12345' })]);
});

test('an expired challenge starts again with the password', async () => {
  const user = userEvent.setup();
  api.json(signIn, 200, { twoFactorRedirect: true });
  api.error(totp, 401, 'two-factor-expired', 'This sign-in has expired.');
  open();
  await fill(user);
  await user.click(button('Sign In'));
  await user.type(await screen.findByLabelText('Code'), '111111');
  expect(await screen.findByRole('heading', { name: 'Admin sign-in' })).toBeDefined();
  expect(password().value).toBe('');
});
