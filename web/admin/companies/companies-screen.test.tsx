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

test('an access key is copied without being shown, and shown only on demand', async () => {
  const user = userEvent.setup();
  showCompanies(
    anAdminCompany(),
    anAdminCompany({ id: anId(2), name: 'Ember Coffee', access_key: 'OTHER-KEY' }),
  );
  open();
  await user.click(await screen.findByRole('button', { name: 'Copy the access key of Harbour & Pine' }));
  expect(await screen.findByText('Access key copied to clipboard!')).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(key);
  expect(document.body.innerHTML).not.toContain(key);

  await user.click(screen.getByRole('button', { name: 'Show the access key of Harbour & Pine' }));
  expect(screen.getByText(key)).toBeDefined();
  expect(screen.queryByText('OTHER-KEY')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Hide the access key of Harbour & Pine' }));
  expect(screen.queryByText(key)).toBeNull();
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

test('Settings leads to the settings of the company, and so do addresses of earlier versions', async () => {
  showCompanies(anAdminCompany());
  open();
  const link = await screen.findByRole('link', { name: 'Settings of Harbour & Pine' });
  expect(link.getAttribute('href')).toBe(`/admin/companies/${companyId}`);
  cleanup();
  open(`?company=${companyId}`);
  expect(await screen.findByText(`Elsewhere: /admin/companies/${companyId}`)).toBeDefined();
});

test('the button that opens the form closes it, and is named so', async () => {
  const user = userEvent.setup();
  showCompanies(anAdminCompany());
  open();
  await user.click(await screen.findByRole('button', { name: 'Create Company Portal' }));
  await user.click(screen.getByRole('button', { name: 'Close the form' }));
  expect(await screen.findByRole('button', { name: 'Create Company Portal' })).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'New company portal' })).toBeNull();
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
