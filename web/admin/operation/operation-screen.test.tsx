// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BackupRun, BackupsAnswer } from '../../../contract/operation/backups.ts';
import type { Job } from '../../../contract/operation/jobs.ts';
import type { Finding } from '../../../contract/operation/self-check.ts';
import { anId, serveAdmin } from '../../testing/admin-builders.ts';
import { type ApiServer, sendJson, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { signedInAdmin, signedInManager } from '../../testing/signed-in-accounts.ts';
import CompaniesScreen from '../companies/companies-screen.tsx';
import OperationScreen from './operation-screen.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const screens = {
  '/admin/health': OperationScreen,
  '/admin/jobs': OperationScreen,
  '/admin': CompaniesScreen,
};
const open = (path: string) => renderPage(path, screens);

const ok: Finding = { part: 'clock', state: 'ok', sentence: 'The clocks agree.', advice: null };
const problem: Finding = {
  ...{ part: 'disk', state: 'problem', sentence: '20 MB are free.', advice: 'Make space.' },
};
const serveFindings = (...findings: Finding[]) =>
  api.json('GET /api/self-check', 200, { checkedAt: '2026-11-28T12:00:00.000Z', findings });

const run: BackupRun = {
  ...{ id: anId(1), state: 'verified', startedAt: '2026-11-28T02:40:00.000Z', file: 'backup-1.backup' },
  ...{ finishedAt: '2026-11-28T02:41:30.000Z', bytes: 53_600_000, error: null },
};
const serveBackups = (fields: Partial<BackupsAnswer> = {}) =>
  api.json('GET /api/backups', 200, {
    ...{ folder: '/mnt/backups', schedule: '40 2 * * *', keep: 7, nextRunAt: '2026-11-29T02:40:00.000Z' },
    ...{ freeBytes: 2e9, isBusy: false, runs: [run] },
    ...fields,
  });

const aJob = (fields: Partial<Job> = {}): Job => ({
  ...{ name: 'mail', title: 'Mails', purpose: 'Sends mails.', schedule: null, nextRunAt: null },
  ...{ waiting: 0, running: 0, failed: 0, lastDoneAt: null, lastFailure: null },
  ...fields,
});

test('what needs attention comes first, with what to do', async () => {
  serveFindings(ok, problem);
  serveBackups();
  open('/admin/health');
  const list = await screen.findByRole('list', { name: 'Findings' });
  const lines = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(lines).toEqual([
    'Disk of the data: Problem20 MB are free.Make space.',
    'Clocks: In orderThe clocks agree.',
  ]);
  expect(screen.getByText('1 problem')).toBeDefined();
  expect(document.title).toContain('Health');
});

test('backups are listed with their result, duration and size', async () => {
  serveFindings(ok);
  const failed: BackupRun = {
    ...run,
    id: anId(2),
    state: 'failed',
    file: null,
    bytes: null,
    error: 'The disk is full.',
  };
  serveBackups({ runs: [failed, run] });
  open('/admin/health');
  const rows = await screen.findAllByRole('row');
  expect(rows[1]?.textContent).toMatch(/Failed.*The disk is full/);
  expect(rows[2]?.textContent).toMatch(/Verified.*backup-1\.backup.*2 min.*54 MB/);
  expect(screen.getByText('/mnt/backups')).toBeDefined();
  expect(screen.getByText('Everything that the server can check is in order.')).toBeDefined();
});

test('a backup now begins once, and a refusal is shown', async () => {
  const user = userEvent.setup();
  serveFindings(ok);
  serveBackups();
  api.handle('POST /api/backups', (_, response) => {
    serveBackups({ isBusy: true });
    response.writeHead(204).end();
  });
  open('/admin/health');
  await user.click(await screen.findByRole('button', { name: 'Back up now' }));
  expect(await screen.findByText('The backup begins')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Backing up...' })).toBeDefined();
  expect(api.count('POST /api/backups')).toBe(1);
});

test('without a folder the page explains how backups are made', async () => {
  serveFindings(ok);
  serveBackups({ folder: null, nextRunAt: null, freeBytes: null, runs: [] });
  open('/admin/health');
  expect(await screen.findByText('No backup is made by itself')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Back up now' })).toBeNull();
});

test('a failed job shows its error in one line and is tried again', async () => {
  const user = userEvent.setup();
  const failing = aJob({
    ...{ name: 'clean-logos', title: 'Unused logos', failed: 1, schedule: '7 3 * * *' },
    lastFailure: { at: '2026-11-28T03:07:00.000Z', error: 'the disk is full', retries: 2, isRetrying: false },
  });
  api.json('GET /api/jobs', 200, { jobs: [failing, aJob({ waiting: 3 })] });
  api.handle('POST /api/jobs/clean-logos/retry', (_, response) => {
    api.json('GET /api/jobs', 200, { jobs: [aJob(), aJob({ name: 'clean-logos', title: 'Unused logos' })] });
    sendJson(response, 200, { retried: 1 });
  });
  open('/admin/jobs');
  const row = await screen.findByRole('row', { name: /Unused logos/ });
  expect(row.textContent).toMatch(/the disk is full.*retried 2 times/);
  expect(screen.getByText('2 jobs, 1 has failed')).toBeDefined();
  await user.click(within(row).getByRole('button', { name: /Try again.*Unused logos/ }));
  expect(await screen.findByText('2 jobs, none has failed')).toBeDefined();
  expect(screen.queryByText('the disk is full')).toBeNull();
});

test.each([
  ['/admin/health', 'GET /api/self-check', 'Failed to load the self-check'],
  ['/admin/health', 'GET /api/backups', 'Failed to load the backups'],
  ['/admin/jobs', 'GET /api/jobs', 'Failed to load the jobs'],
])('%s explains that %s failed', async (path, request, title) => {
  serveFindings(ok);
  serveBackups();
  api.json('GET /api/jobs', 200, { jobs: [] });
  api.json(request, 400, { error: { code: 'invalid-request', message: 'Not now.' } });
  open(path);
  expect(await screen.findByRole('heading', { name: title })).toBeDefined();
});

test('owners see a problem above the companies, with a link to it', async () => {
  serveFindings(ok, problem);
  open('/admin');
  expect(await screen.findByText(/20 MB are free/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'See what to do' }).getAttribute('href')).toBe('/admin/health');
});

test.each([
  ['a manager', signedInManager, [problem]],
  ['an owner without a problem', signedInAdmin, [ok]],
])('%s sees no notice above the companies', async (_who, me, findings) => {
  api.json('GET /api/me', 200, me);
  serveFindings(...findings);
  open('/admin');
  expect(await screen.findByText('No companies yet')).toBeDefined();
  const asked = me === signedInAdmin ? 1 : 0;
  await waitFor(() => expect(api.count('GET /api/self-check')).toBe(asked));
  expect(screen.queryByRole('link', { name: 'See what to do' })).toBeNull();
});

test('the self-check is not repeated when the stream of changes opens again', async () => {
  serveFindings(ok);
  open('/admin');
  await waitFor(() => expect(api.count('GET /api/self-check')).toBe(1));
  await waitFor(() => expect(api.count('GET /api/admin-live')).toBe(1));
  const lists = api.count('GET /api/companies');
  api.dropStreams();
  await waitFor(() => expect(api.count('GET /api/companies')).toBeGreaterThan(lists));
  expect(api.count('GET /api/self-check')).toBe(1);
});
