// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { signedOut } from '../../testing/signed-in-accounts.ts';
import GrantAdminScreen from '../grant-admin/grant-admin-screen.tsx';
import AuthForgotPasswordScreen from '../password-reset/auth-forgot-password-screen.tsx';
import AuthScreen from '../sign-in/auth-screen.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
  api.json('GET /api/me', 200, signedOut);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const screens = [
  {
    name: 'sign-in',
    Screen: AuthScreen,
    before: [],
    secret: 'Password',
    send: 'Sign In',
    address: 'POST /api/auth/sign-in/email',
  },
  {
    name: 'sign-up',
    Screen: AuthScreen,
    before: ['Need an account? Sign up'],
    secret: 'Password',
    send: 'Sign Up',
    address: 'POST /api/auth/sign-up/email',
  },
  {
    name: '/grant-admin',
    Screen: GrantAdminScreen,
    before: [],
    secret: 'Admin Access Key',
    send: 'Grant Admin Privileges',
    address: 'POST /api/grant-admin',
  },
  {
    name: 'forgot-password',
    Screen: AuthForgotPasswordScreen,
    before: [],
    secret: undefined,
    send: 'Send the link',
    address: 'POST /api/auth/request-password-reset',
  },
];

const emailField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' });

describe.each(screens)('$name', ({ Screen, before, secret, send, address }) => {
  async function submit(email: string) {
    const user = userEvent.setup();
    renderPage('/', { '/': Screen });
    await emailField();
    for (const name of before) await user.click(screen.getByRole('button', { name }));
    if (email) await user.type(await emailField(), email);
    if (secret) await user.type(screen.getByLabelText(secret), 'seven herons over wet slate');
    await user.click(screen.getByRole('button', { name: send }));
  }

  test('ada@localhost marks the field and sends nothing', async () => {
    await submit('ada@localhost');
    expect((await screen.findByText('Please enter a valid email address')).getAttribute('role')).toBe(
      'alert',
    );
    expect((await emailField()).getAttribute('aria-invalid')).toBe('true');
    const field = await emailField();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(api.sent(address)).toEqual([]);
  });

  test('an address that accounts cannot have is rejected before it is sent', async () => {
    await submit('ada@müller.example');
    expect(await screen.findByText(/in plain letters \(a-z\)/)).toBeDefined();
    expect(api.sent(address)).toEqual([]);
  });

  test('a trailing comma is removed', async () => {
    await submit('ada@example.com,');
    await waitFor(() => expect(api.sent(address)).toMatchObject([{ email: 'ada@example.com' }]));
  });

  test('an address that the server rejects is marked with the server’s message', async () => {
    const error = { code: 'invalid-request', message: 'This address cannot be used.', field: 'email' };
    api.json(address, 400, { error });
    await submit('ada@example.com');
    expect((await screen.findByText(error.message)).getAttribute('role')).toBe('alert');
    expect((await emailField()).getAttribute('aria-invalid')).toBe('true');
  });

  test('an empty field is reported by the browser, and nothing is sent', async () => {
    await submit('');
    expect((await emailField()).validity.valueMissing).toBe(true);
    expect((await emailField()).getAttribute('aria-invalid')).toBeNull();
    expect(api.sent(address)).toEqual([]);
  });
});
