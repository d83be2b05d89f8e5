// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Access } from '../../../../contract/company/accesses.ts';
import type { ReportRecipient } from '../../../../contract/reports/reports.ts';
import { anAccess, anAdminCompany, anId, serveAdmin } from '../../../testing/admin-builders.ts';
import { type ApiServer, companyId, sendJson, startApi } from '../../../testing/api-server.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import { aReport, aReportRecipient } from '../../../testing/report-builders.ts';
import CompaniesScreen from '../../companies/companies-screen.tsx';

let api: ApiServer;
const user = userEvent.setup();
beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
  api.json('GET /api/companies', 200, { companies: [anAdminCompany()] });
  serveAccesses();
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const path = `/api/companies/${companyId}`;
const serveAccesses = (...accesses: Access[]) => api.json(`GET ${path}/accesses`, 200, { accesses });
const serveRecipients = (...recipients: ReportRecipient[]) =>
  api.json(`GET ${path}/report-recipients`, 200, { recipients });

async function open() {
  renderPage(`/admin/companies/${companyId}`, { '/admin/companies/:companyId': CompaniesScreen });
  return within(await screen.findByRole('region', { name: 'Reports' }));
}

test('switching reports on is saved at once, and a failure leaves the switch as it was', async () => {
  const put = `PUT ${path}/report-settings`;
  api.handle(put, (_, response, body) => {
    api.json(`GET ${path}/report-settings`, 200, JSON.parse(body));
    sendJson(response, 200, JSON.parse(body));
  });
  const section = await open();
  const monthly = await section.findByRole<HTMLInputElement>('checkbox', { name: 'Monthly report' });
  await user.click(monthly);
  await waitFor(() => expect(api.sent(put)).toEqual([{ isWeekly: false, isMonthly: true, isHeld: false }]));
  await waitFor(() => expect(section.getByText('Saved')).toBeDefined());
  expect(monthly.checked).toBe(true);
  api.error(put, 503, 'unavailable', 'The server is busy.');
  await user.click(section.getByRole('checkbox', { name: 'Hold for review' }));
  expect(await screen.findByText('The setting was not saved')).toBeDefined();
  const held = section.getByRole<HTMLInputElement>('checkbox', { name: 'Hold for review' });
  await waitFor(() => expect(held.checked).toBe(false));
});

test('people of the access list are offered, except people who cannot get reports', async () => {
  serveAccesses(
    anAccess(1, { name: 'Mia', email: 'mia@client.test' }),
    anAccess(2, { name: 'No address' }),
    anAccess(3, { name: 'Expired', email: 'old@client.test', expiresAt: '2020-01-01T00:00:00.000Z' }),
    anAccess(4, { name: 'Orders only', email: 'orders@client.test', rights: ['orders'] }),
    anAccess(5, { name: 'Has it', email: 'has@client.test' }),
    anAccess(6, { name: 'Company key', kind: 'company', email: null }),
  );
  serveRecipients(aReportRecipient(9, { accessId: anId(5) }));
  const post = `POST ${path}/report-recipients`;
  api.json(post, 200, aReportRecipient(1));
  const section = await open();
  await user.click(await section.findByRole('button', { name: 'Add a recipient' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a recipient for Harbour & Pine' }));
  const person = await dialog.findByLabelText<HTMLSelectElement>('Person');
  expect([...person.options].map(({ text }) => text)).toEqual(['Mia, mia@client.test']);
  await user.selectOptions(dialog.getByLabelText('Numbers and dates'), 'de-CH');
  expect(dialog.getByText(/1.234\.50 · 31\. Oktober 2026/)).toBeDefined();
  await user.click(dialog.getByRole('checkbox', { name: 'May see money' }));
  await user.dblClick(dialog.getByRole('button', { name: 'Add recipient' }));
  expect(await screen.findByText('Mia will receive reports')).toBeDefined();
  expect(api.sent(post)).toEqual([
    { accessId: anId(1), locale: 'de-CH', seesMoney: false, isWeekly: false, isMonthly: true },
  ]);
});

test('another address needs a name, an address and a kind of report; a refusal is shown at its field', async () => {
  const post = `POST ${path}/report-recipients`;
  const error = { code: 'conflict', message: 'This address is a recipient already.', field: 'email' };
  api.json(post, 409, { error });
  const section = await open();
  await user.click(await section.findByRole('button', { name: 'Add a recipient' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'Add recipient' }));
  expect(dialog.getByText('Please enter a name')).toBeDefined();
  await user.type(dialog.getByLabelText('Name'), 'Mia');
  await user.type(dialog.getByLabelText('Email'), 'mia@client.test');
  await user.click(dialog.getByRole('checkbox', { name: 'Monthly reports' }));
  await user.click(dialog.getByRole('button', { name: 'Add recipient' }));
  expect(dialog.getByText('Choose at least one kind of report.')).toBeDefined();
  expect(api.count(post)).toBe(0);
  await user.click(dialog.getByRole('checkbox', { name: 'Weekly reports' }));
  await user.click(dialog.getByRole('button', { name: 'Add recipient' }));
  expect(await dialog.findByText('This address is a recipient already.')).toBeDefined();
  expect(dialog.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
});

test('why a recipient gets nothing is in the list', async () => {
  serveRecipients(
    aReportRecipient(1, { unsubscribedAt: '2026-11-02T09:00:00.000Z' }),
    aReportRecipient(2, { accessId: anId(7), problem: 'access-ended' }),
  );
  const section = await open();
  const [first, second] = await within(
    await section.findByRole('list', { name: 'Recipients of reports' }),
  ).findAllByRole('listitem');
  expect(first?.textContent).toContain('Only the recipient can subscribe again');
  expect(first?.textContent).toContain('so that the address is not subscribed again');
  expect(section.queryByRole('button', { name: 'Remove: Person 1' })).toBeNull();
  expect(section.getByRole('button', { name: 'Remove: Person 2' })).toBeDefined();
  expect(second?.textContent).toContain('the access has ended');
});

test('a recipient is changed, and removed after a question', async () => {
  serveRecipients(aReportRecipient(1));
  const one = `${path}/report-recipients/${anId(1)}`;
  api.json(`PATCH ${one}`, 200, aReportRecipient(1));
  api.handle(`DELETE ${one}`, (_, response) => {
    serveRecipients();
    response.writeHead(204).end();
  });
  const section = await open();
  await user.click(await section.findByRole('button', { name: 'Change: Person 1' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Change Person 1' }));
  await user.click(sheet.getByRole('checkbox', { name: 'Weekly reports' }));
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(api.sent(`PATCH ${one}`)).toEqual([
      { name: 'Person 1', locale: 'en-GB', seesMoney: true, isWeekly: true, isMonthly: true },
    ]),
  );
  await user.click(await section.findByRole('button', { name: 'Remove: Person 1' }));
  const question = within(await screen.findByRole('dialog', { name: 'Remove Person 1?' }));
  expect(api.count(`DELETE ${one}`)).toBe(0);
  await user.click(question.getByRole('button', { name: 'Remove recipient' }));
  expect(await section.findByText(/^There are no recipients yet/)).toBeDefined();
});

test('the last reports lead to their page', async () => {
  const report = aReport(1, { state: 'planned' });
  api.json(`GET ${path}/reports`, 200, { reports: [report] });
  const section = await open();
  const link = await section.findByRole<HTMLAnchorElement>('link', { name: /October 2026/ });
  expect(link.getAttribute('href')).toBe(`/admin/reports?tab=planned&report=${companyId}.${report.period}`);
});
