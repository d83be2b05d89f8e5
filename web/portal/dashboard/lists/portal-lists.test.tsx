// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PortalCompany } from '../../../../contract/company/companies.ts';
import { usualDisplay } from '../../../../contract/company/portal-display.ts';
import type { StatsBreakdown } from '../../../../contract/stats/answers.ts';
import { queryClient } from '../../../api/query-client.ts';
import { type ApiServer, aCompany, companyId, sendJson, startApi } from '../../../testing/api-server.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import { AddFilterButton, FilterBar } from '../filters/filter-bar.tsx';
import { DialogHost } from '../options/dialog-host.tsx';
import { PortalContext } from '../view/use-portal.ts';
import { useViewInAddress } from '../view/use-view-in-address.ts';
import { PortalLists } from './portal-lists.tsx';

const address = `GET /api/companies/${companyId}/stats/breakdown`;
const listsAddress = `GET /api/companies/${companyId}/stats/lists`;
let api: ApiServer;

function anAnswer(dimension: string, fields: Partial<StatsBreakdown> = {}): StatsBreakdown {
  const row = (value: string, visitors: number, orders: number, revenue: string) => ({
    value,
    metrics: {
      visitors,
      visits: visitors,
      orders,
      revenue,
      'conversion-rate': 10,
      events: 3,
      'page-views': 9,
    },
    compared: { visitors: 10, visits: 10, events: 3 },
  });
  return {
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-30T00:00:00.000Z',
    timeZone: 'UTC',
    currency: 'USD',
    source: 'tracked',
    ordersCounted: 'all',
    pending: null,
    comparedRange: null,
    dimension,
    rows: [row('FR', 20, 3, '100.10'), row('unknown', 12, 1, '5.00')],
    totals: { visitors: 35, visits: 40, orders: 6, revenue: '205.35' },
    comparedTotals: null,
    rowCount: 7,
    ...fields,
  };
}

const answerWith = (fields: Partial<StatsBreakdown> = {}) => {
  api.handle(address, (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    sendJson(response, 200, anAnswer(searchParams.get('dimension') ?? '', fields));
  });
  api.handle(listsAddress, (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    const lists = searchParams.getAll('dimension').map((dimension) => anAnswer(dimension, fields));
    sendJson(response, 200, { lists });
  });
};

beforeEach(async () => {
  api = await startApi();
  answerWith();
});
afterEach(async () => {
  resetPage();
  await api.close();
});

let company = aCompany();

function Screen() {
  const view = useViewInAddress();
  return (
    <QueryClientProvider client={queryClient}>
      <PortalContext value={{ company, ...view }}>
        <DialogHost>
          <AddFilterButton />
          <FilterBar />
          <PortalLists />
        </DialogHost>
      </PortalContext>
    </QueryClientProvider>
  );
}
const open = (search = '', fields: Partial<PortalCompany> = {}) => {
  company = aCompany(fields);
  return renderPage(`/portal${search}`, { '/portal': Screen });
};
const panel = async (name: string) => within(await screen.findByRole('region', { name }));

test('the rows shown and the others add up to the totals', async () => {
  open();
  const countries = await panel('Locations');
  const table = await countries.findByRole('table', { name: 'Locations: countries' });
  const lines = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((line) =>
      within(line)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
  expect(lines.map((cells) => cells[0])).toEqual(['20', '12', '8 visits']);
  expect(lines.map((cells) => cells[1])).toEqual([
    '+100%, 10 in the compared period',
    '+20%, 10 in the compared period',
    '',
  ]);
  expect(lines.map((cells) => cells[2])).toEqual(['3', '1', '2']);
  expect(lines.map((cells) => cells[3])).toEqual(['$100.10', '$5.00', '$100.25']);
  expect(lines.map((cells) => cells[4])).toEqual(['10.00%', '10.00%', '']);
  expect(within(table).getByRole('rowheader', { name: /^5 others/ })).toBeDefined();
  expect(countries.getByRole('button', { name: 'France' })).toBeDefined();
  expect(countries.getByRole('button', { name: 'Unknown' })).toBeDefined();
});

test('the map has the countries of the list, without a second request, and is used with the keyboard', async () => {
  const user = userEvent.setup();
  const router = open();
  const countries = await panel('Locations');
  const france = await countries.findByRole('button', { name: 'France: 20 visitors' });
  expect(api.requests.filter((line) => line.includes('dimension=country'))).toHaveLength(1);
  france.focus();
  expect(await countries.findByText('France: 20 visitors')).toBeDefined();
  await user.keyboard('{Enter}');
  expect(router.state.location.search).toBe('?filter=country%3Ais%3AFR');
});

test('without a known country there is no map', async () => {
  const row = { value: 'unknown', metrics: { visitors: 12, visits: 12 }, compared: null };
  answerWith({ rows: [row], rowCount: 1 });
  open();
  const countries = await panel('Locations');
  await countries.findByRole('table', { name: 'Locations: countries' });
  expect(countries.queryByRole('group', { name: 'Map of visitors by country' })).toBeNull();
});

test('a panel opens with the list that the company chose', async () => {
  const display = { ...usualDisplay, firstLists: { sources: 'utm-medium', devices: 'screen' } as const };
  open('', { display });
  const sources = await panel('Sources');
  expect(await sources.findByRole('table', { name: 'Sources: campaign media' })).toBeDefined();
  expect(await (await panel('Devices')).findByRole('table', { name: 'Devices: screens' })).toBeDefined();
  expect(api.requests.some((line) => line.includes('dimension=channel'))).toBe(false);
});

test('without orders there are no columns about them', async () => {
  answerWith({ totals: { visitors: 35, visits: 40, orders: 0, revenue: '0.00' } });
  open();
  const table = await (await panel('Locations')).findByRole('table');
  expect(within(table).queryByRole('columnheader', { name: 'Revenue' })).toBeNull();
});

test('a row filters the page, again removes the filter, and Alt+Enter leaves it out', async () => {
  const user = userEvent.setup();
  const router = open();
  const countries = await panel('Locations');
  await user.click(await countries.findByRole('button', { name: 'France' }));
  expect(router.state.location.search).toBe('?filter=country%3Ais%3AFR');
  expect(screen.getByRole('button', { name: 'Change filter: Country is France' })).toBeDefined();
  await user.click(await countries.findByRole('button', { name: 'France', pressed: true }));
  expect(router.state.location.search).toBe('');
  (await countries.findByRole('button', { name: 'France' })).focus();
  await user.keyboard('{Alt>}{Enter}{/Alt}');
  expect(router.state.location.search).toBe('?filter=country%3Ais-not%3AFR');
  await user.click(screen.getByRole('button', { name: /^Remove filter/ }));
  expect(router.state.location.search).toBe('');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add filter' })),
  );
});

test('a filter that no question may have any more is not applied, and the editor explains it', async () => {
  const user = userEvent.setup();
  const seen = Array.from({ length: 5 }, (_, index) => `filter=saw-page%3Ais%3A%2F${index}`).join('&');
  const router = open(`?${seen}`);
  await user.click(await screen.findByRole('button', { name: 'Add filter' }));
  const editor = within(await screen.findByRole('dialog', { name: 'Add filter' }));
  await user.selectOptions(editor.getByLabelText('Filter by'), 'saw-page');
  await user.type(editor.getByLabelText('Value'), '/more');
  await user.click(editor.getByRole('button', { name: 'Apply filter' }));
  expect(editor.getByText(/At most 5 filters can ask/)).toBeDefined();
  expect(router.state.location.search).toBe(`?${seen}`);
});

test('where no more filters fit, the page shows that instead of offering one', async () => {
  open(`?${Array.from({ length: 20 }, (_, index) => `filter=city%3Ais%3A${index}`).join('&')}`);
  expect(await screen.findByText(/No more filters fit/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add filter' })).toBeNull();
});

test('tabs are changed with the arrow keys, and only the shown list is asked for', async () => {
  const user = userEvent.setup();
  open();
  const sources = await panel('Sources');
  await sources.findByRole('table', { name: 'Sources: channels' });
  expect(api.requests.some((line) => line.includes('dimension=utm-campaign'))).toBe(false);
  sources.getByRole('tab', { name: 'Channels' }).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(await sources.findByRole('table', { name: 'Sources: campaigns' })).toBeDefined();
  await user.selectOptions(sources.getByRole('combobox', { name: 'By' }), 'Medium');
  expect(await sources.findByRole('table', { name: 'Sources: campaign media' })).toBeDefined();
});

test('an empty list shows what to do, and a failed one loads again', async () => {
  const user = userEvent.setup();
  answerWith({ rows: [], rowCount: 0 });
  open();
  const sources = await panel('Sources');
  await user.click(sources.getByRole('tab', { name: 'Campaigns' }));
  expect(await sources.findByText('No campaigns in this period')).toBeDefined();
  expect(sources.getByText(/utm_campaign=spring/)).toBeDefined();
  for (const path of [address, listsAddress]) api.error(path, 400, 'invalid-request', 'The server is busy.');
  await user.click(sources.getByRole('tab', { name: 'Referrers' }));
  expect((await sources.findByRole('alert')).textContent).toContain('The referrers could not be loaded');
  answerWith();
  await user.click(sources.getByRole('button', { name: 'Try again' }));
  expect(await sources.findByRole('table', { name: 'Sources: referrers' })).toBeDefined();
});

test('a list that a busy server did not answer is asked again without a click, and its failure stays on the screen until then', async () => {
  api.error(listsAddress, 503, 'unavailable', 'The server took too long to respond.');
  open();
  const sources = await panel('Sources');
  const alert = await sources.findByRole('alert');
  const seen: string[] = [];
  let answerLater = () => undefined as unknown;
  api.handle(listsAddress, (request, response) => {
    answerLater = () => {
      answerWith();
      response.destroy();
      request.destroy();
    };
    seen.push(request.url ?? '');
  });
  await waitFor(() => expect(seen).not.toEqual([]));
  expect(alert.textContent).toContain('The server took too long to respond.');
  expect(sources.queryByRole('status')).toBeNull();
  answerLater();
  expect(await sources.findByRole('table', { name: 'Sources: channels' })).toBeDefined();
});

test('all rows are in the address, searched, sorted and paged', async () => {
  const user = userEvent.setup();
  answerWith({ rowCount: 120 });
  const router = open('?rows=country');
  const dialog = within(await screen.findByRole('dialog', { name: 'All countries' }));
  await user.click(await dialog.findByRole('button', { name: 'Revenue' }));
  expect(dialog.getByRole('columnheader', { name: 'Revenue' }).getAttribute('aria-sort')).toBe('descending');
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  await waitFor(() =>
    expect(api.requests.some((line) => line.includes('sort=-revenue') && line.includes('page=2'))).toBe(true),
  );
  expect(dialog.getByText('Page 2 of 3')).toBeDefined();
  await user.type(dialog.getByRole('searchbox', { name: 'Search' }), 'fr');
  await waitFor(() => expect(api.requests.some((line) => line.includes('search=fr'))).toBe(true));
  expect(dialog.getByText('Page 1 of 3')).toBeDefined();
  expect(dialog.getByRole('link', { name: 'CSV' }).getAttribute('href')).toContain('of=breakdown');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('the editor suggests values and changes a filter', async () => {
  const user = userEvent.setup();
  const router = open('?filter=country:is:FR');
  await user.click(await screen.findByRole('button', { name: 'Change filter: Country is France' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change filter' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Condition' }), 'is not');
  await user.click(await dialog.findByRole('button', { name: 'Unknown' }));
  await user.click(dialog.getByRole('button', { name: 'Apply filter' }));
  await waitFor(() => expect(router.state.location.search).toBe('?filter=country%3Ais-not%3AFR%2Cunknown'));
});
