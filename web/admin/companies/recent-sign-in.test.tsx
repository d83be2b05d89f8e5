// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anAdminCompany, serveAdmin } from '../../testing/admin-builders.ts';
import { type ApiServer, companyId, sendJson, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { signedInAdmin } from '../../testing/signed-in-accounts.ts';

import CompaniesScreen from './companies-screen.tsx';

const rotate = `POST /api/companies/${companyId}/rotate-key`;
const renew = 'POST /api/auth/renew-sign-in';
const title = 'Confirm that it is you';
let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
  api.json('GET /api/companies', 200, { companies: [anAdminCompany()] });
  api.json(`GET /api/companies/${companyId}/goals`, 200, { goals: [] });
  api.error(rotate, 403, 'recent-sign-in-required', 'You signed in more than 24 hours ago.');
  api.handle(renew, (_, response) => {
    api.json(rotate, 200, { access_key: 'NEW-KEY' });
    sendJson(response, 200, { status: true });
  });
});
afterEach(async () => {
  resetPage();
  await api.close();
});

async function replaceTheKey(user: ReturnType<typeof userEvent.setup>) {
  renderPage(`/admin/companies/${companyId}`, { '/admin/companies/:companyId': CompaniesScreen });
  await user.click(await screen.findByRole('button', { name: 'Replace key' }));
  await user.click(screen.getByRole('button', { name: 'Replace the key' }));
  return within(await screen.findByRole('dialog', { name: title }));
}

test('an action that needs a recent sign-in asks for the password and then continues', async () => {
  const user = userEvent.setup();
  const dialog = await replaceTheKey(user);
  expect(dialog.queryByLabelText('Code')).toBeNull();
  await user.type(dialog.getByLabelText('Password'), 'correct horse battery{Enter}');
  expect(await screen.findByText('NEW-KEY')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
  expect(api.count(rotate)).toBe(2);
});

test('with two-factor it also asks for a code and marks errors at the field', async () => {
  const user = userEvent.setup();
  api.json('GET /api/me', 200, { ...signedInAdmin, user: { ...signedInAdmin.user, hasTwoFactor: true } });
  api.handle(renew, (_, response) =>
    sendJson(response, 400, {
      error: { code: 'invalid-code', message: 'This is not a current code.', field: 'code' },
    }),
  );
  const dialog = await replaceTheKey(user);
  await user.type(dialog.getByLabelText('Password'), 'correct horse battery');
  await user.type(dialog.getByLabelText('Code'), '123456{Enter}');
  expect((await dialog.findByRole('alert')).textContent).toBe('This is not a current code.');
  const at = api.requests.indexOf(renew);
  expect(api.bodies[at]).toBe(JSON.stringify({ password: 'correct horse battery', code: '123456' }));
});

test('closed without a password, it explains that nothing was changed and why', async () => {
  const user = userEvent.setup();
  const dialog = await replaceTheKey(user);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Nothing was changed. You signed in more than 24 hours ago.')).toBeDefined();
  expect(screen.queryByText('NEW-KEY')).toBeNull();
});

test('access keys that the server omitted are shown after the password was entered', async () => {
  const user = userEvent.setup();
  const closed = { companies: [anAdminCompany({ access_key: '' })], keysNeedSignIn: true };
  api.json('GET /api/companies', 200, closed);
  api.handle(renew, (_, response) => {
    api.json('GET /api/companies', 200, { companies: [anAdminCompany({ access_key: 'THE-KEY' })] });
    sendJson(response, 200, { status: true });
  });
  renderPage('/admin', { '/admin': CompaniesScreen });
  await user.click(await screen.findByRole('button', { name: 'Show the access key of Harbour & Pine' }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await user.type(dialog.getByLabelText('Password'), 'correct horse battery{Enter}');
  expect(await screen.findByText('THE-KEY')).toBeDefined();
});
