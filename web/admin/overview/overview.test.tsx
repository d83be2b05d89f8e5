// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OverviewRow } from '../../../contract/company/overview.ts';
import { anAdminCompany, anId, anOverviewRow, serveAdmin } from '../../testing/admin-builders.ts';
import { type ApiServer, sendJson, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import CompaniesScreen from '../companies/companies-screen.tsx';

let api: ApiServer;
/** Every company that was asked about, in the order of the questions. */
let asked: string[][];

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
  asked = [];
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const open = (search = '') => renderPage(`/admin${search}`, { '/admin': CompaniesScreen });
const queryOf = (url = '') => new URL(url, 'http://localhost').searchParams;

/** Answers with the rows of the asked companies. `rows` may change between two answers. */
function serveOverview(companies: ReturnType<typeof anAdminCompany>[], rows: Map<string, OverviewRow>) {
  api.json('GET /api/companies', 200, { companies });
  api.handle('GET /api/overview', ({ url }, response) => {
    const ids = queryOf(url).getAll('id');
    asked.push(ids);
    sendJson(response, 200, {
      rows: ids.map((id) => rows.get(id)).filter(Boolean),
      isComplete: true,
    });
  });
}

const three = () => {
  const companies = [
    anAdminCompany({ id: anId(1), name: 'Harbour & Pine', groups: ['Retail'] }),
    anAdminCompany({ id: anId(2), name: 'Ember Coffee', currency: 'EUR', groups: ['Food', 'retail'] }),
    anAdminCompany({ id: anId(3), name: 'Nordlicht', groups: [] }),
  ];
  const rows = [
    anOverviewRow(1, { current: { visitors: 120, orders: 4, revenue: 80 }, before: { visitors: 100 } }),
    anOverviewRow(2, {
      current: { visitors: 4500, orders: 1, revenue: 9.5, conversionRate: 1.5, aiShare: 4 },
    }),
    anOverviewRow(3, { current: { visitors: 30 }, botShare: 12.25 }, { live: 5 }),
  ];
  return { companies, rows: new Map(rows.map((row) => [row.id, row])) };
};
const namesShown = () =>
  screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent);
const heading = (name: string) => screen.getByRole('columnheader', { name: new RegExp(name) });

test('each company has its figures, and the totals add money only within a currency', async () => {
  const { companies, rows } = three();
  serveOverview(companies, rows);
  open();
  const row = within(await screen.findByRole('row', { name: /Ember Coffee/ }));
  expect(await row.findByText('4,500')).toBeDefined();
  expect(row.getByText('€9.50')).toBeDefined();
  expect(row.getByText('1.50%')).toBeDefined();
  expect(row.getByText('4%')).toBeDefined();
  const totals = within(await screen.findByRole('region', { name: 'Totals' }));
  expect(await totals.findByText('4,650')).toBeDefined();
  expect(totals.getByText('$80.00').closest('li')?.textContent).toBe('$80.00 USD, 1 company');
  expect(totals.getByText('€9.50').closest('li')?.textContent).toBe('€9.50 EUR, 1 company');
  expect(screen.getByText('3 companies, 5 visitors live now')).toBeDefined();
  expect(asked[0]).toEqual([anId(1), anId(2), anId(3)]);
});

test('phones show the totals in one line, which opens them', async () => {
  const user = userEvent.setup();
  const { companies, rows } = three();
  serveOverview(companies, rows);
  open();
  const line = await screen.findByRole('button', { name: '4,650 visitors, 5 orders' });
  expect(line.getAttribute('aria-expanded')).toBe('false');
  await user.click(line);
  expect(line.getAttribute('aria-expanded')).toBe('true');
});

test('the line has the revenue where there is one currency', async () => {
  const { companies, rows } = three();
  const inDollars = companies.map((company) => ({ ...company, currency: 'USD' as const }));
  serveOverview(inDollars, rows);
  open();
  expect(await screen.findByRole('button', { name: '4,650 visitors, $89.50 revenue' })).toBeDefined();
});

test('a column heading sorts the rows and the address keeps it', async () => {
  const user = userEvent.setup();
  const { companies, rows } = three();
  serveOverview(companies, rows);
  const router = open();
  await screen.findAllByText('4,500');
  expect(namesShown()).toEqual(['Harbour & Pine', 'Ember Coffee', 'Nordlicht']);
  await user.click(screen.getByRole('button', { name: 'Visitors' }));
  await waitFor(() => expect(namesShown()).toEqual(['Ember Coffee', 'Harbour & Pine', 'Nordlicht']));
  expect(heading('Visitors').getAttribute('aria-sort')).toBe('descending');
  expect(router.state.location.search).toBe('?sort=-visitors');
  await user.click(screen.getByRole('button', { name: 'Visitors' }));
  await waitFor(() => expect(namesShown()).toEqual(['Nordlicht', 'Harbour & Pine', 'Ember Coffee']));
  await user.click(screen.getByRole('button', { name: 'Company' }));
  await waitFor(() => expect(namesShown()).toEqual(['Ember Coffee', 'Harbour & Pine', 'Nordlicht']));
  expect(heading('Company').getAttribute('aria-sort')).toBe('ascending');
  expect(heading('Visitors').getAttribute('aria-sort')).toBeNull();
});

test('the period and the comparison of the portal are asked for, and follow the address', async () => {
  const user = userEvent.setup();
  const { companies, rows } = three();
  serveOverview(companies, rows);
  const router = open('?period=7d&compare=year&match=date&filter=country:is:DE');
  await screen.findAllByText('4,500');
  const first = queryOf(api.requests.find((request) => request.includes('/api/overview?'))?.slice(4));
  expect([...first].filter(([name]) => name !== 'id')).toEqual([
    ...[
      ['period', '7d'],
      ['compare', 'year'],
      ['match', 'date'],
    ],
  ]);
  await user.click(screen.getByText('Last 7 days', { selector: 'span' }));
  await user.click(screen.getByRole('button', { name: 'Yesterday' }));
  await waitFor(() => expect(router.state.location.search).toContain('period=yesterday'));
  await waitFor(() =>
    expect(api.requests.some((request) => request.includes('/api/overview?period=yesterday'))).toBe(true),
  );
  const file = screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
  expect(file).toBe('/api/overview.csv?period=yesterday&compare=year&match=date');
});

test('columns are chosen, and the address keeps them', async () => {
  const user = userEvent.setup();
  const { companies, rows } = three();
  serveOverview(companies, rows);
  const router = open('?columns=visitors,orders,revenue');
  await screen.findAllByText('4,500');
  const labels = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent);
  expect(labels()).toEqual(['Company', 'Visitors', 'Orders', 'Revenue', 'Settings and access key']);
  await user.click(screen.getByText('Columns'));
  await user.click(screen.getByRole('checkbox', { name: 'Orders' }));
  await user.click(screen.getByRole('checkbox', { name: 'Share of rejected bots' }));
  await waitFor(() =>
    expect(labels()).toEqual(['Company', 'Visitors', 'Revenue', 'Bots', 'Settings and access key']),
  );
  expect(screen.getByText('12.3%')).toBeDefined();
  expect(new URLSearchParams(router.state.location.search).get('columns')).toBe('visitors,revenue,bots');
  await user.click(screen.getByRole('button', { name: 'Show what fits the screen' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('a group lists its companies alone, with their totals', async () => {
  const user = userEvent.setup();
  const { companies, rows } = three();
  serveOverview(companies, rows);
  const router = open();
  await screen.findAllByText('4,500');
  const retail = screen.getByRole('button', { name: /^Retail/ });
  expect(retail.textContent).toBe('Retail2');
  await user.click(retail);
  await waitFor(() => expect(namesShown()).toEqual(['Harbour & Pine', 'Ember Coffee']));
  expect(retail.getAttribute('aria-pressed')).toBe('true');
  expect(router.state.location.search).toBe('?group=Retail');
  const totals = within(screen.getByRole('region', { name: 'Totals' }));
  expect(await totals.findByText('4,620')).toBeDefined();
  await user.click(retail);
  await waitFor(() => expect(namesShown()).toHaveLength(3));
});

test('an event asks only for the figures of its company again', async () => {
  const { companies, rows } = three();
  serveOverview(companies, rows);
  open();
  await screen.findAllByText('4,500');
  await waitFor(() => expect(api.count('GET /api/admin-live')).toBe(1));
  // Figures that the opening of the stream asks for are answered before this change appears.
  rows.set(anId(3), anOverviewRow(3, { current: { visitors: 31 } }));
  api.sendEvent('changed', { topics: ['companies'], companyIds: [anId(3)] });
  expect(await screen.findByText('31')).toBeDefined();
  const before = asked.length;
  rows.set(anId(2), anOverviewRow(2, { current: { visitors: 4501 } }));
  api.sendEvent('changed', { topics: ['companies'], companyIds: [anId(2)] });
  expect(await screen.findByText('4,501')).toBeDefined();
  expect(asked.slice(before)).toContainEqual([anId(2)]);
});

test('figures that are not counted yet are asked for again, and then appear', async () => {
  const { companies, rows } = three();
  rows.set(anId(1), anOverviewRow(1, {}, { counts: null, live: 2 }));
  serveOverview(companies, rows);
  open();
  const row = within(await screen.findByRole('row', { name: /Harbour & Pine/ }));
  expect(await row.findByText('2 live')).toBeDefined();
  expect(row.getAllByText('Counting…').length).toBeGreaterThan(0);
  expect(await screen.findByText('2 of 3 companies counted so far.')).toBeDefined();
  rows.set(anId(1), anOverviewRow(1, { current: { visitors: 77 } }));
  expect(await row.findByText('77')).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/counted so far/)).toBeNull());
});

test('figures that could not be loaded are explained, the old ones stay, and a click asks again', async () => {
  const user = userEvent.setup();
  const { companies, rows } = three();
  serveOverview(companies, rows);
  open();
  await screen.findAllByText('4,500');
  await waitFor(() => expect(api.count('GET /api/admin-live')).toBe(1));
  api.error('GET /api/overview', 400, 'invalid-request', 'The period is not understood.');
  api.sendEvent('changed', { topics: ['companies'], isAll: true });
  const alert = await screen.findByText(/The period is not understood/);
  expect(alert.textContent).toMatch(/could not be loaded\..+Those shown are as of /);
  expect(screen.getAllByText('4,500').length).toBeGreaterThan(0);
  serveOverview(companies, rows);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/could not be loaded/)).toBeNull());
});

test('of many companies the rows near the screen are rendered and asked for, each once in the first request', async () => {
  const companies = Array.from({ length: 300 }, (_, n) =>
    anAdminCompany({ id: anId(n + 1), name: `Client ${n + 1}` }),
  );
  const rows = companies.map(({ id }, n): [string, OverviewRow] => [
    id,
    anOverviewRow(n + 1, { current: { visitors: n } }),
  ]);
  serveOverview(companies, new Map(rows));
  open();
  const table = await screen.findByRole('table');
  expect(table.getAttribute('aria-rowcount')).toBe('301');
  await waitFor(() => expect(asked.length).toBeGreaterThan(0));
  expect(asked[0]?.length).toBeLessThan(60);
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  expect(screen.getByRole('row', { name: /Client 1\b/ }).getAttribute('aria-rowindex')).toBe('2');
  // The totals need the others, which follow in parts.
  const totals = within(await screen.findByRole('region', { name: 'Totals' }));
  expect(await totals.findByText('44,850')).toBeDefined();
  expect(asked.every((ids) => ids.length <= 100)).toBe(true);
});
