// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AdminCompany } from '../../../contract/company/companies.ts';
import { anAdminCompany, serveAdmin } from '../../testing/admin-builders.ts';
import { type ApiServer, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import CompaniesScreen from '../companies/companies-screen.tsx';
import { browserTimeZone, listTimeZones } from '../companies/form/time-zones.ts';

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

const open = (path: string) =>
  renderPage(`/admin${path}`, { '/admin': CompaniesScreen, '/admin/companies/:companyId': CompaniesScreen });

async function edit(fields: Partial<AdminCompany> = {}): Promise<AdminCompany> {
  const company = anAdminCompany(fields);
  api.json('GET /api/companies', 200, { companies: [company] });
  const {
    access_key,
    active,
    lastEventAt,
    demoDataSince,
    excludedPaths,
    excludedAddresses,
    hasOrders,
    ...saved
  } = company;
  api.json(`PATCH /api/companies/${company.id}`, 200, saved);
  api.json(`GET /api/companies/${company.id}/goals`, 200, { goals: [] });
  open(`/companies/${company.id}`);
  await screen.findByRole('heading', { level: 1, name: company.name });
  return company;
}

const sheetOf = () => within(screen.getByRole('main'));

/** The field of the settings, or of the form of a new company. By selectors, because roles of many options are slow. */
const timeZone = () =>
  [...document.querySelectorAll<HTMLInputElement>('input[role="combobox"]')].at(-1) ?? new HTMLInputElement();
const options = () =>
  [...document.querySelectorAll('[role="listbox"] [role="option"]')].map(
    (option) => option.textContent ?? '',
  );
const activeOption = () =>
  document.getElementById(timeZone().getAttribute('aria-activedescendant') ?? '')?.textContent ?? '';
const sent = (method: string) => {
  const index = api.requests.findIndex((request) => request.startsWith(`${method} `));
  return index === -1 ? undefined : JSON.parse(api.bodies[index] ?? '');
};

test('a new company gets the time zone of the administrator’s browser', async () => {
  open('?new=company');
  await screen.findByRole('heading', { name: 'New company portal' });
  expect(timeZone().value).toBe(browserTimeZone());
});

test('a time zone is found by a part of its name and chosen with the keyboard', async () => {
  await edit({ timeZone: 'UTC' });
  await user.tab();
  while (document.activeElement !== timeZone()) await user.tab();
  await user.keyboard('new york');
  expect(options()).toHaveLength(1);
  expect(activeOption()).toMatch(/America\/New_York.*UTC−0[45]:00/);
  await user.keyboard('{Enter}');
  expect(timeZone().value).toBe('America/New_York');
  expect(timeZone().getAttribute('aria-expanded')).toBe('false');
  expect(sent('PATCH')).toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('PATCH')).toMatchObject({ timeZone: 'America/New_York' }));
});

test('the list opens at the present time zone, and the arrow keys move in it', async () => {
  await edit({ timeZone: 'Europe/London' });
  await user.click(timeZone());
  expect(options().length).toBeGreaterThan(400);
  expect(activeOption()).toMatch(/^Europe\/London/);
  const names = listTimeZones(new Date()).map(({ name }) => name);
  const here = names.indexOf('Europe/London');
  await user.keyboard('{ArrowDown}');
  expect(activeOption()).toContain(names[here + 1]);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(activeOption()).toContain(names[here - 1]);
  await user.keyboard('{Escape}');
  expect(options()).toEqual([]);
  expect(timeZone().value).toBe('Europe/London');
});

test('a time zone is chosen with the mouse', async () => {
  await edit({ timeZone: 'UTC' });
  await user.clear(timeZone());
  await user.type(timeZone(), 'tokyo');
  await user.click(screen.getByRole('option', { name: /Asia\/Tokyo/ }));
  expect(timeZone().value).toBe('Asia/Tokyo');
  await waitFor(() => expect(document.activeElement).toBe(timeZone()));
});

test('another time zone shows what happens to existing numbers', async () => {
  await edit({ timeZone: 'Europe/London' });
  const notice = 'Numbers of single days will change.';
  expect(screen.queryByText(notice)).toBeNull();
  await user.clear(timeZone());
  await user.type(timeZone(), 'europe/paris');
  expect(screen.getByText(notice).parentElement?.textContent).toContain(
    'begins at midnight in Europe/Paris instead of Europe/London',
  );
  await user.tab();
  expect(timeZone().value).toBe('Europe/Paris');
});

test('a time zone that does not exist is marked and not sent', async () => {
  await edit();
  await user.clear(timeZone());
  await user.type(timeZone(), 'Atlantis');
  expect(screen.getByText(/No time zone has “Atlantis” in its name/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Please choose a time zone such as Europe/London.')).toBeDefined();
  expect(timeZone().getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(timeZone()));
  expect(sent('PATCH')).toBeUndefined();
});

test('a time zone that the server’s database does not know is marked with the server’s message', async () => {
  const { id } = await edit();
  const error = { code: 'invalid-request', message: 'The database does not know it.', field: 'timeZone' };
  api.json(`PATCH /api/companies/${id}`, 400, { error });
  setText('Name', 'Pine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(error.message);
  expect(timeZone().getAttribute('aria-invalid')).toBe('true');
});

test('the checkboxes show and change what the tracking script may do', async () => {
  await edit({ storesVisitorId: false, hasHashRouting: true });
  const sheet = sheetOf();
  const storesId = sheet.getByRole<HTMLInputElement>('checkbox', {
    name: 'Keep a visitor id until the day ends',
  });
  const hasHash = sheet.getByRole<HTMLInputElement>('checkbox', { name: 'Count paths after # as pages' });
  expect([storesId.checked, hasHash.checked]).toEqual([false, true]);
  expect(sheet.queryByText('The tracking code will change.')).toBeNull();
  await user.click(storesId);
  await user.click(hasHash);
  expect([storesId.checked, hasHash.checked]).toEqual([true, false]);
  expect(sheet.getByText('The tracking code will change.')).toBeDefined();
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('PATCH')).toMatchObject({ storesVisitorId: true, hasHashRouting: false }));
});

const save = () => user.click(sheetOf().getByRole('button', { name: 'Save' }));
const setText = (label: string, text: string) => {
  const field = sheetOf().getByLabelText<HTMLTextAreaElement>(label);
  fireEvent.change(field, { target: { value: text } });
  return field;
};

test('hosts, paths and addresses are shown and sent as lines', async () => {
  await edit({ hostNames: ['*.shop.example', 'bücher.test'], excludedPaths: ['/intern/*'] });
  const sheet = sheetOf();
  expect(sheet.getByLabelText<HTMLTextAreaElement>('Further hosts').value).toBe(
    '*.shop.example\nbücher.test',
  );
  setText('Further hosts', ' blog.shop.example \n\n*.shop.example\n');
  setText('Paths to leave out', '/intern/*\n*/preview');
  setText('IP addresses to leave out', '203.0.113.0/24\n2001:db8::1');
  await save();
  await waitFor(() =>
    expect(sent('PATCH')).toMatchObject({
      hostNames: ['blog.shop.example', '*.shop.example'],
      excludedPaths: ['/intern/*', '*/preview'],
      excludedAddresses: ['203.0.113.0/24', '2001:db8::1'],
      weekStart: 1,
      countsOnlyVerified: false,
    }),
  );
});

test.each([
  [
    'Further hosts',
    'blog.test\n\n*.com',
    'Line 2, “*.com”, is not a host such as blog.shop.example or *.shop.example.',
  ],
  ['Paths to leave out', '/a\nintern', 'Line 2, “intern”, must start with / or *.'],
  [
    'IP addresses to leave out',
    '1.2.3\n0.0.0.0/0',
    'Line 1, “1.2.3”, is not an IP address or a network such as 203.0.113.0/24. Line 2, “0.0.0.0/0”, is too large: at least /8 for IPv4, /16 for IPv6.',
  ],
  [
    'Further hosts',
    Array.from({ length: 5 }, () => 'x').join('\n'),
    /Line 3, “x”, is not a host .* 2 more lines are not valid\.$/,
  ],
  [
    'Further hosts',
    Array.from({ length: 21 }, (_, index) => `a${index}.test`).join('\n'),
    'Please enter at most 20 lines; these are 21.',
  ],
])('a wrong line of “%s” is named and nothing is sent', async (label, text, message) => {
  await edit();
  const field = setText(label, text);
  await save();
  expect(sheetOf().getByText(message)).toBeDefined();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(sent('PATCH')).toBeUndefined();
});

test('an entry that the server refuses is marked at its list', async () => {
  const { id } = await edit();
  const error = { code: 'invalid-request', message: 'This host is refused.', field: 'hostNames.0' };
  api.json(`PATCH /api/companies/${id}`, 400, { error });
  const field = setText('Further hosts', 'blog.test');
  await save();
  await screen.findByText(error.message);
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('week start, currency and which orders count are changed', async () => {
  await edit({ currency: 'USD' });
  const sheet = sheetOf();
  await user.selectOptions(sheet.getByLabelText('Week starts on'), 'Sunday');
  await user.selectOptions(sheet.getByLabelText('Currency of its orders'), 'JPY');
  await user.click(sheet.getByRole('checkbox', { name: 'Count only verified orders' }));
  expect(sheet.getByLabelText('Largest order (JPY)')).toBeDefined();
  await save();
  await waitFor(() =>
    expect(sent('PATCH')).toMatchObject({
      ...{ currency: 'JPY', weekStart: 7 },
      ...{ countsOnlyVerified: true },
    }),
  );
});

test('the currency is fixed once there are orders, and the form shows why', async () => {
  await edit({ currency: 'EUR', hasOrders: true });
  const sheet = sheetOf();
  const select = sheet.getByLabelText<HTMLSelectElement>('Currency of its orders');
  expect(select.disabled).toBe(true);
  expect(select.value).toBe('EUR');
  expect(sheet.getByText(/Stays EUR \(Euro\), because orders are already counted in it/)).toBeDefined();
  setText('Name', 'Pine');
  await save();
  await waitFor(() => expect(sent('PATCH')).toBeDefined());
  expect(sent('PATCH')).not.toHaveProperty('currency');
});

test('an order that arrived in between is explained at the currency', async () => {
  const { id } = await edit({ currency: 'USD' });
  const error = { code: 'currency-fixed', message: 'The currency stays USD.', field: 'currency' };
  api.json(`PATCH /api/companies/${id}`, 409, { error });
  const select = sheetOf().getByLabelText<HTMLSelectElement>('Currency of its orders');
  await user.selectOptions(select, 'EUR');
  await save();
  await screen.findByText(error.message);
  expect(select.getAttribute('aria-invalid')).toBe('true');
});

test('the site opens with the mark that stops counting the browser', async () => {
  await edit({ domain: 'harbourpine.shop' });
  const exclude = sheetOf().getByRole<HTMLAnchorElement>('link', { name: 'Stop counting this browser' });
  expect(exclude.href).toBe('http://harbourpine.shop/#stats-exclude');
  const include = sheetOf().getByRole<HTMLAnchorElement>('link', { name: 'Count it again' });
  expect(include.href).toBe('http://harbourpine.shop/#stats-include');
});

test('without visitor ids the form shows why a browser cannot be left out', async () => {
  await edit({ storesVisitorId: false });
  expect(sheetOf().queryByRole('link', { name: 'Stop counting this browser' })).toBeNull();
  expect(sheetOf().getByText(/Not possible while the site keeps no visitor id/)).toBeDefined();
});

test('a domain with umlauts is edited in Unicode', async () => {
  await edit({ domain: 'xn--mnchen-3ya.example', displayDomain: 'münchen.example' });
  expect(sheetOf().getByLabelText<HTMLInputElement>('Domain').value).toBe('münchen.example');
  expect(sheetOf().getByText('Counts visits to münchen.example and www.münchen.example')).toBeDefined();
});
