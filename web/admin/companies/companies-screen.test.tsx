// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anAdminCompany, anId, serveAdmin } from '../../testing/admin-builders.ts';
import { type ApiServer, companyId, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { signedOut } from '../../testing/signed-in-accounts.ts';
import CompaniesScreen from './companies-screen.tsx';

const path = `/api/companies/${companyId}`;
const key = 'K7Q2M-9XW4P-ZR5TN-3HJ8V-6BCDE';
let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const open = (search = '') => renderPage(`/admin${search}`, { '/admin': CompaniesScreen });
const showCompanies = (...companies: ReturnType<typeof anAdminCompany>[]) =>
  api.json('GET /api/companies', 200, { companies });
const isStreaming = () => waitFor(() => expect(api.count('GET /api/admin-live')).toBe(1));

test('companies are listed with their daily actions, and the signed-in account is shown', async () => {
  const lastEventAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
  showCompanies(
    anAdminCompany({ lastEventAt }),
    anAdminCompany({ id: anId(2), name: 'Ember Coffee', lastEventAt: null }),
  );
  open();
  const row = within(await screen.findByRole('row', { name: /Harbour & Pine/ }));
  expect(row.getByText('harbourpine.shop')).toBeDefined();
  expect(row.getByText('7 live')).toBeDefined();
  expect(row.getByText('3 h ago')).toBeDefined();
  expect(row.getByRole('link', { name: /^Portal/ }).getAttribute('href')).toBe(
    `/company-portal/${companyId}`,
  );
  expect(row.getByRole('link', { name: /^Tracking code/ }).getAttribute('href')).toBe(
    `/tracking-script/${companyId}`,
  );
  expect(screen.getAllByRole('row').map((line) => line.textContent?.slice(0, 12))).toEqual([
    expect.any(String),
    'Harbour & Pi',
    'Ember Coffee',
  ]);
  expect(screen.getByText('no event yet')).toBeDefined();
  expect(screen.getByText('2 companies, 14 visitors live now')).toBeDefined();
  expect(screen.getByText('ada@agency.test')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeDefined();
});

test('a company whose statistics cannot be built is marked with the time and the reason', async () => {
  const since = new Date(Date.now() - 3 * 3_600_000).toISOString();
  showCompanies(
    anAdminCompany({ statisticsBehind: { since, reason: 'Out of Memory Error: could not allocate block' } }),
    anAdminCompany({ id: anId(2), name: 'Ember Coffee' }),
  );
  open();
  const row = await screen.findByRole('row', { name: /Harbour & Pine/ });
  expect(row.textContent).toMatch(
    /Statistics are behind since .+, because: Out of Memory Error: could not allocate block/,
  );
  expect(screen.getByRole('row', { name: /Ember Coffee/ }).textContent).not.toContain('behind');
});

test('access keys can be masked, are still copied, and stay masked', async () => {
  const user = userEvent.setup();
  showCompanies(
    anAdminCompany(),
    anAdminCompany({ id: anId(2), name: 'Ember Coffee', access_key: 'OTHER-KEY' }),
  );
  open();
  expect(await screen.findByText(key)).toBeDefined();
  expect(screen.getByText('OTHER-KEY')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Hide keys' }));
  expect(screen.queryByText(key)).toBeNull();
  expect(screen.queryByText('OTHER-KEY')).toBeNull();
  expect(document.body.innerHTML).not.toContain(key);
  await user.click(screen.getByRole('button', { name: 'Copy the access key of Harbour & Pine' }));
  expect(await screen.findByText('Access key copied to clipboard!')).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(key);

  cleanup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Show keys' }));
  expect(screen.getByText(key)).toBeDefined();
  expect(localStorage.length).toBe(0);
});

test('keys can be masked without storage for as long as the page is open', async () => {
  const user = userEvent.setup();
  showCompanies(anAdminCompany());
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const { getItem, setItem, removeItem } = Storage.prototype;
  Object.assign(Storage.prototype, { getItem: denied, setItem: denied, removeItem: denied });
  try {
    open();
    await user.click(await screen.findByRole('button', { name: 'Hide keys' }));
    expect(screen.queryByText(key)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show keys' }));
    expect(screen.getByText(key)).toBeDefined();
  } finally {
    Object.assign(Storage.prototype, { getItem, setItem, removeItem });
  }
  await user.click(screen.getByRole('button', { name: 'Hide keys' }));
  await user.click(screen.getByRole('button', { name: 'Show keys' }));
});

test('a portal with demo data is marked in the list', async () => {
  showCompanies(
    anAdminCompany({ demoDataSince: '2026-11-03T12:00:00.000Z' }),
    anAdminCompany({ id: anId(2), name: 'Ember Coffee' }),
  );
  open();
  const row = within(await screen.findByRole('row', { name: /Harbour & Pine/ }));
  expect(row.getByText('Demo data')).toBeDefined();
  expect(row.getByText(/^since/).querySelector('time')?.dateTime).toBe('2026-11-03T12:00:00.000Z');
  expect(screen.getAllByText('Demo data')).toHaveLength(1);
});

test('an empty list explains the next step and leads to the form', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Create the first one' }));
  expect(screen.getByRole('heading', { name: 'New company portal' })).toBeDefined();
});

test('a list that fails to load shows the error and loads on retry', async () => {
  const user = userEvent.setup();
  api.error('GET /api/companies', 503, 'unavailable', 'The service is busy.');
  open();
  expect((await screen.findAllByText('Failed to load companies')).length).toBeGreaterThan(0);
  expect(screen.getByText('The service is busy.')).toBeDefined();
  showCompanies(anAdminCompany());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('row', { name: /Harbour & Pine/ })).toBeDefined();
});

test('a long list can be searched by name and domain with the slash key', async () => {
  const user = userEvent.setup();
  const many = Array.from({ length: 9 }, (_, n) =>
    anAdminCompany({ id: anId(n + 1), name: `Client ${n}`, domain: `site${n}.example` }),
  );
  showCompanies(...many.slice(0, 8), anAdminCompany({ id: anId(9), name: 'Grün & Söhne' }));
  open();
  await screen.findByRole('row', { name: /Client 0/ });
  await user.keyboard('/grun sohne');
  expect(screen.getAllByRole('row')).toHaveLength(2);
  expect(screen.getByText('1 of 9')).toBeDefined();
  await user.clear(screen.getByRole('searchbox'));
  await user.keyboard('SITE3');
  expect(screen.getByRole('row', { name: /Client 3/ })).toBeDefined();
  await user.keyboard('x');
  expect(screen.getByText(/No company has “SITE3x”/)).toBeDefined();
});

async function manage() {
  showCompanies(anAdminCompany());
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Manage Harbour & Pine' }));
  return { user, sheet: within(screen.getByRole('dialog', { name: 'Harbour & Pine' })) };
}

test('a company is changed, and the normalized domain is shown', async () => {
  const { user, sheet } = await manage();
  api.json(`PATCH ${path}`, 200, anAdminCompany({ name: 'Pine', domain: 'pine.example' }));
  await user.clear(sheet.getByLabelText('Name'));
  await user.type(sheet.getByLabelText('Name'), 'Pine');
  await user.clear(sheet.getByLabelText('Domain'));
  await user.type(sheet.getByLabelText('Domain'), 'http://pine.example');
  showCompanies(anAdminCompany({ name: 'Pine', domain: 'pine.example' }));
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Pine saved')).toBeDefined();
  expect(screen.getByText('Its domain is pine.example.')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('row', { name: /pine.example/ })).toBeDefined();
});

test('a key is replaced only after a confirmation, once, and the new one can be copied', async () => {
  const { user, sheet } = await manage();
  api.json(`POST ${path}/rotate-key`, 200, { access_key: 'NEWKE-Y2222-22222-22222-22222' });
  await user.click(sheet.getByRole('button', { name: 'Replace key' }));
  expect(sheet.getByText(/The old key stops working at once/)).toBeDefined();
  expect(api.count(`POST ${path}/rotate-key`)).toBe(0);
  await user.dblClick(sheet.getByRole('button', { name: 'Replace the key' }));
  expect(await sheet.findByText('NEWKE-Y2222-22222-22222-22222')).toBeDefined();
  expect(api.count(`POST ${path}/rotate-key`)).toBe(1);
  await user.click(sheet.getByRole('button', { name: 'Copy the access key of Harbour & Pine' }));
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toBe('NEWKE-Y2222-22222-22222-22222'),
  );
});

test('a company is deleted only after typing its name', async () => {
  const { user, sheet } = await manage();
  api.handle(`DELETE ${path}`, (_, response) => {
    showCompanies();
    response.writeHead(204).end();
  });
  await user.click(sheet.getByText('Delete this company'));
  const button = sheet.getByRole('button', { name: 'Delete company and all its data' });
  await user.click(button);
  expect(sheet.getByText('This is not the name of the company.')).toBeDefined();
  expect(api.count(`DELETE ${path}`)).toBe(0);
  await user.type(sheet.getByLabelText(/Type “Harbour & Pine” to confirm/), 'Harbour & Pine');
  await user.dblClick(button);
  expect(await screen.findByText('Harbour & Pine deleted')).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'No companies yet' })).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.count(`DELETE ${path}`)).toBe(1);
  expect(api.bodies[api.requests.indexOf(`DELETE ${path}`)]).toBe('{"name":"Harbour & Pine"}');
});

test('Escape and Back close what is open and keep the page', async () => {
  const { user } = await manage();
  screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Manage Harbour & Pine' }));
  await user.dblClick(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('heading', { level: 1, name: 'Companies' })).toBeDefined();
});

test('changes made elsewhere appear without a reload', async () => {
  showCompanies(anAdminCompany());
  open();
  await screen.findByText('7 live');
  await isStreaming();
  showCompanies(anAdminCompany({ active: 8 }));
  api.sendEvent('changed', { topics: ['companies'] });
  expect(await screen.findByText('8 live')).toBeDefined();
});

test('a lost stream is shown, and missed changes appear when it is back', async () => {
  showCompanies(anAdminCompany());
  open();
  await screen.findByText('7 live');
  await isStreaming();
  showCompanies(anAdminCompany({ active: 9 }));
  api.dropStreams();
  expect(await screen.findByText(/Reconnecting…/)).toBeDefined();
  expect(await screen.findByText('9 live')).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/Reconnecting…/)).toBeNull());
});

test('a session that ends elsewhere leads to the sign-in page at once', async () => {
  showCompanies(anAdminCompany());
  open();
  await screen.findByText('7 live');
  await isStreaming();
  api.json('GET /api/me', 200, signedOut);
  api.sendEvent('ended', {});
  expect(await screen.findByText('Elsewhere: /auth')).toBeDefined();
});

test('any request answered with 401 leads to the sign-in page', async () => {
  const { user, sheet } = await manage();
  api.json('GET /api/me', 200, signedOut);
  api.error(`PATCH ${path}`, 401, 'not-signed-in', 'Please sign in.');
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Elsewhere: /auth')).toBeDefined();
});
