// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anAdminCompany, anId, serveAdmin } from '../../testing/admin-builders.ts';
import { anAlert } from '../../testing/alert-builders.ts';
import { type ApiServer, companyId, sendJson, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { signedInAdmin } from '../../testing/signed-in-accounts.ts';
import AlertsScreen from './alerts-screen.tsx';

let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
  api.json('GET /api/companies', 200, { companies: [anAdminCompany()] });
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const open = (address = '/admin/alerts') => renderPage(address, { '/admin/alerts': AlertsScreen });

const silent = anAlert(1, {
  facts: { kind: 'silence', day: null, since: '2026-11-18T09:00:00.000Z', expected: 46 },
  endedAt: null,
});
const spike = anAlert(2, {
  facts: {
    kind: 'spike',
    observed: 900,
    cause: { dimension: 'utm-campaign', value: 'spring-sale', before: 12, now: 240 },
  },
});
const backup = anAlert(3, {
  companyId: null,
  company: null,
  facts: { kind: 'backup', name: 'daily', day: null, reason: 'the disk is full' },
  endedAt: '2026-11-18T04:00:00.000Z',
});

/** Answers as the server does: by state, company and cursor. */
function serveAlerts(...pages: (typeof silent)[][]): void {
  api.handle('GET /api/alerts', (request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams;
    const at = Number(query.get('after') ?? 0);
    const isWanted = ({ endedAt, companyId: of }: typeof silent) =>
      (query.get('state') === 'all' || endedAt === null) && [null, of].includes(query.get('companyId'));
    const next = query.get('state') === 'all' && at + 1 < pages.length ? String(at + 1) : null;
    const shown = query.get('state') === 'all' ? (pages[at] ?? []) : pages.flat();
    sendJson(response, 200, { alerts: shown.filter(isWanted), next });
  });
}

test('what lasts comes first, with the page that helps, and is not listed again below', async () => {
  serveAlerts([spike, silent, backup]);
  open();
  const lasting = within(await screen.findByRole('region', { name: 'Lasting' }));
  expect(lasting.getByText('Silence')).toBeDefined();
  expect(lasting.getByRole('link', { name: 'Check my site: Harbour & Pine' }).getAttribute('href')).toBe(
    `/tracking-script/${companyId}`,
  );
  expect(screen.getAllByText('Silence')).toHaveLength(1);
  expect(screen.getByText(/spring-sale/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Health of the server: Server' }).getAttribute('href')).toBe(
    '/admin/health',
  );
  const [company] = screen.getAllByRole('link', { name: 'Harbour & Pine' });
  expect(company?.getAttribute('href')).toBe(`/admin/companies/${companyId}#alerts`);
});

test('an alert that is over is in the past', async () => {
  serveAlerts([{ ...silent, endedAt: '2026-11-18T15:00:00.000Z' }]);
  open();
  expect(await screen.findByText(/^No event had arrived since/)).toBeDefined();
  expect(screen.queryByText(/has arrived/)).toBeNull();
});

test('the filters are in the address, and an empty result leads back to all alerts', async () => {
  serveAlerts([spike, silent]);
  const router = open();
  const user = userEvent.setup();
  await screen.findByText('Silence');
  await user.click(screen.getByRole('radio', { name: 'Lasting only' }));
  expect(router.state.location.search).toBe('?state=lasting');
  await waitFor(() => expect(screen.queryByText('Spike')).toBeNull());
  expect(screen.getByText('Silence')).toBeDefined();

  await router.navigate(`/admin/alerts?company=${anId(77)}`);
  expect(await screen.findByText('No alert of this company')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show all alerts' }));
  expect(await screen.findByText('Silence')).toBeDefined();
  expect(router.state.location.search).toBe('');
  await screen.findByRole('option', { name: 'Harbour & Pine' });
  await user.selectOptions(screen.getByLabelText('Company'), companyId);
  expect(router.state.location.search).toBe(`?company=${companyId}`);
});

test('older alerts are loaded on demand', async () => {
  serveAlerts([spike], [backup]);
  open();
  const user = userEvent.setup();
  await screen.findByText('Spike');
  expect(screen.queryByText('Backup')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('Backup')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

test('without any alert the page explains what will be listed', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'No alerts yet' })).toBeDefined();
});

test('a list that cannot be loaded shows why and can be tried again', async () => {
  api.error('GET /api/alerts', 500, 'internal', 'The database does not answer.');
  open();
  expect(await screen.findByText('The database does not answer.')).toBeDefined();
  serveAlerts([spike]);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Spike')).toBeDefined();
});

test('owners have a tab for all companies and the server, and managers have not', async () => {
  open('/admin/alerts?tab=agency');
  expect(await screen.findByRole('heading', { name: 'Recipients', level: 2 })).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Webhooks', level: 2 })).toBeDefined();
  expect(
    screen.getByRole('link', { name: 'All companies and the server' }).getAttribute('aria-current'),
  ).toBe('page');
  resetPage();

  api.json('GET /api/me', 200, { ...signedInAdmin, role: 'manager' });
  open('/admin/alerts?tab=agency');
  expect(await screen.findByRole('heading', { name: 'No alerts yet' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'All companies and the server' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Recipients', level: 2 })).toBeNull();
});
