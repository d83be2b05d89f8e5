// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Report, ReportWithDeliveries } from '../../../contract/reports/reports.ts';
import { anId, serveAdmin } from '../../testing/admin-builders.ts';
import { type ApiServer, companyId, sendJson, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { aDelivery, aReport, serveReports } from '../../testing/report-builders.ts';
import { signedInManager, signedInSupport } from '../../testing/signed-in-accounts.ts';
import ReportsScreen from './reports-screen.tsx';

let api: ApiServer;
const user = userEvent.setup();
beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
});
afterEach(async () => {
  vi.useRealTimers();
  resetPage();
  await api.close();
});

const open = (search = '') => renderPage(`/admin/reports${search}`, { '/admin/reports': ReportsScreen });
const withMails = (report: Report, deliveries: ReportWithDeliveries['deliveries'] = []) => ({
  ...report,
  deliveries,
});
const serve = (...reports: Report[]) =>
  serveReports(
    api,
    reports.map((each) => withMails(each)),
  );
const keyOf = (report: Report) => `${report.companyId}.${report.period}`;
const list = () => screen.findByRole('list', { name: 'Reports' });

test('held reports are sent together, once, after a question that names their number and mails', async () => {
  const reports = [1, 2, 3].map((n) => aReport(n));
  serve(...reports);
  let release = () => {};
  api.handle('POST /api/reports/release', (_, response) => {
    release = () => {
      serve(...reports.map((each) => ({ ...each, state: 'released' as const })));
      sendJson(response, 200, { released: 3 });
    };
  });
  open();
  await list();
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'Send 3 reports' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send 3 reports?' }));
  expect(dialog.getByText(/^6 mails leave at once/)).toBeDefined();
  expect(api.count('POST /api/reports/release')).toBe(0);
  await user.dblClick(dialog.getByRole('button', { name: 'Send 3 reports' }));
  await waitFor(() => expect(api.count('POST /api/reports/release')).toBe(1));
  release();
  expect(await screen.findByText(/^3 reports are being sent\./)).toBeDefined();
  expect(await screen.findByText('Nothing to review')).toBeDefined();
  expect(api.count('POST /api/reports/release')).toBe(1);
  expect(api.sent('POST /api/reports/release')).toEqual([
    { reports: reports.map((each) => ({ companyId: each.companyId, period: each.period })) },
  ]);
});

test('reports that another member sent first are named in the result', async () => {
  serve(aReport(1), aReport(2));
  api.json('POST /api/reports/release', 200, { released: 1 });
  open();
  await list();
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'Send 2 reports' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send 2 reports' }));
  expect(await screen.findByText(/^1 report is being sent\..* 1 was sent or skipped before/)).toBeDefined();
});

test('the question warns of reports without recipients and of comments that are not saved', async () => {
  serve(aReport(1), aReport(2, { recipientCount: 0 }));
  open();
  await user.click(within(await list()).getByRole('button', { name: /Company 1/ }));
  await user.type(await screen.findByLabelText('Comment'), 'A good month.');
  expect(within(await list()).getByText('Comment not saved')).toBeDefined();
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'Send 2 reports' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('Without recipients: Company 2.')).toBeDefined();
  expect(dialog.getByText(/The comment for Company 1 is not saved/)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Not yet' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.count('POST /api/reports/release')).toBe(0);
});

test('a failed release keeps the question and explains that a retry sends nothing twice', async () => {
  serve(aReport(1));
  api.error('POST /api/reports/release', 503, 'unavailable', 'The server is busy.');
  open();
  await list();
  await user.click(screen.getByRole('checkbox', { name: /^Select Company 1/ }));
  await user.click(screen.getByRole('button', { name: 'Send 1 report' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send 1 report' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The server is busy. Nothing is sent twice if you try again.',
  );
});

test('the address has the open report: its mail is in a frame without scripts, and Back closes it', async () => {
  const report = aReport(1, { company: 'Harbour & Pine' });
  serve(report);
  const router = open();
  await user.click(within(await list()).getByRole('button', { name: /Harbour & Pine/ }));
  await screen.findByRole('heading', { name: 'Harbour & Pine, October 2026' });
  expect(new URLSearchParams(router.state.location.search).get('report')).toBe(keyOf(report));
  const frame = await screen.findByTitle<HTMLIFrameElement>('The mail');
  expect(frame.getAttribute('sandbox')).not.toContain('allow-scripts');
  expect(frame.srcdoc).toMatch(
    /^<!doctype html><meta http-equiv="Content-Security-Policy".*The mail of Harbour/,
  );
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(screen.getByTitle<HTMLIFrameElement>('The mail').srcdoc).toContain('@media (min-width: 0)');
  await user.click(screen.getByRole('radio', { name: 'Text' }));
  expect(screen.getByText('As text')).toBeDefined();
  await router.navigate(-1);
  await waitFor(() => expect(screen.queryByRole('heading', { name: /October 2026/ })).toBeNull());
});

test('a comment is saved with the version that it changes, once', async () => {
  const report = aReport(1, { commentVersion: 3, comment: 'Old' });
  serve(report);
  const saved = { ...report, comment: 'A good month.', commentVersion: 4 };
  api.handle(`PUT /api/companies/${companyId}/reports/${report.period}/comment`, (_, response) => {
    serve(saved);
    sendJson(response, 200, saved);
  });
  open(`?report=${keyOf(report)}`);
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Comment');
  expect(field.value).toBe('Old');
  await user.clear(field);
  await user.type(field, 'A good month.');
  await user.dblClick(screen.getByRole('button', { name: 'Save comment' }));
  expect(await screen.findByText('Comment saved')).toBeDefined();
  expect(api.sent(`PUT /api/companies/${companyId}/reports/${report.period}/comment`)).toEqual([
    { comment: 'A good month.', version: 3 },
  ]);
  await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull());
});

test('a preview that was asked for before a comment was saved is asked for again', async () => {
  const report = aReport(1, { company: 'Harbour & Pine' });
  const path = `/api/companies/${companyId}/reports/${report.period}`;
  serve(report);
  let answerLate = () => {};
  api.handle(`GET ${path}/mail`, (_, response) => {
    answerLate = () =>
      sendJson(response, 200, {
        ...{ subject: 'October', html: '<p>Old</p>', text: 'Old', isAsSent: false },
      });
  });
  api.handle(`PUT ${path}/comment`, (_, response) => {
    const saved = { ...report, comment: 'A good month.', commentVersion: report.commentVersion + 1 };
    serve(saved);
    sendJson(response, 200, saved);
    answerLate();
  });
  open(`?report=${keyOf(report)}`);
  await user.type(await screen.findByLabelText('Comment'), 'A good month.');
  await waitFor(() => expect(api.count(`GET ${path}/mail`)).toBe(1));
  await user.click(screen.getByRole('button', { name: 'Save comment' }));
  await waitFor(() => expect(api.count(`GET ${path}/mail`)).toBe(2));
  expect((await screen.findByTitle<HTMLIFrameElement>('The mail')).srcdoc).toContain('Harbour &');
});

test('of two comments at the same time neither is lost: the writer decides', async () => {
  const report = aReport(1);
  serve(report);
  const path = `/api/companies/${companyId}/reports/${report.period}/comment`;
  api.handle(`PUT ${path}`, (_, response, body) => {
    if (JSON.parse(body).version === 1) return sendJson(response, 200, { ...report, commentVersion: 2 });
    serve({ ...report, comment: 'Theirs', commentVersion: 1 });
    sendJson(response, 409, { error: { code: 'conflict', message: 'Another version is stored.' } });
  });
  open(`?report=${keyOf(report)}`);
  await user.type(await screen.findByLabelText('Comment'), 'Mine');
  await user.click(screen.getByRole('button', { name: 'Save comment' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Theirs: “Theirs”');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Comment').value).toBe('Mine');
  await user.click(screen.getByRole('button', { name: 'Save mine instead' }));
  await waitFor(() =>
    expect(api.sent(`PUT ${path}`)).toEqual([
      { comment: 'Mine', version: 0 },
      { comment: 'Mine', version: 1 },
    ]),
  );
});

test('an unsaved comment is asked about before the page is left', async () => {
  const report = aReport(1);
  serve(report);
  const router = open(`?report=${keyOf(report)}`);
  await user.type(await screen.findByLabelText('Comment'), 'Mine');
  void router.navigate('/admin/inbox');
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Comment').value).toBe('Mine');
});

test('a held report is skipped and held again', async () => {
  const report = aReport(1);
  serve(report);
  const path = `PUT /api/companies/${companyId}/reports/${report.period}/state`;
  api.handle(path, (_, response, body) => {
    const changed = { ...report, state: JSON.parse(body).state };
    serve(changed);
    sendJson(response, 200, changed);
  });
  open(`?report=${keyOf(report)}`);
  await user.click(await screen.findByRole('button', { name: 'Skip' }));
  expect(await screen.findByText('Nothing to review')).toBeDefined();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Reports'));
  await user.click(screen.getByRole('radio', { name: 'Skipped' }));
  await user.click(within(await list()).getByRole('button', { name: /Company 1/ }));
  await user.click(await screen.findByRole('button', { name: 'Hold for review again' }));
  await waitFor(() => expect(api.sent(path)).toEqual([{ state: 'skipped' }, { state: 'held' }]));
});

test('a test goes to the member alone', async () => {
  const report = aReport(1, { state: 'planned' });
  serve(report);
  const path = `POST /api/companies/${companyId}/reports/${report.period}/test`;
  api.json(path, 200, { status: true });
  open(`?tab=planned&report=${keyOf(report)}`);
  await user.click(await screen.findByRole('button', { name: 'Send me a test' }));
  expect(await screen.findByText('A test is on its way to your address')).toBeDefined();
  expect(api.count(path)).toBe(1);
});

test('sent reports show who opened them and why a mail failed, and it is sent again after a question', async () => {
  const report = aReport(1, {
    ...{ state: 'released', releasedAt: '2026-11-01T06:00:00.000Z', releasedBy: 'ada@agency.test' },
    mails: { waiting: 0, sent: 1, failed: 1, opened: 1 },
  });
  serveReports(api, [
    withMails(report, [
      aDelivery(1, { openedAt: '2026-11-02T08:00:00.000Z' }),
      aDelivery(2, { state: 'failed', sentAt: null, error: 'The mailbox is full.' }),
    ]),
  ]);
  const path = `POST /api/companies/${companyId}/reports/${report.period}/resend`;
  api.json(path, 200, { status: true });
  open('?tab=released');
  const row = await screen.findByRole('button', { name: /Company 1.*1 sent · 1 opened · 1 failed/ });
  await user.click(row);
  const mails = within(await screen.findByRole('region', { name: 'Mails' }));
  expect(mails.getByText(/opened/)).toBeDefined();
  expect(mails.getByText('The mailbox is full.')).toBeDefined();
  await user.click(mails.getByRole('button', { name: 'Send again to Person 2' }));
  expect(api.count(path)).toBe(0);
  await user.click(mails.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('The report is sent to Person 2 again')).toBeDefined();
  expect(api.sent(path)).toEqual([{ deliveryId: anId(2) }]);
});

test('a sent report shows an opening while it is on the screen', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const sent = { waiting: 0, sent: 1, failed: 0 };
  const report = aReport(1, { state: 'released', mails: { ...sent, opened: 0 } });
  serveReports(api, [withMails(report, [aDelivery(1)])]);
  // Once it is open, everything is asked for again.
  api.handle('GET /api/admin-live', () => {});
  open(`?tab=released&report=${keyOf(report)}`);
  const mails = within(await screen.findByRole('region', { name: 'Mails' }));
  expect(mails.queryByText(/opened/)).toBeNull();
  const opened = { ...report, mails: { ...sent, opened: 1 } };
  serveReports(api, [withMails(opened, [aDelivery(1, { openedAt: '2026-11-02T08:00:00.000Z' })])]);
  vi.advanceTimersByTime(20_000);
  expect(await mails.findByText(/opened/)).toBeDefined();
  expect(await screen.findByRole('button', { name: /Company 1.*1 sent · 1 opened/ })).toBeDefined();
});

test('a preview shows whether it is what was sent', async () => {
  const held = aReport(1);
  serve(held);
  open(`?report=${keyOf(held)}`);
  expect(await screen.findByText('As it would be sent now.')).toBeDefined();
  resetPage();

  const released = aReport(2, { state: 'released' });
  serve(released);
  open(`?tab=released&report=${keyOf(released)}`);
  expect(await screen.findByText('As it was sent.')).toBeDefined();
  expect(screen.queryByText('As it would be sent now.')).toBeNull();
});

test('a preview from before the mails were made is asked for again', async () => {
  const released = aReport(1, { state: 'released', releasedAt: new Date().toISOString() });
  serve(released);
  const path = `GET /api/companies/${companyId}/reports/${released.period}/mail`;
  api.json(path, 200, { subject: 'October', html: '<p>Before</p>', text: 'Before', isAsSent: false });
  // Once it is open, everything is asked for again.
  api.handle('GET /api/admin-live', () => {});
  open(`?tab=released&report=${keyOf(released)}`);
  expect(await screen.findByText('As it would be sent now.')).toBeDefined();
  expect(api.count(path)).toBe(1);
  serveReports(api, [withMails(released, [aDelivery(1)])]);
  expect(await screen.findByText('As it was sent.', {}, { timeout: 12_000 })).toBeDefined();
}, 20_000);

test('a list and a report that cannot be loaded are loaded again', async () => {
  const report = aReport(1);
  api.error('GET /api/reports', 500, 'internal', 'The database does not answer.');
  open();
  expect(await screen.findByRole('heading', { name: 'Failed to load the reports' })).toBeDefined();
  serve(report);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await list()).toBeDefined();
});

test('an address of an unknown report shows a notice with a link to the list', async () => {
  serve();
  api.error(
    `GET /api/companies/${companyId}/reports/monthly-2020-01-01`,
    404,
    'not-found',
    'No such report.',
  );
  open(`?report=${companyId}.monthly-2020-01-01`);
  expect(await screen.findByRole('heading', { name: 'There is no such report' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.queryByText('Failed to load the report')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'All reports' }));
  await waitFor(() => expect(screen.queryByText('There is no such report')).toBeNull());
});

test('managers see reports without the template, and support sees none', async () => {
  api.json('GET /api/me', 200, signedInManager);
  serve();
  open();
  expect(await screen.findByText('Nothing to review')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Template' })).toBeNull();
  resetPage();
  api.json('GET /api/me', 200, signedInSupport);
  open();
  expect(await screen.findByText('This page is not part of your role')).toBeDefined();
});
