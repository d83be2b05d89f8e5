// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditEntry } from '../../../contract/admin.ts';
import { anId, serveAdmin } from '../../testing/admin-builders.ts';
import { type ApiServer, sendJson, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import ActivityScreen from './activity-screen.tsx';

let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const open = () => renderPage('/admin/activity', { '/admin/activity': ActivityScreen });

const anEntry = (n: number, fields: Partial<AuditEntry> = {}): AuditEntry => ({
  id: anId(n),
  at: '2026-11-03T12:00:00.000Z',
  actor: 'ada@agency.test',
  action: 'company.created',
  object: 'Harbour & Pine',
  address: '203.0.113.0/24',
  count: 1,
  lastAt: null,
  ...fields,
});
const sentences = () =>
  screen.getAllByRole('listitem').map((line) => line.querySelector('p')?.textContent?.trim());

test('entries are sentences grouped by day, each with its exact time', async () => {
  api.json('GET /api/audit-log', 200, {
    entries: [
      anEntry(1),
      anEntry(2, { action: 'session.started', object: 'ada@agency.test' }),
      anEntry(3, { action: 'company.key-replaced', at: '2026-11-01T12:00:00.000Z' }),
      anEntry(5, { action: 'demo-data.generated', actor: 'viewer', at: '2026-11-01T11:30:00.000Z' }),
      anEntry(4, {
        action: 'some.new-thing',
        actor: 'operator',
        address: '',
        at: '2026-11-01T11:00:00.000Z',
      }),
    ],
    next: null,
  });
  open();
  await waitFor(() =>
    expect(sentences().slice(-5)).toEqual([
      'ada@agency.test created the company Harbour & Pine',
      'ada@agency.test signed in',
      'ada@agency.test replaced the access key of Harbour & Pine',
      'A portal viewer generated demo data for Harbour & Pine',
      'The operator some new thing Harbour & Pine',
    ]),
  );
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(2);
  expect(document.querySelector('li time[title]')?.getAttribute('title')).toMatch(/2026/);
});

test('older entries load on demand, and a failure is shown', async () => {
  const user = userEvent.setup();
  api.handle('GET /api/audit-log', (request, response) =>
    request.url?.includes('after=two')
      ? sendJson(response, 503, { error: { code: 'too-many-requests', message: 'Slow down.' } })
      : sendJson(response, 200, { entries: [anEntry(1)], next: 'two' }),
  );
  open();
  await user.click(await screen.findByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('Older entries could not be loaded. Please try again.')).toBeDefined();
  api.handle('GET /api/audit-log', (request, response) =>
    request.url?.includes('after=two')
      ? sendJson(response, 200, { entries: [anEntry(2, { object: 'Ember Coffee' })], next: null })
      : sendJson(response, 200, { entries: [anEntry(1)], next: 'two' }),
  );
  await user.click(screen.getByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('Ember Coffee')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

test('an empty log and a failure look different', async () => {
  const user = userEvent.setup();
  api.error('GET /api/audit-log', 503, 'unavailable', 'The service is busy.');
  open();
  expect(await screen.findByRole('heading', { name: 'Failed to load the activity' })).toBeDefined();
  api.json('GET /api/audit-log', 200, { entries: [], next: null });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No activity yet' })).toBeDefined();
});

test('repeated entries are one line with a count', async () => {
  const lastAt = '2026-11-03T12:40:00.000Z';
  const refused = { actor: 'somebody', action: 'session.refused', object: 'ada@agency.test' };
  api.json('GET /api/audit-log', 200, {
    entries: [anEntry(1, { ...refused, count: 1_200, lastAt }), anEntry(2, refused)],
    next: null,
  });
  open();
  await screen.findByText(/1,200 times/);
  expect(sentences().filter((each) => each !== undefined)).toEqual([
    expect.stringContaining('failed to sign in as ada@agency.test, 1,200 times until '),
    'Someone who was not signed in failed to sign in as ada@agency.test',
  ]);
});

test('a change of an account without a session names that account as its subject', async () => {
  const maya = { actor: 'somebody', object: 'maya@agency.test' };
  api.json('GET /api/audit-log', 200, {
    entries: [
      anEntry(1, { ...maya, action: 'admin.granted' }),
      anEntry(2, { ...maya, action: 'admin.refused' }),
      anEntry(3, { ...maya, action: 'password.reset' }),
      anEntry(4, { actor: 'operator', action: 'admin.granted', object: 'maya@agency.test', address: '' }),
    ],
    next: null,
  });
  open();
  await waitFor(() =>
    expect(sentences().slice(-4)).toEqual([
      'maya@agency.test became an administrator with the admin access key',
      'Someone who was not signed in was denied administrator rights for maya@agency.test',
      'maya@agency.test set a new password with the mailed link',
      'The operator granted administrator rights to maya@agency.test',
    ]),
  );
});
