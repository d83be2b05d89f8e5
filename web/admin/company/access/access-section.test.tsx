// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Access, accessLimits } from '../../../../contract/company/accesses.ts';
import { anAccess, anAdminCompany, anId, serveAdmin } from '../../../testing/admin-builders.ts';
import { type ApiServer, companyId, startApi } from '../../../testing/api-server.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import CompaniesScreen from '../../companies/companies-screen.tsx';

const path = `/api/companies/${companyId}`;
const user = userEvent.setup();
let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
  api.json(`GET ${path}/goals`, 200, { goals: [] });
  api.json('GET /api/companies', 200, { companies: [anAdminCompany()] });
});
afterEach(async () => {
  resetPage();
  await api.close();
});

async function open(...accesses: Access[]) {
  api.json(`GET ${path}/accesses`, 200, { accesses });
  renderPage(`/admin/companies/${companyId}`, { '/admin/companies/:companyId': CompaniesScreen });
  return within(await screen.findByRole('region', { name: 'Access' }));
}
const sentChange = () =>
  JSON.parse(api.bodies[api.requests.indexOf(`PATCH ${path}/accesses/${anId(2)}`)] ?? 'null');

test('the actions of a person are announced with the name', async () => {
  const panel = await open(anAccess(2, { name: 'Mia Sand' }));
  const buttons = await panel.findAllByRole('button', { name: /Mia Sand/ });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Change: Mia Sand',
    'New link: Mia Sand',
    'Show key: Mia Sand',
    'Revoke: Mia Sand',
  ]);
});

test('at the limit, which share links and tokens count towards, the page explains what to do', async () => {
  const kinds = ['person', 'share', 'token'] as const;
  const all = Array.from({ length: accessLimits.perCompany }, (_, index) =>
    anAccess(index + 1, { kind: kinds[index % kinds.length] ?? 'person' }),
  );
  const panel = await open(...all);
  expect(await panel.findByText(/^A company has at most 200 accesses\..* Revoke one/)).toBeDefined();
  expect(panel.queryByRole('button', { name: 'Give access' })).toBeNull();
});

test('a filter that cannot be read stays when the access is saved, until it is removed', async () => {
  const mia = anAccess(2, { name: 'Mia Sand', filters: ['colour:is:red', 'country:is:DE'] });
  const panel = await open(mia);
  api.json(`PATCH ${path}/accesses/${mia.id}`, 200, mia);
  await user.click(await panel.findByRole('button', { name: 'Change: Mia Sand' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Change Mia Sand' }));
  expect(dialog.getByText('colour:is:red')).toBeDefined();
  const country = within(dialog.getByRole('group', { name: 'Filter 2' }));
  await user.type(country.getByLabelText('Values'), ', FR');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByRole('alert').textContent).toContain('“colour:is:red”');
  expect(sentChange()).toBeNull();

  await user.clear(country.getByLabelText('Values'));
  await user.type(country.getByLabelText('Values'), 'DE');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Mia Sand saved')).toBeDefined();
  expect(sentChange()).not.toHaveProperty('filters');
});

test('a filter that cannot be read can be removed', async () => {
  const mia = anAccess(2, { name: 'Mia Sand', filters: ['colour:is:red', 'country:is:DE'] });
  const panel = await open(mia);
  api.json(`PATCH ${path}/accesses/${mia.id}`, 200, mia);
  await user.click(await panel.findByRole('button', { name: 'Change: Mia Sand' }));
  await user.click(screen.getByRole('button', { name: 'Remove filter 1' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Mia Sand saved')).toBeDefined();
  expect(sentChange()).toMatchObject({ filters: ['country:is:DE'] });
});
