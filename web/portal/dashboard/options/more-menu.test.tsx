// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NoteList } from '../../../../contract/company/notes.ts';
import type { StatsSummary } from '../../../../contract/stats/answers.ts';
import { readPortalView } from '../../../../contract/stats/view.ts';
import { DataProvider } from '../../../api/data-provider.tsx';
import { type ApiServer, aCompany, companyId, sendJson, startApi } from '../../../testing/api-server.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import { ExportMenu } from '../print/export-menu.tsx';
import { PortalContext } from '../view/use-portal.ts';
import { DialogHost } from './dialog-host.tsx';
import { MoreMenu } from './more-menu.tsx';

const path = `/api/companies/${companyId}`;
const note = {
  id: '0198c0de-0000-4000-8000-000000000007',
  at: '2026-11-05T00:00:00.000Z',
  text: 'Campaign started',
  mayChange: true,
};
const summary: StatsSummary = {
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
  timeZone: 'Europe/London',
  currency: 'USD',
  source: 'tracked',
  ordersCounted: 'all',
  pending: null,
  comparedRange: null,
  metrics: {},
  otherCurrencies: [],
};

function Toolbar() {
  const portal = {
    company: aCompany(),
    view: readPortalView(new URLSearchParams()),
    changeView: () => undefined,
    metric: 'visitors' as const,
    changeMetric: () => undefined,
  };
  return (
    <DataProvider>
      <PortalContext value={portal}>
        <DialogHost>
          <MoreMenu />
          <ExportMenu />
        </DialogHost>
      </PortalContext>
    </DataProvider>
  );
}

let api: ApiServer;
let list: NoteList;
beforeEach(async () => {
  api = await startApi();
  list = { annotations: [note], mayAnnotate: true };
  api.json(`GET ${path}/stats/summary`, 200, summary);
  api.handle(`GET ${path}/annotations`, (_, response) => sendJson(response, 200, list));
});
afterEach(async () => {
  resetPage();
  await api.close();
});
const open = () => renderPage('/', { '/': Toolbar });
const openMore = async () => userEvent.click(await screen.findByText('More'));

test('readers see the notes of the period without buttons to change them', async () => {
  const before = { ...note, id: '0198c0de-0000-4000-8000-000000000008', at: '2026-10-31T23:59:59.000Z' };
  list = { annotations: [before, note].map((each) => ({ ...each, mayChange: false })), mayAnnotate: false };
  open();
  await openMore();
  await userEvent.click(await screen.findByRole('button', { name: 'Notes (1)' }));
  expect(await screen.findByText('Campaign started')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add note' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Delete|Edit/, hidden: true })).toBeNull();
});

test('an error about a field is shown at the field, and the dialog stays open', async () => {
  api.handle(`POST ${path}/annotations`, (_, response) =>
    sendJson(response, 400, { error: { code: 'invalid-request', message: 'Time is wrong', field: 'time' } }),
  );
  open();
  await openMore();
  await userEvent.click(await screen.findByRole('button', { name: 'Add note' }));
  await userEvent.type(await screen.findByLabelText('Note'), 'Sale');
  await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Time is wrong'));
  expect(screen.getByLabelText('Time').getAttribute('aria-invalid')).toBe('true');
});

test('a note is deleted with the second click', async () => {
  api.handle(`DELETE ${path}/annotations/${note.id}`, (_, response) => {
    list = { annotations: [], mayAnnotate: true };
    response.writeHead(204).end();
  });
  open();
  await openMore();
  await userEvent.click(await screen.findByRole('button', { name: 'Notes (1)' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Delete/ }));
  expect(api.requests.some((line) => line.startsWith('DELETE'))).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: /^Confirm: delete/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.queryByText('Notes (1)')).toBeNull());
});

test('the orders of a month are copied as a curl command', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByText('Export'));
  const [thisMonth] = await screen.findAllByRole('button', { name: /^Copy Orders, .+ as curl command$/ });
  if (!thisMonth) throw new Error('there is no month');
  await user.click(thisMonth);
  expect(await navigator.clipboard.readText()).toMatch(
    /'[^']+\/stats\/orders\.csv\?from=\d{4}-\d\d-01&to=[\d-]+'$/,
  );
});

test('a failed export is reported on the page', async () => {
  api.error(`GET ${path}/stats/export`, 503, 'unavailable', 'Please try again in a moment.');
  open();
  await userEvent.click(await screen.findByText('Export'));
  await userEvent.click(await screen.findByRole('button', { name: 'Pages as CSV' }));
  expect(await screen.findByText('Please try again in a moment.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Raw rows as Parquet' })).toBeNull();
});

test('an export is copied as a curl command of the shown question', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByText('Export'));
  await user.click(await screen.findByRole('button', { name: 'Copy Pages as curl command' }));
  const command = await navigator.clipboard.readText();
  expect(command).toMatch(/^curl .*--header "Authorization: Bearer \$PORTAL_TOKEN" '[^']+'$/);
  const url = new URL(/'([^']+)'$/.exec(command)?.[1] ?? '');
  expect(url.origin + url.pathname).toBe(`${location.origin}${path}/stats/export`);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    ...{ of: 'breakdown', dimension: 'page', format: 'csv' },
  });
  expect(await screen.findByText('Command copied. It reads a token from PORTAL_TOKEN.')).toBeDefined();
});
