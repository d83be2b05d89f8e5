// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiServer, aCompany, aLiveFrame, companyId, sendJson } from '../../testing/api-server.ts';
import { startPortalApi } from '../../testing/portal-api.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { aSummary } from '../../testing/stats-answers.ts';
import CompanyPortalScreen from './company-portal-screen.tsx';

const path = `/api/companies/${companyId}`;
let api: ApiServer;

beforeEach(async () => {
  api = await startPortalApi();
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const open = () =>
  renderPage(`/company-portal/${companyId}`, { '/company-portal/:companyId': CompanyPortalScreen });

test('demo data is generated once for several clicks, labelled, and cleared', async () => {
  const user = userEvent.setup();
  let release = () => undefined as unknown;
  api.handle('POST /api/simulate-analytics', (_, response) => {
    release = () => sendJson(response, 200, { readings: 12_000 });
  });
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'admin' }));
  open();
  await screen.findByRole('group', { name: 'Revenue' });
  await user.click(screen.getByText('More'));
  await user.dblClick(await screen.findByRole('button', { name: 'Generate Demo Data' }));
  await screen.findByRole('button', { name: 'Generating...' });
  await waitFor(() => expect(api.requests).toContain('POST /api/simulate-analytics'));
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'admin', source: 'simulated' }));
  release();
  await screen.findByText('Demo analytics generated! Refresh in a few seconds to see data.');
  const badge = await screen.findByRole('region', { name: 'Demo data' });
  expect(api.count('POST /api/simulate-analytics')).toBe(1);

  api.handle(`DELETE ${path}/simulated-analytics`, (_, response) => void response.writeHead(204).end());
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'admin' }));
  await user.click(within(badge).getByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('Demo data cleared')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Demo data' })).toBeNull());
});

test('a busy server is asked again to clear demo data, once for two clicks', async () => {
  const user = userEvent.setup();
  const request = `DELETE ${path}/simulated-analytics`;
  api.json(`GET ${path}`, 200, aCompany({ source: 'simulated' }));
  api.handle(request, (_, response) => {
    api.handle(request, (__, next) => {
      api.json(`GET ${path}`, 200, aCompany());
      next.writeHead(204).end();
    });
    sendJson(response, 503, { error: { code: 'unavailable', message: 'The service is busy.' } });
  });
  open();
  const badge = within(await screen.findByRole('region', { name: 'Demo data' }));
  await user.dblClick(badge.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('Demo data cleared')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Demo data' })).toBeNull());
  expect(screen.queryByText(/^Failed to clear/)).toBeNull();
  expect(api.count(request)).toBe(2);
});

test('an empty portal that shows demo data before the response reports it, too', async () => {
  const user = userEvent.setup();
  let release = () => undefined as unknown;
  api.handle('POST /api/simulate-analytics', (_, response) => {
    release = () => sendJson(response, 200, { readings: 12_000 });
  });
  api.json(`GET ${path}`, 200, aCompany({ lastEventAt: null }));
  open();
  await user.click(await screen.findByRole('button', { name: 'Generate Demo Data' }));
  await waitFor(() => expect(api.requests).toContain('POST /api/simulate-analytics'));
  await waitFor(() => expect(api.requests.some((line) => line.startsWith(`GET ${path}/live`))).toBe(true));
  api.json(`GET ${path}`, 200, aCompany({ lastEventAt: null, source: 'simulated' }));
  api.sendEvent('snapshot', aLiveFrame({ lastEventAt: null, source: 'simulated' }));
  await screen.findByRole('region', { name: 'Demo data' });
  expect(screen.queryByRole('heading', { name: 'Waiting for the first visit' })).toBeNull();
  release();
  await screen.findByText('Demo analytics generated! Refresh in a few seconds to see data.');
});

test('until the made-up figures are here, the portal shows that, and its reload aborts no question', async () => {
  const user = userEvent.setup();
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'admin' }));
  open();
  await screen.findByRole('group', { name: 'Revenue' });
  await waitFor(() => expect(api.requests.some((line) => line.startsWith(`GET ${path}/live`))).toBe(true));
  api.sendEvent('snapshot', aLiveFrame({ revision: 7, lastEventAt: '2026-11-20T10:00:00.000Z' }));
  await screen.findByText('Live', { selector: '[role=status]' });

  const held: (() => void)[] = [];
  let aborted = 0;
  api.handle('POST /api/simulate-analytics', (_, response) => {
    // Not earlier: on a busy machine the page has asked for the figures of the site again, and aborts that question.
    api.handle(`GET ${path}/stats/summary`, (__, summary) => {
      summary.on('close', () => {
        if (!summary.writableEnded) aborted += 1;
      });
      held.push(() => sendJson(summary, 200, aSummary({}, { source: 'simulated' })));
    });
    api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'admin', source: 'simulated', revision: 1 }));
    api.sendEvent('snapshot', aLiveFrame({ source: 'simulated', revision: 1 }));
    sendJson(response, 200, { readings: 12_000 });
  });
  const asked = () => api.requests.filter((line) => line === `GET ${path}`).length;
  const before = asked();
  await user.click(screen.getByText('More'));
  await user.click(await screen.findByRole('button', { name: 'Generate Demo Data' }));
  await screen.findByText('Demo analytics generated! Refresh in a few seconds to see data.');
  const badge = await screen.findByRole('region', { name: 'Demo data' });
  expect(badge.textContent).toContain('The made-up figures are on their way.');
  // The reload after two seconds asks for the company again, and not for the figures that are under way.
  await waitFor(() => expect(asked()).toBeGreaterThan(before));
  for (const answer of held) answer();
  await waitFor(() => expect(badge.textContent).toContain('These figures are made up.'));
  expect({ questions: held.length, aborted }).toEqual({ questions: 1, aborted: 0 });
});

test('failed demo data shows the reason', async () => {
  const user = userEvent.setup();
  api.error('POST /api/simulate-analytics', 429, 'too-many-requests', 'Too many requests.');
  api.json(`GET ${path}`, 200, aCompany({ lastEventAt: null }));
  open();
  await user.click(await screen.findByRole('button', { name: 'Generate Demo Data' }));
  expect(await screen.findByText('Failed to generate demo data: Too many requests.')).toBeDefined();
});

test('a viewer is no longer offered demo data once there are tracked events', async () => {
  api.json(`GET ${path}`, 200, aCompany({ lastEventAt: null }));
  open();
  await screen.findByRole('button', { name: 'Generate Demo Data' });
  await waitFor(() => expect(api.requests.some((line) => line.startsWith(`GET ${path}/live`))).toBe(true));
  api.sendEvent('snapshot', aLiveFrame());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Generate Demo Data' })).toBeNull());
});
