// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AdminCompany } from '../../../contract/company/companies.ts';
import { type PortalDisplay, usualDisplay } from '../../../contract/company/portal-display.ts';
import { queryClient } from '../../api/query-client.ts';
import { anAdminCompany, anId, serveAdmin } from '../../testing/admin-builders.ts';
import { type ApiServer, companyId, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { signedOut } from '../../testing/signed-in-accounts.ts';
import CompaniesScreen from '../companies/companies-screen.tsx';

const path = `/api/companies/${companyId}`;
let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
  api.json(`GET ${path}/goals`, 200, { goals: [] });
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const open = (id = companyId) =>
  renderPage(`/admin/companies/${id}`, {
    '/admin': CompaniesScreen,
    '/admin/companies/:companyId': CompaniesScreen,
  });
const showCompanies = (...companies: AdminCompany[]) => api.json('GET /api/companies', 200, { companies });
const sentDisplay = () => JSON.parse(api.bodies[api.requests.indexOf(`PATCH ${path}`)] ?? '').portalDisplay;

async function manage(fields: Partial<AdminCompany> = {}) {
  showCompanies(anAdminCompany(fields));
  const router = open();
  const user = userEvent.setup();
  await screen.findByRole('heading', { level: 1, name: 'Harbour & Pine' });
  return { user, router, sheet: within(screen.getByRole('main')) };
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
  expect(await screen.findByRole('heading', { level: 1, name: 'Pine' })).toBeDefined();
  // The stored values replace the typed ones, so nothing is left to save.
  expect(sheet.getByLabelText<HTMLInputElement>('Domain').value).toBe('pine.example');
  expect(sheet.queryByText('Not saved yet')).toBeNull();
});

test('an address that names a section scrolls to it once the company is loaded', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  showCompanies(anAdminCompany());
  open(`${companyId}#alerts`);
  await screen.findByRole('heading', { level: 1, name: 'Harbour & Pine' });
  await waitFor(() => expect(scroll.mock.contexts).toContain(document.getElementById('alerts')));
  scroll.mockRestore();
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
  expect(api.count(`DELETE ${path}`)).toBe(1);
  expect(api.bodies[api.requests.indexOf(`DELETE ${path}`)]).toBe('{"name":"Harbour & Pine"}');
});

test('nothing is asked about a company from its deletion on; after a failure everything is asked again', async () => {
  const { user, sheet } = await manage();
  const alertSettings = `GET ${path}/alert-settings`;
  await waitFor(() => expect(api.count(alertSettings)).toBe(1));
  let answer: (status: number) => void = () => {};
  api.handle(`DELETE ${path}`, (_, response) => {
    answer = (status) => void response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await user.click(sheet.getByText('Delete this company'));
  await user.type(sheet.getByLabelText(/Type “Harbour & Pine” to confirm/), 'Harbour & Pine');
  await user.click(sheet.getByRole('button', { name: 'Delete company and all its data' }));
  await waitFor(() => expect(api.count(`DELETE ${path}`)).toBe(1));
  // As after a live update.
  await queryClient.invalidateQueries();
  expect(api.count(alertSettings)).toBe(1);
  answer(409);
  await waitFor(() => expect(api.count(alertSettings)).toBe(2));
});

test('any request answered with 401 leads to the sign-in page', async () => {
  const { user, sheet } = await manage();
  api.json('GET /api/me', 200, signedOut);
  api.error(`PATCH ${path}`, 401, 'not-signed-in', 'Please sign in.');
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Elsewhere: /auth')).toBeDefined();
});

test('a company that does not exist is explained, with the way back', async () => {
  showCompanies(anAdminCompany());
  open(anId(9));
  expect(await screen.findByRole('heading', { name: 'Company not found' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'All companies' }).getAttribute('href')).toBe('/admin');
});

test('leaving with unsaved changes asks first, and leaving without changes does not', async () => {
  const { user, router, sheet } = await manage();
  await user.type(sheet.getByLabelText('Name'), ' & Sons');
  expect(sheet.getByText('Not saved yet')).toBeDefined();
  await user.click(sheet.getByRole('link', { name: 'All companies' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
  expect(sheet.getByLabelText<HTMLInputElement>('Name').value).toBe('Harbour & Pine & Sons');
  await user.click(sheet.getByRole('button', { name: 'Discard changes' }));
  expect(sheet.getByLabelText<HTMLInputElement>('Name').value).toBe('Harbour & Pine');
  await user.click(sheet.getByRole('link', { name: 'All companies' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Companies' })).toBeDefined();

  await router.navigate(-1);
  await screen.findByRole('heading', { level: 1, name: 'Harbour & Pine' });
  await user.type(screen.getByLabelText('Name'), '!');
  await router.navigate('/admin');
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Companies' })).toBeDefined();
});

test('sections and figures are chosen, ordered with the keyboard, previewed and saved', async () => {
  const { user, sheet } = await manage({ hasOrders: true });
  api.json(`PATCH ${path}`, 200, anAdminCompany());
  const preview = () =>
    within(sheet.getByRole('region', { name: /from top to bottom/ }))
      .getAllByRole('listitem')
      .map((item) => item.textContent);
  expect(preview().slice(0, 3)).toEqual([
    'Last 30 days',
    'Active Users · Revenue · Visitors · Orders · Conversion rate',
    'Charts',
  ]);

  await user.selectOptions(sheet.getByLabelText('Period it opens with'), 'Last 7 days');
  const down = sheet.getByRole('button', { name: 'Move Charts down' });
  down.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(down));
  await user.click(sheet.getByRole('checkbox', { name: 'Devices' }));
  await user.selectOptions(sheet.getByLabelText('Pages opens with'), 'Entry');
  await user.click(sheet.getByRole('checkbox', { name: 'Choose the figures' }));
  // Four are the most.
  expect(sheet.getByRole<HTMLInputElement>('checkbox', { name: 'Bounce rate' }).disabled).toBe(true);
  const figures = within(sheet.getByRole('group', { name: 'Figures' }));
  await user.click(figures.getByRole('checkbox', { name: 'Orders' }));
  expect(preview().slice(0, 4)).toEqual([
    'Last 7 days',
    'Active Users · Revenue · Visitors · Conversion rate',
    'Pages, opened at Entry',
    'Charts',
  ]);
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  await screen.findByText('Harbour & Pine saved');
  expect(sentDisplay()).toEqual({
    sections: ['pages', 'charts', 'sources', 'locations', 'events', 'orders', 'live', 'goals'],
    figures: ['revenue', 'visitors', 'conversion-rate'],
    firstLists: { pages: 'entry-page' },
    period: '7d',
    goalId: null,
  } satisfies PortalDisplay);
});

test('the usual display is stored as none, and an unchanged one is not sent', async () => {
  const portalDisplay = { ...usualDisplay, sections: ['charts' as const] };
  const { user, sheet } = await manage({ portalDisplay });
  api.json(`PATCH ${path}`, 200, anAdminCompany());
  const save = sheet.getByRole('button', { name: 'Save' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await user.type(sheet.getByLabelText('Name'), '!');
  expect(save.getAttribute('aria-disabled')).toBe('false');
  await user.click(save);
  await screen.findByText('Harbour & Pine saved');
  expect(sentDisplay()).toBeUndefined();
  api.requests.length = 0;
  api.bodies.length = 0;
  await user.click(sheet.getByRole('button', { name: 'Use the usual display' }));
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sentDisplay()).toBeNull());
  expect(api.count(`PATCH ${path}`)).toBe(1);
});

test('a headline goal is chosen, and one that was deleted since is marked', async () => {
  const goal = {
    id: anId(5),
    name: 'Sign-up',
    kind: 'event',
    target: 'signup',
    value: null,
    monthlyTarget: null,
  };
  api.json(`GET ${path}/goals`, 200, { goals: [goal] });
  const { user, sheet } = await manage();
  const error = {
    code: 'invalid-request',
    message: 'This goal no longer exists.',
    field: 'portalDisplay.goalId',
  };
  api.json(`PATCH ${path}`, 400, { error });
  const select = await sheet.findByLabelText<HTMLSelectElement>('Headline goal');
  await sheet.findByRole('option', { name: 'Sign-up' });
  await user.selectOptions(select, 'Sign-up');
  expect(sheet.getByText(/conversions of “Sign-up”/)).toBeDefined();
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await sheet.findByText('This goal no longer exists.')).toBeDefined();
  expect(select.getAttribute('aria-invalid')).toBe('true');
  expect(sentDisplay().goalId).toBe(goal.id);
});
