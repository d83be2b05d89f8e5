// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anAdminCompany, anId, aToken, serveAdmin } from '../../testing/admin-builders.ts';
import { type ApiServer, companyId, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import CompaniesScreen from '../companies/companies-screen.tsx';
import TokensScreen from './tokens-screen.tsx';

let api: ApiServer;
const user = userEvent.setup();
const other = anId(7);

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
  api.json(`GET /api/companies/${companyId}/goals`, 200, { goals: [] });
  api.json('GET /api/companies', 200, {
    companies: [anAdminCompany(), anAdminCompany({ id: other, name: 'Ember Coffee' })],
  });
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const openTokens = () => renderPage('/admin/tokens', { '/admin/tokens': TokensScreen });
const sent = (line: string) => JSON.parse(api.bodies[api.requests.lastIndexOf(line)] ?? 'null');

test('a token of chosen companies is created, shown once with an example, and listed', async () => {
  openTokens();
  expect(await screen.findByText('There is no token of several companies yet.')).toBeDefined();
  await user.type(screen.getByLabelText('Name of the new token'), 'Weekly report');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(screen.getByText('Choose at least one company.')).toBeDefined();
  expect(api.requests.some((line) => line.startsWith('POST'))).toBe(false);

  await user.click(await screen.findByLabelText('Ember Coffee'));
  await user.click(screen.getByLabelText('See money'));
  expect(screen.queryByLabelText('Write orders')).toBeNull();
  await user.type(screen.getByLabelText(/^Fixed filters/), 'country:is:DE');
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
  await user.type(await screen.findByLabelText('Name of the new token'), 'Warehouse');
  await user.click(await screen.findByLabelText('All companies'));
  expect(screen.queryByLabelText('Ember Coffee')).toBeNull();
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
  await create();
  expect(panel.getByText('Enter a name, such as “Weekly report”.')).toBeDefined();
  await user.type(panel.getByLabelText('Name of the new token'), 'Sheet');
  const filters = panel.getByLabelText(/^Fixed filters/);
  fireEvent.change(filters, { target: { value: 'country:is:DE\n\ncolour:is:red' } });
  fireEvent.change(panel.getByLabelText(/^Last day/), { target: { value: '2020-01-01' } });
  await create();
  expect(panel.getByText(/^Filter 2 tests an unknown dimension/)).toBeDefined();
  expect(panel.getByText('Choose today or a later day.')).toBeDefined();

  fireEvent.change(filters, { target: { value: 'country:is:DE' } });
  fireEvent.change(panel.getByLabelText(/^Last day/), { target: { value: '2999-12-31' } });
  await user.click(panel.getByLabelText('Write orders'));
  await create();
  expect(panel.getByText('A token that writes orders cannot have filters.')).toBeDefined();
  await user.click(panel.getByLabelText('Write orders'));
  await user.click(panel.getByLabelText('See the dashboard'));
  await create();
  expect(panel.getByText(/^Choose the dashboard or orders/)).toBeDefined();
  expect(api.requests.some((line) => line.startsWith('POST'))).toBe(false);

  await user.click(panel.getByLabelText('See orders'));
  const path = `/api/companies/${companyId}/tokens`;
  const token = aToken({
    name: 'Sheet',
    rights: ['orders'],
    filters: ['country:is:DE'],
    expiresAt: '2999-12-31T23:59:59.999Z',
  });
  api.json(`POST ${path}`, 201, { secret: 'nlk_new', token });
  api.json(`GET ${path}`, 200, { tokens: [token] });
  await create();
  expect(await panel.findByText('nlk_new')).toBeDefined();
  expect(sent(`POST ${path}`)).toEqual({
    ...{ name: 'Sheet', rights: ['orders'], filters: ['country:is:DE'] },
    expiresAt: new Date('2999-12-31T23:59:59.999').toISOString(),
  });
  expect(panel.getByText(/^May read orders where country:is:DE\./)).toBeDefined();
});

test('a token is ended after a confirmation, and an expired one cannot be replaced', async () => {
  const path = `/api/companies/${companyId}/tokens`;
  const expired = aToken({ id: anId(2), name: 'Old report', expiresAt: '2026-11-21T00:00:00.000Z' });
  api.json(`GET ${path}`, 200, { tokens: [expired] });
  const panel = await openCompany();
  expect(await panel.findByText('Expired')).toBeDefined();
  expect(panel.queryByRole('button', { name: 'Replace Old report' })).toBeNull();
  await user.click(panel.getByRole('button', { name: 'End Old report' }));
  expect(panel.getByText(/stops working immediately/)).toBeDefined();
  expect(api.requests.some((line) => line.startsWith('DELETE'))).toBe(false);
  api.handle(`DELETE ${path}/${expired.id}`, (_, response) => void response.writeHead(204).end());
  api.json(`GET ${path}`, 200, { tokens: [] });
  await user.click(panel.getByRole('button', { name: 'End token' }));
  expect(await screen.findByText('Token “Old report” ended')).toBeDefined();
  expect(await panel.findByText('There is no token yet.')).toBeDefined();
});
