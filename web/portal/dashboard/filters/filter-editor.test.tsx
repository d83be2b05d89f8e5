// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StatsBreakdown } from '../../../../contract/stats/answers.ts';
import { DataProvider } from '../../../api/data-provider.tsx';
import { type ApiServer, aCompany, companyId, sendJson, startApi } from '../../../testing/api-server.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import { DialogHost } from '../options/dialog-host.tsx';
import { PortalContext } from '../view/use-portal.ts';
import { useViewInAddress } from '../view/use-view-in-address.ts';
import { AddFilterButton, FilterBar } from './filter-bar.tsx';

const address = `GET /api/companies/${companyId}/stats/breakdown`;
const values: Record<string, string[]> = { country: ['DE', 'FR', 'GB'], page: ['/', '/lamps', '/chairs'] };
let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  api.handle(address, (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    const dimension = searchParams.get('dimension') ?? '';
    const search = searchParams.get('search') ?? '';
    const shown = (values[dimension] ?? []).filter((value) => value.includes(search));
    const answer: StatsBreakdown = {
      ...{ from: '2026-11-01T00:00:00.000Z', to: '2026-11-30T00:00:00.000Z', timeZone: 'UTC' },
      ...{ currency: 'USD', source: 'tracked', ordersCounted: 'all', pending: null, comparedRange: null },
      ...{ dimension, totals: {}, comparedTotals: null, rowCount: shown.length },
      rows: shown.map((value, index) => ({ value, metrics: { visitors: 1_200 - index }, compared: null })),
    };
    sendJson(response, 200, answer);
  });
});
afterEach(async () => {
  resetPage();
  await api.close();
});

function Screen() {
  const address = useViewInAddress();
  return (
    <DataProvider>
      <PortalContext value={{ company: aCompany(), ...address }}>
        <DialogHost>
          <AddFilterButton />
          <FilterBar />
        </DialogHost>
      </PortalContext>
    </DataProvider>
  );
}

async function openEditor() {
  const user = userEvent.setup();
  const router = renderPage('/portal', { '/portal': Screen });
  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  const editor = within(await screen.findByRole('dialog', { name: 'Add filter' }));
  return { user, router, editor };
}

test('values of the period are suggested while one types, and chosen with the arrow keys', async () => {
  const { user, router, editor } = await openEditor();
  expect((await editor.findByRole('button', { name: '/lamps' })).textContent).toContain('1,199');
  await user.type(editor.getByLabelText('Value'), 'cha');
  await waitFor(() => expect(editor.queryByRole('button', { name: '/lamps' })).toBeNull());
  await user.keyboard('{ArrowDown}{Enter}');
  expect(editor.getByRole('button', { name: 'Remove /chairs' })).toBeDefined();
  expect(editor.getByText('Shows only: Page is /chairs')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(editor.getByLabelText('Another value')));
  await user.click(editor.getByRole('button', { name: 'Apply filter' }));
  await waitFor(() => expect(router.state.location.search).toBe('?filter=page%3Ais%3A%2Fchairs'));
});

test('a country is found by its name, which may also be typed', async () => {
  const { user, router, editor } = await openEditor();
  await user.selectOptions(editor.getByLabelText('Filter by'), 'Country');
  await editor.findByRole('button', { name: 'Germany' });
  await user.type(editor.getByLabelText('Value'), 'germany');
  await waitFor(() => expect(editor.queryByRole('button', { name: 'France' })).toBeNull());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?filter=country%3Ais%3ADE'));
});

test('a value that the period does not have can be entered', async () => {
  const { user, router, editor } = await openEditor();
  await editor.findByRole('button', { name: '/lamps' });
  await user.type(editor.getByLabelText('Value'), '/sofas');
  expect(await editor.findByText(/Nothing in this period contains “\/sofas”/)).toBeDefined();
  await user.click(editor.getByRole('button', { name: 'Apply filter' }));
  await waitFor(() => expect(router.state.location.search).toBe('?filter=page%3Ais%3A%2Fsofas'));
});
