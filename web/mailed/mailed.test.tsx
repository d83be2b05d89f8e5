// @vitest-environment jsdom
import '../testing/jsdom-stubs.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenedReport } from '../../contract/reports/reports.ts';
import type { Subscription } from '../../contract/subscriptions.ts';
import { type ApiServer, sendJson, startApi } from '../testing/api-server.ts';
import { renderPage, resetPage } from '../testing/render-page.tsx';
import ReportScreen from './report-screen.tsx';
import UnsubscribeScreen from './unsubscribe-screen.tsx';

let api: ApiServer;
const user = userEvent.setup();
beforeEach(async () => {
  api = await startApi();
});
afterEach(async () => {
  resetPage();
  history.replaceState(null, '', '/');
  await api.close();
});

const screens = { '/report': ReportScreen, '/unsubscribe': UnsubscribeScreen };
function open(path: keyof typeof screens, token: string) {
  history.replaceState(null, '', `${path}#${token}`);
  return renderPage(path, screens);
}

const report: OpenedReport = {
  company: 'Harbour & Pine',
  subject: 'Harbour & Pine: October 2026',
  html: '<p>1,234 visitors</p>',
  portalUrl: 'https://portal.example/company-portal/1',
};
const opening = 'POST /api/report-links/open';

test('the link of a mail shows its report, and keeps its token so that a reload works', async () => {
  api.json(opening, 200, report);
  open('/report', 'secret-token');
  expect(await screen.findByRole('heading', { level: 1, name: report.subject })).toBeDefined();
  const frame = screen.getByTitle<HTMLIFrameElement>(report.subject);
  expect(frame.srcdoc).toContain('1,234 visitors');
  expect(frame.getAttribute('sandbox')).not.toContain('allow-scripts');
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Open the live portal' });
  expect(link.href).toBe(report.portalUrl);
  expect(location.hash).toBe('#secret-token');
  expect(api.sent(opening)).toEqual([{ token: 'secret-token' }]);
});

test('the PDF is downloaded with the token in the body', async () => {
  api.json(opening, 200, report);
  const file = 'POST /api/report-links/report.pdf';
  api.handle(file, (_, response) => {
    response.writeHead(200, {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="harbour-pine-2026-10.pdf"',
    });
    response.end('%PDF-1.7');
  });
  const saved: string[] = [];
  // jsdom knows neither files as addresses nor downloads.
  URL.createObjectURL = () => 'blob:report';
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function click() {
    saved.push(this.download);
  };
  open('/report', 'secret-token');
  await user.click(await screen.findByRole('button', { name: 'Download the PDF' }));
  await waitFor(() => expect(saved).toEqual(['harbour-pine-2026-10.pdf']));
  expect(api.sent(file)).toEqual([{ token: 'secret-token' }]);
});

test.each([
  ['/report', opening, 'There is no report at this link'],
  ['/unsubscribe', 'POST /api/subscriptions', 'This link is not known'],
] as const)('%s explains a link that is wrong, too old or not complete', async (path, request, title) => {
  api.error(request, 404, 'not-found', 'Not found.');
  open(path, 'wrong');
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
  resetPage();
  open(path, '');
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
  expect(api.count(request)).toBe(1);
});

test('a report that cannot be loaded is loaded again by a click', async () => {
  api.handle(opening, (request) => request.socket.destroy());
  open('/report', 'secret-token');
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached');
  api.json(opening, 200, report);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: report.subject })).toBeDefined();
});

const found: Subscription = {
  kind: 'report',
  company: 'Harbour & Pine',
  email: 'm…@client.test',
  isSubscribed: true,
  mutedUntil: null,
};
const changing = 'POST /api/subscriptions/change';

/** Serves a subscription that changes as a server changes it. */
function serveSubscription(fields: Partial<Subscription> = {}) {
  let current = { ...found, ...fields };
  api.json('POST /api/subscriptions', 200, current);
  api.handle(changing, (_, response, body) => {
    const { token, mutedDays, ...changed } = JSON.parse(body);
    current = { ...current, ...changed };
    if (mutedDays !== undefined)
      current.mutedUntil =
        mutedDays === 0 ? null : new Date(Date.now() + mutedDays * 86_400_000).toISOString();
    sendJson(response, 200, current);
  });
}

test('nothing ends without a click, then one click ends it, and another begins it again', async () => {
  serveSubscription();
  open('/unsubscribe', 'secret-token');
  expect(await screen.findByText('m…@client.test gets these reports by mail.')).toBeDefined();
  expect(screen.getByText('Reports of Harbour & Pine')).toBeDefined();
  expect(api.count(changing)).toBe(0);
  await user.dblClick(screen.getByRole('button', { name: 'Unsubscribe' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'You are unsubscribed' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(api.sent(changing)).toEqual([{ token: 'secret-token', isSubscribed: false }]);
  await user.click(screen.getByRole('button', { name: 'Subscribe again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Unsubscribe?' })).toBeDefined();
  expect(api.sent(changing)[1]).toEqual({ token: 'secret-token', isSubscribed: true });
});

test('alerts can be paused instead, and the pause ended', async () => {
  serveSubscription({ kind: 'alert', company: null });
  open('/unsubscribe', 'secret-token');
  expect(await screen.findByText('Alerts of all companies')).toBeDefined();
  await user.click(screen.getByRole('button', { name: '7 days' }));
  expect(await screen.findByRole('heading', { name: /^Paused until / })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'End the pause' }));
  expect(await screen.findByRole('heading', { name: 'Or pause them' })).toBeDefined();
  expect(api.sent(changing)).toEqual([
    { token: 'secret-token', mutedDays: 7 },
    { token: 'secret-token', mutedDays: 0 },
  ]);
});

test('a change that fails is explained and can be tried again', async () => {
  serveSubscription();
  api.error(changing, 503, 'unavailable', 'The server is busy.');
  open('/unsubscribe', 'secret-token');
  await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The server is busy.');
  serveSubscription();
  await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'You are unsubscribed' })).toBeDefined();
});
