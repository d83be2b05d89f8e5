// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ApiServer, sendJson, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { signedIn, signedOut } from '../../testing/signed-in-accounts.ts';
import AccountScreen from './account-screen.tsx';
import ConfirmAddressScreen from './address/confirm-address-screen.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
  api.json('GET /api/me', 200, signedIn);
  api.json('GET /api/me/sessions', 200, { sessions: [] });
  api.json('GET /api/me/address', 200, { pending: null });
});
afterEach(async () => {
  vi.restoreAllMocks();
  resetPage();
  await api.close();
});

const withoutPassword = {
  ...signedIn,
  identityProvider: 'Example ID',
  user: { ...signedIn.user, hasPassword: false },
};
const withTwoFactor = { ...signedIn, user: { ...signedIn.user, hasTwoFactor: true } };
const password = 'correct horse battery';
const pending = {
  newEmail: 'new@agency.test',
  requestedAt: '2026-11-02T10:00:00.000Z',
  expiresAt: '2026-11-03T10:00:00.000Z',
};

const open = () => renderPage('/admin/account', { '/admin/account': AccountScreen });
const section = async (name: string) => within(await screen.findByRole('region', { name }));
const bodyOf = (request: string) => {
  const at = api.requests.lastIndexOf(request);
  return at < 0 ? undefined : JSON.parse(api.bodies[at] ?? 'null');
};

test('the name is saved, and shown in the title', async () => {
  const user = userEvent.setup();
  api.handle('PUT /api/me/name', (_, response) => {
    api.json('GET /api/me', 200, { ...signedIn, user: { ...signedIn.user, name: 'Ada Lovelace' } });
    sendJson(response, 200, { status: true });
  });
  open();
  const part = await section('Your name');
  await user.clear(part.getByLabelText('Name'));
  await user.type(part.getByLabelText('Name'), 'Ada Lovelace{Enter}');
  expect(await screen.findByText('Your name was saved.')).toBeDefined();
  expect(await screen.findByText('Ada Lovelace, ada@agency.test')).toBeDefined();
  expect(bodyOf('PUT /api/me/name')).toEqual({ name: 'Ada Lovelace' });
});

test('a new address is pending until its link is opened, and can be withdrawn', async () => {
  const user = userEvent.setup();
  api.json('POST /api/me/address', 200, { pending });
  open();
  const part = await section('Email address');
  await user.click(await part.findByRole('button', { name: 'Change address' }));
  await user.type(part.getByLabelText('New address'), 'new@agency.test');
  await user.type(part.getByLabelText('Password'), password);
  await user.click(part.getByRole('button', { name: 'Send a link to the new address' }));
  expect(await part.findByText('new@agency.test')).toBeDefined();
  expect(part.queryByLabelText('New address')).toBeNull();
  expect(bodyOf('POST /api/me/address')).toEqual({ newEmail: 'new@agency.test', password });

  api.handle('DELETE /api/me/address', (_, response) => response.writeHead(204).end());
  await user.click(part.getByRole('button', { name: 'Withdraw' }));
  expect(await part.findByRole('button', { name: 'Change address' })).toBeDefined();
  expect(screen.getByText('The change was withdrawn. Its link no longer works.')).toBeDefined();
});

test('a wrong password for a new address is marked at its field', async () => {
  const user = userEvent.setup();
  const error = { code: 'wrong-password', message: 'This is not the password.', field: 'password' };
  api.json('POST /api/me/address', 400, { error });
  open();
  const part = await section('Email address');
  await user.click(await part.findByRole('button', { name: 'Change address' }));
  await user.type(part.getByLabelText('New address'), 'new@agency.test');
  await user.type(part.getByLabelText('Password'), 'wrong{Enter}');
  expect((await part.findByRole('alert')).textContent).toBe(error.message);
  await waitFor(() => expect(document.activeElement).toBe(part.getByLabelText('Password')));
});

test('an address that fails to load can be loaded again', async () => {
  const user = userEvent.setup();
  api.error('GET /api/me/address', 403, 'conflict', 'Not now.');
  open();
  const part = await section('Email address');
  expect(await part.findByRole('heading', { name: 'Failed to load your address' })).toBeDefined();
  api.json('GET /api/me/address', 200, { pending: null });
  await user.click(part.getByRole('button', { name: 'Try again' }));
  expect(await part.findByRole('button', { name: 'Change address' })).toBeDefined();
});

test('the password is changed with the current one, and with a code while two-factor is on', async () => {
  const user = userEvent.setup();
  api.json('GET /api/me', 200, withTwoFactor);
  api.json('POST /api/me/password', 200, { status: true });
  open();
  const part = await section('Your password');
  await user.click(part.getByRole('button', { name: 'Change password' }));
  await waitFor(() =>
    expect(document.activeElement).toBe(part.getByRole('heading', { name: 'Change password', level: 3 })),
  );
  await user.type(part.getByLabelText('Current password'), password);
  await user.type(part.getByLabelText('Code'), '123456');
  await user.type(part.getByLabelText('New password'), 'short');
  await user.click(part.getByRole('button', { name: 'Set the new password' }));
  expect((await part.findByRole('alert')).textContent).toBe('This is 5 characters long; 12 are needed.');
  await user.clear(part.getByLabelText('New password'));
  await user.type(part.getByLabelText('New password'), 'nine lanterns under the pier{Enter}');
  expect(
    await screen.findByText('Your password was changed. Every other browser was signed out.'),
  ).toBeDefined();
  expect(bodyOf('POST /api/me/password')).toEqual({
    password,
    code: '123456',
    newPassword: 'nine lanterns under the pier',
  });
  expect(part.queryByLabelText('Current password')).toBeNull();
  await waitFor(() =>
    expect(document.activeElement).toBe(part.getByRole('button', { name: 'Change password' })),
  );
});

test('an account without a password sets one by mail, and is asked for none', async () => {
  const user = userEvent.setup();
  api.json('GET /api/me', 200, withoutPassword);
  open();
  const part = await section('Your password');
  expect(part.getByText(/^Your account has no password/)).toBeDefined();
  expect(part.getByRole('button', { name: 'Send me the link' })).toBeDefined();
  const address = await section('Email address');
  await user.click(await address.findByRole('button', { name: 'Change address' }));
  expect(address.getByLabelText('New address')).toBeDefined();
  expect(address.queryByLabelText('Password')).toBeNull();
  const twoFactor = await section('Two-factor authentication');
  expect(twoFactor.queryByRole('button', { name: 'Switch on' })).toBeNull();
});

test('without a password, an old sign-in is renewed with the identity provider', async () => {
  const user = userEvent.setup();
  api.json('GET /api/me', 200, withoutPassword);
  api.error('GET /api/me/data.json', 403, 'recent-sign-in-required', 'You signed in long ago.');
  open();
  await user.click(await screen.findByRole('button', { name: 'Download as JSON' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  expect(dialog.getByRole('button', { name: 'Continue with Example ID' })).toBeDefined();
  expect(dialog.queryByLabelText('Password')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull());
});

test('the data is saved as a file', async () => {
  const user = userEvent.setup();
  const saved: string[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  api.handle('GET /api/me/data.json', (_, response) => {
    response.setHeader('content-disposition', 'attachment; filename="account-2026-11-02.json"');
    sendJson(response, 200, {});
  });
  open();
  await user.click(await screen.findByRole('button', { name: 'Download as JSON' }));
  await vi.waitFor(() => expect(saved).toEqual(['account-2026-11-02.json']));
});

test('an account is deleted with its typed address and the password, and the home page opens', async () => {
  const user = userEvent.setup();
  api.handle('POST /api/me/delete', (_, response) => {
    api.json('GET /api/me', 200, signedOut);
    sendJson(response, 200, { status: true });
  });
  open();
  const part = await section('Delete account');
  await user.click(part.getByRole('button', { name: 'Delete this account' }));
  await user.type(part.getByLabelText('Type ada@agency.test to confirm'), 'ada@agency');
  await user.type(part.getByLabelText('Password'), password);
  await user.click(part.getByRole('button', { name: 'Delete my account' }));
  expect((await part.findByRole('alert')).textContent).toBe('This is not the address of your account.');
  await user.type(part.getByLabelText('Type ada@agency.test to confirm'), '.test{Enter}');
  expect(await screen.findByText('Elsewhere: /')).toBeDefined();
  expect(bodyOf('POST /api/me/delete')).toEqual({ email: 'ada@agency.test', password });
});

test('the only owner sees why the account stays', async () => {
  const user = userEvent.setup();
  api.error('POST /api/me/delete', 409, 'conflict', 'This is the only owner.');
  open();
  const part = await section('Delete account');
  await user.click(part.getByRole('button', { name: 'Delete this account' }));
  await user.type(part.getByLabelText('Type ada@agency.test to confirm'), 'ada@agency.test');
  await user.type(part.getByLabelText('Password'), `${password}{Enter}`);
  expect(await screen.findByText('This is the only owner.')).toBeDefined();
  expect(part.getByRole('button', { name: 'Delete my account' })).toBeDefined();
});

const link = '/admin/account/confirm-address';
const openLink = (search = '?token=abc') => renderPage(`${link}${search}`, { [link]: ConfirmAddressScreen });
const confirmButton = () => screen.findByRole('button', { name: 'Confirm the new address' });

test('opening the link changes nothing: a click confirms the new address', async () => {
  const user = userEvent.setup();
  api.json('POST /api/me/address/confirm', 200, { email: 'new@agency.test' });
  openLink();
  const confirm = await confirmButton();
  expect(api.requests).not.toContain('POST /api/me/address/confirm');
  await user.click(confirm);
  const heading = await screen.findByRole('heading', { name: 'Your address is changed' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(screen.getByText('new@agency.test')).toBeDefined();
  expect(bodyOf('POST /api/me/address/confirm')).toEqual({ token: 'abc' });
});

test('a link without a session asks to sign in first', async () => {
  api.json('GET /api/me', 200, signedOut);
  openLink();
  expect(await screen.findByRole('heading', { name: 'Sign in first' })).toBeDefined();
});

test.each([
  ['link-expired', 400, 'This link is too old'],
  ['link-used', 409, 'This link was used before'],
  ['link-invalid', 400, 'This link does not work'],
  ['conflict', 409, 'This address has an account'],
] as const)(
  'a link answered with %s shows the reason, and that nothing was changed',
  async (code, status, title) => {
    const user = userEvent.setup();
    api.error('POST /api/me/address/confirm', status, code, 'The reason.');
    openLink();
    await user.click(await confirmButton());
    expect(await screen.findByRole('heading', { name: title })).toBeDefined();
    expect(screen.getByText('The reason.')).toBeDefined();
    expect(screen.getByText(/^Nothing was changed/)).toBeDefined();
  },
);

test('a link without its token shows that a part is missing', async () => {
  openLink('');
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeDefined();
});
