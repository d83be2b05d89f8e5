// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Report } from '../../../contract/reports/reports.ts';
import { serveAdmin } from '../../testing/admin-builders.ts';
import { type ApiServer, sendJson, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { aReport, serveReports } from '../../testing/report-builders.ts';
import ReportsScreen from './reports-screen.tsx';

let api: ApiServer;
const user = userEvent.setup();
beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const serve = (...reports: Report[]) =>
  serveReports(
    api,
    reports.map((each) => ({ ...each, deliveries: [] })),
  );

async function open() {
  renderPage('/admin/reports', { '/admin/reports': ReportsScreen });
  return within(await screen.findByRole('list', { name: 'Reports' }));
}

test('after a report was skipped, the next one in the list has the focus', async () => {
  const [one, two, three] = [aReport(1), aReport(2), aReport(3)];
  serve(one, two, three);
  api.handle(`PUT /api/companies/${two.companyId}/reports/${two.period}/state`, (_, response) => {
    serve(one, { ...two, state: 'skipped' }, three);
    sendJson(response, 200, { ...two, state: 'skipped' });
  });
  const list = await open();
  await user.click(list.getByRole('button', { name: /Company 2/ }));
  await user.dblClick(await screen.findByRole('button', { name: 'Skip' }));
  const next = list.getByRole('button', { name: /Company 3/ });
  await waitFor(() => expect(document.activeElement).toBe(next));
  await waitFor(() => expect(list.queryByRole('button', { name: /Company 2/ })).toBeNull());
  expect(api.count(`PUT /api/companies/${two.companyId}/reports/${two.period}/state`)).toBe(1);
});

test('after reports were sent, the next one in the list has the focus', async () => {
  const [one, two, three] = [aReport(1), aReport(2), aReport(3)];
  serve(one, two, three);
  api.handle('POST /api/reports/release', (_, response) => {
    serve({ ...one, state: 'released' }, { ...two, state: 'released' }, three);
    sendJson(response, 200, { released: 2 });
  });
  const list = await open();
  await user.click(list.getByRole('checkbox', { name: /Company 1/ }));
  await user.click(list.getByRole('checkbox', { name: /Company 2/ }));
  await user.click(screen.getByRole('button', { name: 'Send 2 reports' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send 2 reports' }));
  const next = list.getByRole('button', { name: /Company 3/ });
  await waitFor(() => expect(document.activeElement).toBe(next));
});

test('after the open report was sent, its title has the focus', async () => {
  const report = aReport(1);
  serve(report, aReport(2));
  api.handle('POST /api/reports/release', (_, response) => {
    serve({ ...report, state: 'released' }, aReport(2));
    sendJson(response, 200, { released: 1 });
  });
  const list = await open();
  await user.click(list.getByRole('button', { name: /Company 1/ }));
  await user.click(await screen.findByRole('button', { name: 'Send' }));
  await user.dblClick(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send 1 report' }));
  await waitFor(() => expect(document.activeElement?.id).toBe('open-report'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.count('POST /api/reports/release')).toBe(1);
});
