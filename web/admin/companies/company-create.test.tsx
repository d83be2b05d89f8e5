// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { idempotencyKeyHeader } from '../../../contract/constants.ts';
import { anAdminCompany, anId, serveAdmin } from '../../testing/admin-builders.ts';
import { type ApiServer, sendJson, startApi } from '../../testing/api-server.ts';
import { serveSetup } from '../../testing/company-setups.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import CompaniesScreen from './companies-screen.tsx';
import { browserTimeZone } from './form/time-zones.ts';

let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
  serveSetup(api);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const open = (search = '') =>
  renderPage(`/admin${search}`, {
    '/admin': CompaniesScreen,
    '/admin/companies/:companyId/setup': CompaniesScreen,
  });
const showCompanies = (...companies: ReturnType<typeof anAdminCompany>[]) =>
  api.json('GET /api/companies', 200, { companies });

test('a company is created once however often the button is clicked, and its path follows', async () => {
  const user = userEvent.setup();
  let release = () => undefined as unknown;
  api.handle('POST /api/companies', (_, response) => {
    release = () => sendJson(response, 201, anAdminCompany({ domain: 'shop.example' }));
  });
  open();
  const toggle = await screen.findByRole('button', { name: 'Create Company Portal' });
  await user.click(toggle);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  await user.keyboard('Harbour & Pine');
  await user.type(screen.getByLabelText('Domain'), 'https://www.Shop.example/');
  expect(screen.getByText('Will be saved as shop.example')).toBeDefined();
  await user.dblClick(screen.getByRole('button', { name: 'Create company' }));
  await screen.findByRole('button', { name: 'Creating...' });
  showCompanies(anAdminCompany({ domain: 'shop.example' }));
  await waitFor(() => expect(api.count('POST /api/companies')).toBe(1));
  release();
  expect(await screen.findByText('Company created successfully with access key')).toBeDefined();
  expect(screen.getByText('Its domain is shop.example.')).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Set up Harbour & Pine' })).toBeDefined();
  expect(api.count('POST /api/companies')).toBe(1);
  const sent = api.bodies[api.requests.indexOf('POST /api/companies')] ?? '';
  expect(JSON.parse(sent)).toEqual({
    name: 'Harbour & Pine',
    domain: 'https://www.Shop.example/',
    description: '',
    currency: 'USD',
    timeZone: browserTimeZone(),
    storesVisitorId: true,
    hasHashRouting: false,
    allowDuplicate: false,
  });
});

test('a retry after a lost response has the same key, a changed company a new one', async () => {
  const user = userEvent.setup();
  const keys: unknown[] = [];
  api.handle('POST /api/companies', (request, response) => {
    keys.push(request.headers[idempotencyKeyHeader]);
    response.destroy();
  });
  open('?new=company');
  await user.type(await screen.findByLabelText('Name'), 'Shop');
  await user.type(screen.getByLabelText('Domain'), 'shop.example');
  const click = async (times: number) => {
    await user.click(screen.getByRole('button', { name: 'Create company' }));
    await waitFor(() => expect(keys).toHaveLength(times));
    await screen.findByRole('button', { name: 'Create company' });
  };
  await click(1);
  await click(2);
  await user.type(screen.getByLabelText('Name'), ' of ours');
  await click(3);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('without a name and a domain nothing is sent', async () => {
  const user = userEvent.setup();
  open('?new=company');
  await user.click(await screen.findByRole('button', { name: 'Create company' }));
  expect(screen.getByText('Please enter a name')).toBeDefined();
  expect(screen.getByText('Please enter a domain')).toBeDefined();
  await user.type(screen.getByLabelText('Name'), 'Shop');
  await user.type(screen.getByLabelText('Domain'), 'no domain');
  await user.click(screen.getByRole('button', { name: 'Create company' }));
  expect(screen.getByText('Please enter a domain such as shop.example.')).toBeDefined();
  expect(api.count('POST /api/companies')).toBe(0);
});

test('a rejected company shows the reason and keeps the input', async () => {
  const user = userEvent.setup();
  api.error('POST /api/companies', 400, 'invalid-request', 'Please enter another domain.');
  open('?new=company');
  await user.type(await screen.findByLabelText('Name'), 'Shop');
  await user.type(screen.getByLabelText('Domain'), 'shop.example');
  await user.click(screen.getByRole('button', { name: 'Create company' }));
  expect(await screen.findByText('Please enter another domain.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Shop');
});

test('a second company with the same name and domain is created only after a confirmation', async () => {
  const user = userEvent.setup();
  const message = 'There is already a company named Shop for shop.example.';
  const error = { code: 'company-exists', message, conflictId: anId(7) };
  api.json('POST /api/companies', 409, { error });
  open('?new=company');
  await user.type(await screen.findByLabelText('Name'), 'Shop');
  await user.type(screen.getByLabelText('Domain'), 'shop.example');
  await user.click(screen.getByRole('button', { name: 'Create company' }));
  expect((await screen.findByRole('alert', { name: '' })).textContent).toContain(message);
  const existing = screen.getByRole('link', { name: 'Open the existing company' });
  expect(existing.getAttribute('href')).toBe(`/admin/companies/${anId(7)}`);

  // Another name asks again.
  await user.type(screen.getByLabelText('Name'), ' 2');
  expect(screen.queryByText(message)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Create company' }));
  await screen.findByText(message);
  api.json('POST /api/companies', 201, anAdminCompany());
  await user.click(screen.getByRole('button', { name: 'Create anyway' }));
  expect(await screen.findByText('Company created successfully with access key')).toBeDefined();
  const sent = api.bodies.filter((_, index) => api.requests[index] === 'POST /api/companies');
  expect(sent.map((body) => JSON.parse(body).allowDuplicate)).toEqual([false, false, true]);
});

test('a domain that the server rejects is marked with the server’s message', async () => {
  const user = userEvent.setup();
  const error = { code: 'invalid-request', message: 'This domain cannot be used.', field: 'domain' };
  api.json('POST /api/companies', 400, { error });
  open('?new=company');
  await user.type(await screen.findByLabelText('Name'), 'Shop');
  await user.type(screen.getByLabelText('Domain'), 'shop.example');
  await user.click(screen.getByRole('button', { name: 'Create company' }));
  await screen.findByText(error.message);
  expect(screen.getByLabelText('Domain').getAttribute('aria-invalid')).toBe('true');
});

test('a domain with umlauts is listed in Unicode', async () => {
  const umlaut = { domain: 'xn--mnchen-3ya.example', displayDomain: 'münchen.example' };
  showCompanies(anAdminCompany(umlaut));
  open();
  expect(await screen.findByText('münchen.example')).toBeDefined();
});

test('Back closes the form and keeps the input; Cancel discards it', async () => {
  const user = userEvent.setup();
  const router = open();
  const toggle = await screen.findByRole('button', { name: 'Create Company Portal' });
  await user.click(toggle);
  await user.keyboard('Half a name');
  await router.navigate(-1);
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'New company portal' })).toBeNull());
  expect(router.state.location.pathname).toBe('/admin');
  await user.click(toggle);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Half a name');
  await user.dblClick(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'New company portal' })).toBeNull());
  expect(router.state.location.pathname).toBe('/admin');
  await user.click(toggle);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('');
});

test('a first company is asked for no time zone, visitor id or # paths until "More settings" is opened', async () => {
  const user = userEvent.setup();
  api.json('POST /api/companies', 201, anAdminCompany());
  open('?new=company');
  await user.type(await screen.findByLabelText('Name'), 'Shop');
  await user.type(screen.getByLabelText('Domain'), 'shop.example');
  const more = screen.getByText('More settings').closest('details');
  expect(more?.open).toBe(false);
  for (const field of [
    screen.getByRole('combobox', { name: 'Time zone' }),
    ...screen.getAllByRole('checkbox'),
  ])
    expect(more?.contains(field)).toBe(true);

  // A value that is wrong opens them: its error would not be seen.
  await user.clear(screen.getByRole('combobox', { name: 'Time zone' }));
  await user.click(screen.getByRole('button', { name: 'Create company' }));
  expect(more?.open).toBe(true);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Time zone' })),
  );
  expect(api.count('POST /api/companies')).toBe(0);

  await user.type(screen.getByRole('combobox', { name: 'Time zone' }), 'Asia/Tokyo');
  await user.click(screen.getByRole('checkbox', { name: 'Count paths after # as pages' }));
  await user.click(screen.getByRole('button', { name: 'Create company' }));
  await waitFor(() => expect(api.count('POST /api/companies')).toBe(1));
  const sent = api.bodies[api.requests.indexOf('POST /api/companies')] ?? '';
  expect(JSON.parse(sent)).toMatchObject({
    timeZone: 'Asia/Tokyo',
    storesVisitorId: true,
    hasHashRouting: true,
  });
});
