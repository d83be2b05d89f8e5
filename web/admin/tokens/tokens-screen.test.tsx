// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anAdminCompany, anId, aToken, serveAdmin } from '../../testing/admin-builders.ts';
import { type ApiServer, companyId, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { signedInAdmin, signedInManager } from '../../testing/signed-in-accounts.ts';
import CompaniesScreen from '../companies/companies-screen.tsx';
import { browserTimeZone } from '../companies/form/time-zones.ts';
import TokensScreen from './tokens-screen.tsx';

let api: ApiServer;
const user = userEvent.setup();
const other = anId(7);
const path = `/api/companies/${companyId}/tokens`;

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
  api.json(`GET /api/companies/${companyId}/goals`, 200, { goals: [] });
  api.json('GET /api/companies', 200, {
    companies: [
      anAdminCompany({ timeZone: 'Asia/Tokyo' }),
      anAdminCompany({ id: other, name: 'Ember Coffee' }),
    ],
  });
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const openTokens = () => renderPage('/admin/tokens', { '/admin/tokens': TokensScreen });
const openForm = async () => user.click(await screen.findByRole('button', { name: 'Create token' }));

async function addFilter(position: number, values: string) {
  await user.click(screen.getByRole('button', { name: 'Add a filter' }));
  const filter = within(screen.getByRole('group', { name: `Filter ${position}` }));
  await user.selectOptions(filter.getByLabelText('Filter by'), 'Country');
  await user.type(filter.getByLabelText('Values'), values);
  return filter;
}

const sent = (line: string) => JSON.parse(api.bodies[api.requests.lastIndexOf(line)] ?? 'null');

test('a token of chosen companies is created, shown once with an example, and listed', async () => {
  openTokens();
  expect(await screen.findByText('There is no token of several companies yet.')).toBeDefined();
  await openForm();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name of the new token')));
  await user.type(screen.getByLabelText('Name of the new token'), 'Weekly report');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(screen.getByText('Choose at least one company.')).toBeDefined();
  expect(api.requests.some((line) => line.startsWith('POST'))).toBe(false);

  await user.click(await screen.findByLabelText(/^Ember Coffee/));
  await user.click(screen.getByLabelText('See money'));
  expect(screen.queryByLabelText('Write orders')).toBeNull();
  await addFilter(1, 'DE');
  // The companies may be in several zones.
  expect(
    screen.getByText(`The token stops working at the end of this day in ${browserTimeZone()}.`),
  ).toBeDefined();
  const token = aToken({
    name: 'Weekly report',
    companies: [{ id: other, name: 'Ember Coffee' }],
    rights: ['dashboard', 'money'],
  });
  api.json('POST /api/tokens', 201, { secret: 'nlk_new', token });
  api.json('GET /api/tokens', 200, { tokens: [token] });
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  const box = within(await screen.findByRole('region', { name: 'New token “Weekly report”' }));
  expect(sent('POST /api/tokens')).toEqual({
    ...{ name: 'Weekly report', rights: ['dashboard', 'money'], filters: ['country:is:DE'], expiresAt: null },
    companies: [other],
  });
  await user.click(box.getByRole('button', { name: 'Copy example' }));
  const example = await navigator.clipboard.readText();
  expect(example).toContain(`'${location.origin}/api/companies/${other}/stats/summary?period=7d'`);
  expect(example).not.toContain('nlk_new');
  expect(await screen.findByText(/May read the dashboard and see money\. Of Ember Coffee/)).toBeDefined();
  await user.click(box.getByRole('button', { name: 'I have stored it' }));
  expect(screen.queryByText('nlk_new')).toBeNull();
});

test('a token of all companies names later ones, and its example asks for the companies', async () => {
  openTokens();
  await openForm();
  await user.type(await screen.findByLabelText('Name of the new token'), 'Warehouse');
  await user.click(await screen.findByLabelText('All companies'));
  expect(screen.queryByLabelText(/^Ember Coffee/)).toBeNull();
  const token = aToken({ name: 'Warehouse', companies: 'all', rights: ['dashboard'] });
  api.json('POST /api/tokens', 201, { secret: 'nlk_new', token });
  api.json('GET /api/tokens', 200, { tokens: [token] });
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  const box = within(await screen.findByRole('region', { name: 'New token “Warehouse”' }));
  expect(sent('POST /api/tokens').companies).toBe('all');
  await user.click(box.getByRole('button', { name: 'Copy example' }));
  expect(await navigator.clipboard.readText()).toContain('/api/v1/companies');
  expect(await screen.findByText(/All companies, also later ones/)).toBeDefined();
});

test('tokens that cannot be loaded are explained and asked for again', async () => {
  api.error('GET /api/tokens', 409, 'conflict', 'The service is busy.');
  openTokens();
  expect(await screen.findByRole('heading', { name: 'Failed to load tokens' })).toBeDefined();
  api.json('GET /api/tokens', 200, { tokens: [aToken({ companies: 'all' })] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('…w4Kd')).toBeDefined();
});

async function openCompany() {
  renderPage(`/admin/companies/${companyId}`, {
    '/admin': CompaniesScreen,
    '/admin/companies/:companyId': CompaniesScreen,
  });
  return within(await screen.findByRole('region', { name: 'Tokens for programs' }));
}

test('a company’s token has rights, filters and a last day, and wrong ones are named before it is sent', async () => {
  const panel = await openCompany();
  await user.click(await panel.findByRole('button', { name: 'Create token' }));
  const create = () => user.click(panel.getByRole('button', { name: 'Create token' }));
  const lastDay = panel.getByLabelText(/^Last day/);
  fireEvent.change(lastDay, { target: { value: '2020-01-01' } });
  await create();
  expect(panel.getByText('Enter a name, such as “Weekly report”.')).toBeDefined();
  expect(panel.getByText('Choose today or a later day.')).toBeDefined();
  await user.type(panel.getByLabelText('Name of the new token'), 'Sheet');
  fireEvent.change(lastDay, { target: { value: '2999-12-31' } });
  expect(panel.getByText('The token stops working at the end of this day in Asia/Tokyo.')).toBeDefined();

  await addFilter(1, 'DE');
  const second = await addFilter(2, ',');
  await create();
  expect(second.getByText('Please enter a value, or remove the filter')).toBeDefined();
  await user.click(second.getByRole('button', { name: 'Remove filter 2' }));
  await user.click(panel.getByLabelText('Write orders'));
  await create();
  expect(panel.getByText('A token that writes orders cannot have filters.')).toBeDefined();
  await user.click(panel.getByLabelText('Write orders'));
  await user.click(panel.getByLabelText('See the dashboard'));
  await create();
  expect(panel.getByText(/^Choose the dashboard or orders/)).toBeDefined();
  expect(api.requests.some((line) => line.startsWith('POST'))).toBe(false);

  await user.click(panel.getByLabelText('See orders'));
  const expiresAt = '2999-12-31T14:59:59.000Z';
  const token = aToken({ name: 'Sheet', rights: ['orders'], filters: ['country:is:DE'], expiresAt });
  api.json(`POST ${path}`, 201, { secret: 'nlk_new', token });
  api.json(`GET ${path}`, 200, { tokens: [token] });
  await create();
  expect(await panel.findByText('nlk_new')).toBeDefined();
  expect(sent(`POST ${path}`)).toEqual({
    ...{ name: 'Sheet', rights: ['orders'], filters: ['country:is:DE'], expiresAt },
  });
  expect(panel.getByText(/^May read orders where Country is DE\./)).toBeDefined();
  // The day in the company's zone, wherever the browser is.
  expect(panel.getByText('December 31, 2999')).toBeDefined();
});

test('a form that is opened begins at the name, and Cancel leads back to its button', async () => {
  const panel = await openCompany();
  await user.click(await panel.findByRole('button', { name: 'Create token' }));
  await waitFor(() => expect(document.activeElement).toBe(panel.getByLabelText('Name of the new token')));
  await user.type(panel.getByLabelText('Name of the new token'), 'Sheet');
  await user.click(panel.getByRole('button', { name: 'Cancel' }));
  expect(panel.queryByLabelText('Name of the new token')).toBeNull();
  await waitFor(() =>
    expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Create token' })),
  );
  await user.click(panel.getByRole('button', { name: 'Create token' }));
  expect(panel.getByLabelText<HTMLInputElement>('Name of the new token').value).toBe('');
});

test.each([
  ['an owner', signedInAdmin, 1],
  ['a manager, who may not open it', signedInManager, 0],
])('the page of tokens of several companies: links for %s', async (_, me, links) => {
  api.json('GET /api/me', 200, me);
  const panel = await openCompany();
  await panel.findByText('There is no token yet.');
  expect(panel.queryAllByRole('link', { name: 'tokens of several companies' })).toHaveLength(links);
});

test('without a company, the form explains what to do', async () => {
  api.json('GET /api/companies', 200, { companies: [] });
  openTokens();
  await openForm();
  expect(
    await screen.findByText('There is no company yet. Create one first, or choose all companies.'),
  ).toBeDefined();
});

test('a token is revoked after a confirmation, and an expired one cannot be replaced', async () => {
  const expired = aToken({ id: anId(2), name: 'Old report', expiresAt: '2026-11-21T00:00:00.000Z' });
  api.json(`GET ${path}`, 200, { tokens: [expired] });
  const panel = await openCompany();
  expect(await panel.findByText('Expired')).toBeDefined();
  expect(panel.queryByRole('button', { name: 'Replace: Old report' })).toBeNull();
  await user.click(panel.getByRole('button', { name: 'Revoke: Old report' }));
  expect(panel.getByText(/stops working immediately/)).toBeDefined();
  expect(api.requests.some((line) => line.startsWith('DELETE'))).toBe(false);
  api.handle(`DELETE ${path}/${expired.id}`, (_, response) => void response.writeHead(204).end());
  api.json(`GET ${path}`, 200, { tokens: [] });
  await user.click(panel.getByRole('button', { name: 'Revoke token' }));
  expect(await screen.findByText('Token “Old report” revoked')).toBeDefined();
  expect(await panel.findByText('There is no token yet.')).toBeDefined();
});
