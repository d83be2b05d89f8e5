// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CustomDomain } from '../../../contract/site/domains.ts';
import { DataProvider } from '../../api/data-provider.tsx';
import { serveAdmin } from '../../testing/admin-builders.ts';
import { type ApiServer, companyId, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import { DomainPanel } from './domain-panel.tsx';

const id = '0198c0de-0000-4000-8000-00000000000d';
const lists = { company: `/api/companies/${companyId}/domains`, agency: '/api/domains' };
let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const aDomain = (fields: Partial<CustomDomain> = {}): CustomDomain => ({
  ...{ id, host: 'stats.client.example', displayHost: 'stats.client.example', isLookalike: false },
  ...{ state: 'waiting', record: { name: '_portal-proof.stats.client.example', value: 'a-proof' } },
  ...{ url: 'https://stats.client.example', createdAt: '2026-11-20T09:00:00.000Z', verifiedAt: null },
  ...{
    stoppedAt: null,
    removedAt: '2026-11-27T09:00:00.000Z',
    checkedAt: null,
    problem: null,
    isFailing: false,
  },
  ...fields,
});
const inUse = { state: 'in-use', verifiedAt: '2026-11-21T09:00:00.000Z', removedAt: null } as const;
const serve = (owner: keyof typeof lists, ...domains: CustomDomain[]) =>
  api.json(`GET ${lists[owner]}`, 200, { domains, target: 'agency.example' });

const CompanyPanel = () => (
  <DataProvider>
    <DomainPanel companyId={companyId} />
  </DataProvider>
);
const AgencyPanel = () => (
  <DataProvider>
    <DomainPanel companyId={null} />
  </DataProvider>
);

function open(owner: string | null = companyId) {
  renderPage('/', { '/': owner === null ? AgencyPanel : CompanyPanel });
  return userEvent.setup();
}

test('an address is added once, also by Enter and a double click, and shows its records to copy', async () => {
  serve('company');
  const user = open();
  const field = await screen.findByLabelText('Address');
  await user.type(field, 'https://Stats.client.example/');
  api.json(`POST ${lists.company}`, 201, aDomain());
  serve('company', aDomain());
  await user.dblClick(screen.getByRole('button', { name: 'Add address' }));
  expect(await screen.findByText('_portal-proof.stats.client.example')).toBeDefined();
  expect(api.count(`POST ${lists.company}`)).toBe(1);
  expect(JSON.parse(api.bodies[api.requests.indexOf(`POST ${lists.company}`)] ?? '')).toEqual({
    host: 'https://Stats.client.example/',
  });
  // A company has one. The focus is not lost with the form.
  await waitFor(() => expect(screen.queryByLabelText('Address')).toBeNull());
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  await user.click(screen.getByRole('button', { name: 'Copy value' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('a-proof'));
  await user.click(screen.getByRole('button', { name: 'Copy target' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('agency.example'));
});

test.each([
  ['127.0.0.1', /instead of an IP address/],
  ['client.example:8443', /without a port/],
  ['*.client.example', /one name/],
  ['client', /at least one dot/],
])('%s is refused at the field, before it is sent', async (typed, problem) => {
  serve('company');
  const user = open();
  await user.type(await screen.findByLabelText('Address'), typed);
  await user.click(screen.getByRole('button', { name: 'Add address' }));
  expect(await screen.findByText(problem)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Address')));
  expect(api.count(`POST ${lists.company}`)).toBe(0);
});

test('a check shows that it runs, and then what is missing, and the address when it is found', async () => {
  serve('company', aDomain());
  const user = open();
  const problem = 'There is no TXT record named _portal-proof.stats.client.example.';
  serve('company', aDomain({ problem }));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  api.handle(`POST ${lists.company}/${id}/check`, async (_request, response) => {
    await held;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(aDomain({ problem })));
  });
  await user.dblClick(await screen.findByRole('button', { name: 'Check now' }));
  expect(await screen.findByRole('button', { name: 'Checking…' })).toBeDefined();
  release();
  expect(await screen.findByText(problem)).toBeDefined();
  expect(api.count(`POST ${lists.company}/${id}/check`)).toBe(1);
  api.json(`POST ${lists.company}/${id}/check`, 200, aDomain(inUse));
  serve('company', aDomain(inUse));
  await user.click(await screen.findByRole('button', { name: 'Check now' }));
  expect(await screen.findByText('In use')).toBeDefined();
  expect(screen.getByRole('link', { name: 'stats.client.example' }).getAttribute('href')).toBe(
    'https://stats.client.example',
  );
});

test('an address is removed only after a confirmation that names what ends', async () => {
  serve('company', aDomain(inUse));
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Remove stats.client.example' }));
  const question = within(screen.getByRole('group', { name: 'Remove stats.client.example' }));
  expect(question.getByText(/end at once/)).toBeDefined();
  api.handle(`DELETE ${lists.company}/${id}`, (_request, response) => {
    response.writeHead(204);
    response.end();
  });
  serve('company');
  await user.dblClick(question.getByRole('button', { name: 'Remove the address' }));
  expect(await screen.findByLabelText('Address')).toBeDefined();
  expect(api.count(`DELETE ${lists.company}/${id}`)).toBe(1);
});

test('a stopped address, a failing one and a lookalike are marked', async () => {
  const stopped = { state: 'stopped', removedAt: null, stoppedAt: '2026-11-22T09:00:00.000Z' } as const;
  serve(
    'agency',
    aDomain({ ...stopped, problem: 'There is no TXT record.' }),
    aDomain({ ...inUse, id: id.replace('d', 'e'), problem: 'It is gone.', isFailing: true }),
    aDomain({ id: id.replace('d', 'f'), isLookalike: true, displayHost: 'xn--stts-7ld.client.example' }),
  );
  open(null);
  expect(await screen.findByText('Stopped')).toBeDefined();
  expect(
    screen.getByText(/still missing an hour after the first check without it, the address stops/),
  ).toBeDefined();
  expect(screen.getByText(/look like those of another name/)).toBeDefined();
  // The agency has at most three.
  expect(screen.queryByLabelText('Address')).toBeNull();
});

test('a list that cannot be loaded offers to try again', async () => {
  api.error(`GET ${lists.company}`, 500, 'internal', 'Something went wrong.');
  open();
  expect(await screen.findByText('Failed to load the addresses')).toBeDefined();
});
