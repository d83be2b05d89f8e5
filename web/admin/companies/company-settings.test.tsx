// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AdminCompany } from '../../../contract/companies.ts';
import { anAdminCompany, serveAdmin } from '../../testing/admin-builders.ts';
import { type ApiServer, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import CompaniesScreen from './companies-screen.tsx';
import { browserTimeZone, listTimeZones } from './form/time-zones.ts';

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

const open = (search: string) => renderPage(`/admin${search}`, { '/admin': CompaniesScreen });

async function edit(fields: Partial<AdminCompany> = {}): Promise<AdminCompany> {
  const company = anAdminCompany(fields);
  api.json('GET /api/companies', 200, { companies: [company] });
  const { access_key, active, lastEventAt, demoDataSince, ...saved } = company;
  api.json(`PATCH /api/companies/${company.id}`, 200, saved);
  open(`?company=${company.id}`);
  await screen.findByRole('dialog', { name: company.name });
  return company;
}

const timeZone = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent ?? '');
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
  expect(document.activeElement).toBe(timeZone());
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
  expect(document.activeElement).toBe(timeZone());
  expect(sent('PATCH')).toBeUndefined();
});

test('a time zone that the server’s database does not know is marked with the server’s message', async () => {
  const { id } = await edit();
  const error = { code: 'invalid-request', message: 'The database does not know it.', field: 'timeZone' };
  api.json(`PATCH /api/companies/${id}`, 400, { error });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(error.message);
  expect(timeZone().getAttribute('aria-invalid')).toBe('true');
});

test('the checkboxes show and change what the tracking script may do', async () => {
  await edit({ storesVisitorId: false, hasHashRouting: true });
  const sheet = within(screen.getByRole('dialog'));
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
