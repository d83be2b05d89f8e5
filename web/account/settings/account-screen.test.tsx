// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SignedInSession } from '../../../contract/account/accounts.ts';
import { type ApiServer, sendJson, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { signedIn, signedOut } from '../../testing/signed-in-accounts.ts';
import AccountScreen from './account-screen.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
  api.json('GET /api/me', 200, signedIn);
  api.json('GET /api/me/sessions', 200, { sessions: [here] });
  api.json('GET /api/me/address', 200, { pending: null });
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const withTwoFactor = { ...signedIn, user: { ...signedIn.user, hasTwoFactor: true } };
const uri = 'otpauth://totp/Northlight:ada%40agency.test?secret=JBSWY3DPEHPK3PXP&issuer=Northlight';
const backupCodes = ['AbCdE-12345', 'FgHiJ-67890'];
const here: SignedInSession = {
  id: 'here',
  device: 'Firefox on Windows',
  address: '192.0.2.0/24',
  createdAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: '2026-11-02T10:00:00.000Z',
  isCurrent: true,
};
const phone: SignedInSession = { ...here, id: 'phone', device: 'Safari on iOS', isCurrent: false };
const tablet: SignedInSession = { ...here, id: 'tablet', device: 'Chrome on Android', isCurrent: false };

const open = () => renderPage('/admin/account', { '/admin/account': AccountScreen });
const button = (name: string) => screen.findByRole('button', { name });

test('without a session the sign-in page opens', async () => {
  api.json('GET /api/me', 200, signedOut);
  open();
  expect(await screen.findByText('Elsewhere: /auth')).toBeDefined();
});

test('two-factor is enabled with a code of the app, and its recovery codes are shown once', async () => {
  const user = userEvent.setup();
  api.json('POST /api/auth/two-factor/enable', 200, { totpURI: uri, backupCodes });
  api.handle('POST /api/auth/two-factor/verify-totp', (_, response) => {
    api.json('GET /api/me', 200, withTwoFactor);
    sendJson(response, 200, { status: true });
  });
  open();
  await user.click(await button('Switch on'));
  await user.type(screen.getByLabelText('Password'), 'correct horse battery{Enter}');

  expect(await screen.findByRole('img', { name: /^QR code/ })).toBeDefined();
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeDefined();
  await user.type(screen.getByLabelText('Code'), '123456');

  const codes = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(backupCodes);
  await user.click(await button('I have kept them'));
  expect(screen.queryByText('AbCdE-12345')).toBeNull();
  expect(await button('Switch off')).toBeDefined();
});

test('a wrong password is marked at its field and changes nothing', async () => {
  const user = userEvent.setup();
  const error = {
    code: 'wrong-password',
    message: 'This is not the password of your account.',
    field: 'password',
  };
  api.json('POST /api/auth/two-factor/enable', 400, { error });
  open();
  await user.click(await button('Switch on'));
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(error.message);
  await user.click(await button('Cancel'));
  expect(await button('Switch on')).toBeDefined();
});

test('a wrong code leaves two-factor off and asks for the next one', async () => {
  const user = userEvent.setup();
  api.json('POST /api/auth/two-factor/enable', 200, { totpURI: uri, backupCodes });
  api.error('POST /api/auth/two-factor/verify-totp', 401, 'invalid-code', 'Invalid code');
  open();
  await user.click(await button('Switch on'));
  await user.type(screen.getByLabelText('Password'), 'correct horse battery{Enter}');
  await user.type(await screen.findByLabelText('Code'), '000000');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^That is not the code/);
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('');
});

test('disabling asks for the password and a code', async () => {
  const user = userEvent.setup();
  const disable = 'POST /api/auth/two-factor/disable';
  api.json('GET /api/me', 200, withTwoFactor);
  api.handle(disable, (_, response) => {
    api.json('GET /api/me', 200, signedIn);
    sendJson(response, 200, { status: true });
  });
  open();
  await user.click(await button('Switch off'));
  await user.type(screen.getByLabelText('Password'), 'correct horse battery');
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(await button('Switch off'));
  expect(await button('Switch on')).toBeDefined();
  const at = api.requests.indexOf(disable);
  expect(api.bodies[at]).toBe(JSON.stringify({ password: 'correct horse battery', code: '123456' }));
});

test('a wrong code is marked at its field, and two-factor stays on', async () => {
  const user = userEvent.setup();
  api.json('GET /api/me', 200, withTwoFactor);
  api.handle('POST /api/auth/two-factor/disable', (_, response) =>
    sendJson(response, 400, {
      error: { code: 'invalid-code', message: 'This is not a current code.', field: 'code' },
    }),
  );
  open();
  await user.click(await button('Switch off'));
  await user.type(screen.getByLabelText('Password'), 'correct horse battery');
  await user.type(screen.getByLabelText('Code'), '000000{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('This is not a current code.');
  expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true');
});

test('new recovery codes replace the old ones on the page', async () => {
  const user = userEvent.setup();
  api.json('GET /api/me', 200, withTwoFactor);
  api.json('POST /api/auth/two-factor/generate-backup-codes', 200, { backupCodes });
  open();
  await user.click(await button('New recovery codes'));
  await user.type(screen.getByLabelText('Password'), 'correct horse battery');
  await user.type(screen.getByLabelText('Code'), 'AbCdE-12345{Enter}');
  expect(await screen.findByText('FgHiJ-67890')).toBeDefined();
});

test('every session is listed, the current one is marked, and each other can be ended', async () => {
  const user = userEvent.setup();
  api.json('GET /api/me/sessions', 200, { sessions: [here, phone, tablet] });
  api.handle('DELETE /api/me/sessions/phone', (_, response) => {
    api.json('GET /api/me/sessions', 200, { sessions: [here, tablet] });
    response.writeHead(204).end();
  });
  open();
  const own = await screen.findByText('Firefox on Windows');
  expect(own.parentElement?.textContent).toContain('This browser');
  await user.click(await button('End the session of Safari on iOS, 192.0.2.0/24'));
  await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
  expect(screen.getByText('Chrome on Android')).toBeDefined();
});

test('all other sessions end with one click, and the current one stays', async () => {
  const user = userEvent.setup();
  api.json('GET /api/me/sessions', 200, { sessions: [here, phone, tablet] });
  api.handle('DELETE /api/me/sessions', (_, response) => {
    api.json('GET /api/me/sessions', 200, { sessions: [here] });
    response.writeHead(204).end();
  });
  open();
  await user.click(await button('Sign out everywhere else'));
  expect(await screen.findByText('You are signed in nowhere else.')).toBeDefined();
  expect(api.requests.filter((request) => request.startsWith('DELETE'))).toEqual(['DELETE /api/me/sessions']);
});

test('sessions that fail to load can be loaded again', async () => {
  const user = userEvent.setup();
  api.error('GET /api/me/sessions', 403, 'conflict', 'Not now.');
  open();
  expect(await screen.findByRole('heading', { name: 'Failed to load your sessions' })).toBeDefined();
  api.json('GET /api/me/sessions', 200, { sessions: [here] });
  await user.click(await button('Try again'));
  expect(await screen.findByText('Firefox on Windows')).toBeDefined();
});

test('an administrator who must enable two-factor sees why', async () => {
  api.json('GET /api/me', 200, { ...signedIn, role: 'owner', companies: 'all', needsTwoFactor: true });
  open();
  expect(
    await screen.findByText(/^Your administrator rights are off until you switch on two-factor/),
  ).toBeDefined();
});
