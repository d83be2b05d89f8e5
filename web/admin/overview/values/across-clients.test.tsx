// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OverviewValues } from '../../../../contract/company/overview.ts';
import { anAdminCompany, anId, serveAdmin } from '../../../testing/admin-builders.ts';
import { type ApiServer, companyId, sendJson, startApi } from '../../../testing/api-server.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import CompaniesScreen from '../../companies/companies-screen.tsx';

let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
  const companies = [
    anAdminCompany({ groups: ['Retail'] }),
    anAdminCompany({ id: anId(2), name: 'Ember Coffee', currency: 'EUR' }),
  ];
  api.json('GET /api/companies', 200, { companies });
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const serveValues = (answer: Partial<OverviewValues>) =>
  api.json('GET /api/overview/values', 200, { rows: [], companies: 2, isComplete: true, ...answer });
const wasAsked = (query: string) =>
  waitFor(() => expect(api.count(`GET /api/overview/values?${query}`)).toBeGreaterThan(0));

test('sources of all clients are listed, with money in columns of its currency', async () => {
  const user = userEvent.setup();
  serveValues({
    rows: [
      {
        ...{ value: 'google', visitors: 420, companies: 2 },
        currencies: [
          { currency: 'EUR', visitors: 20, orders: 1, revenue: 12.5, companies: 1 },
          { currency: 'USD', visitors: 400, orders: 3, revenue: 99, companies: 1 },
        ],
      },
      {
        ...{ value: 'newsletter', visitors: 7, companies: 1 },
        currencies: [{ currency: 'USD', visitors: 7, orders: 0, revenue: 0, companies: 1 }],
      },
    ],
  });
  const router = renderPage('/admin', { '/admin': CompaniesScreen });
  await user.click(await screen.findByRole('radio', { name: 'Across clients' }));
  const row = await screen.findByRole('row', { name: /google/ });
  const texts = (element: HTMLElement) =>
    within(element)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  expect(texts(row)).toEqual(['420', '2', '3', '$99.00', '1', '€12.50']);
  expect(texts(screen.getByRole('row', { name: /newsletter/ }))).toEqual(['7', '1', '0', '$0.00', '–', '–']);
  expect(screen.getByText('2 companies')).toBeDefined();
  await wasAsked('period=30d&compare=previous&dimension=source');

  await user.click(screen.getByRole('radio', { name: 'Countries' }));
  await wasAsked('period=30d&compare=previous&dimension=country');
  await user.click(screen.getByRole('button', { name: /^Retail/ }));
  await wasAsked('period=30d&compare=previous&dimension=country&group=Retail');
  expect(router.state.location.search).toBe('?view=values&dimension=country&group=Retail');
});

test('sums that are not complete are completed without a click', async () => {
  serveValues({ companies: 1, isComplete: false });
  renderPage('/admin?view=values', { '/admin': CompaniesScreen });
  expect(await screen.findByText('1 company counted so far')).toBeDefined();
  serveValues({});
  expect(await screen.findByText(/Sources appear here/)).toBeDefined();
});

test('a company is put into a group in its settings, in the spelling of the others', async () => {
  const user = userEvent.setup();
  const other = anAdminCompany({ id: anId(2), name: 'Ember Coffee', groups: ['Food'] });
  api.json('GET /api/companies', 200, { companies: [anAdminCompany({ groups: ['Retail'] }), other] });
  api.json(`GET /api/companies/${companyId}/goals`, 200, { goals: [] });
  const put = `PUT /api/companies/${companyId}/groups`;
  api.error(put, 400, 'invalid-request', 'The group is not accepted.');
  renderPage(`/admin/companies/${companyId}`, { '/admin/companies/:companyId': CompaniesScreen });
  const field = await screen.findByLabelText('Add to a group');
  await user.type(field, ' food {Enter}');
  expect(await screen.findByText('The group is not accepted.')).toBeDefined();
  expect(api.sent(put)).toEqual([{ groups: ['Retail', 'Food'] }]);

  // The list shows a change only once it is stored, as the list of the server does.
  api.handle(put, (_, response, body) => {
    const { groups } = JSON.parse(body);
    api.json('GET /api/companies', 200, { companies: [anAdminCompany({ groups }), other] });
    sendJson(response, 200, { groups });
  });
  await user.click(screen.getByRole('button', { name: 'Add' }));
  const groups = within(await screen.findByRole('list', { name: 'Groups of the company' }));
  expect(await groups.findByText('Food')).toBeDefined();
  const remove = groups.getByRole('button', { name: 'Remove from the group Retail' });
  // Until the change before is stored, it ignores clicks.
  await waitFor(() => expect(remove.getAttribute('aria-disabled')).toBe('false'));
  await user.click(remove);
  await waitFor(() => expect(groups.queryByText('Retail')).toBeNull());
  expect(api.sent(put).at(-1)).toEqual({ groups: ['Food'] });
});
