// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AlertBacktest } from '../../../../contract/alerts/alerts.ts';
import { anAdminCompany, serveAdmin } from '../../../testing/admin-builders.ts';
import { someFacts } from '../../../testing/alert-builders.ts';
import { type ApiServer, companyId, sendJson, startApi } from '../../../testing/api-server.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import CompaniesScreen from '../../companies/companies-screen.tsx';

const path = `/api/companies/${companyId}`;
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

const backtest: AlertBacktest = {
  firstDay: '2026-08-22',
  lastDay: '2026-11-19',
  firings: [
    { day: '2026-09-01', facts: someFacts({ kind: 'drop', day: '2026-09-01' }) },
    { day: '2026-10-06', facts: someFacts({ kind: 'drop', day: '2026-10-06', observed: 91 }) },
    { day: '2026-11-10', facts: someFacts({ kind: 'spike', day: '2026-11-10', observed: 2000 }) },
  ],
};

/** Stores what is sent, as the server does. */
function serveSettings(): void {
  api.handle(`PUT ${path}/alert-settings`, (_, response, body) => sendJson(response, 200, JSON.parse(body)));
}

async function open() {
  renderPage(`/admin/companies/${companyId}`, { '/admin/companies/:companyId': CompaniesScreen });
  const user = userEvent.setup();
  const section = within(await screen.findByRole('region', { name: 'Alerts' }));
  return { user, section };
}

test('the back-test follows the switches without asking again, and each switch is saved at once', async () => {
  api.json(`GET ${path}/alert-backtest`, 200, backtest);
  serveSettings();
  const { user, section } = await open();
  const tried = within(await section.findByRole('region', { name: 'Tried on the past' }));
  expect(await tried.findByText('In the last 90 days this would have been found 3 times:')).toBeDefined();
  const days = tried.getAllByRole('listitem').map((line) => line.querySelector('time')?.dateTime);
  expect(days).toEqual(['2026-11-10', '2026-10-06', '2026-09-01']);

  await user.click(section.getByRole('checkbox', { name: 'Drop' }));
  expect(tried.getByText('In the last 90 days this would have been found once:')).toBeDefined();
  await user.click(section.getByRole('checkbox', { name: 'Spike' }));
  expect(tried.getByText('In the last 90 days nothing would have been found.')).toBeDefined();
  expect(await section.findByText('Saved')).toBeDefined();
  expect(api.count(`GET ${path}/alert-backtest`)).toBe(1);
  const puts = api.bodies.filter((_, index) => api.requests[index] === `PUT ${path}/alert-settings`);
  const { kinds } = JSON.parse(puts.at(-1) ?? '');
  expect(kinds).toContain('silence');
  expect(kinds).not.toContain('drop');
  expect(kinds).not.toContain('spike');
});

test('a switch that could not be saved goes back, with the reason', async () => {
  const { user, section } = await open();
  const drop = await section.findByRole<HTMLInputElement>('checkbox', { name: 'Drop' });
  api.error(`PUT ${path}/alert-settings`, 400, 'invalid-request', 'Try again later.');
  await user.click(drop);
  expect(await section.findByText('Not saved: Try again later.')).toBeDefined();
  await expect.poll(() => drop.checked).toBe(true);
});

test('the back-test shows that it is under way, and a failure can be tried again', async () => {
  let answer = () => {};
  api.handle(`GET ${path}/alert-backtest`, (_, response) => {
    answer = () => sendJson(response, 500, { error: { code: 'internal', message: 'It took too long.' } });
  });
  const { user, section } = await open();
  expect(await section.findByText(/The rules are tried on the last 90 days/)).toBeDefined();
  await expect.poll(() => api.count(`GET ${path}/alert-backtest`)).toBe(1);
  // Its own retry is answered at once.
  api.error(`GET ${path}/alert-backtest`, 500, 'internal', 'It took too long.');
  answer();
  expect(await section.findByText('It took too long.')).toBeDefined();
  api.json(`GET ${path}/alert-backtest`, 200, backtest);
  await user.click(section.getByRole('button', { name: 'Try again' }));
  expect(await section.findByText(/would have been found 3 times/)).toBeDefined();
});

test('the quiet hours of a new recipient are in the zone of the company', async () => {
  const { user, section } = await open();
  await user.click(await section.findByRole('button', { name: 'Add recipient' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a recipient' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Quiet hours' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Time zone').value).toBe('Europe/London');
  // Kinds about the server are for recipients of all companies.
  expect(dialog.getByRole('checkbox', { name: 'Silence' })).toBeDefined();
  expect(dialog.queryByRole('checkbox', { name: 'Backup' })).toBeNull();
});
