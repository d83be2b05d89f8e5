// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiKey } from '../../../../contract/shop/api-keys.ts';
import type { ShopConnection, ShopDelivery } from '../../../../contract/shop/connections.ts';
import { trackingStubTag } from '../../../../contract/tracking-stub.ts';
import { serveAdmin } from '../../../testing/admin-builders.ts';
import { type ApiServer, aCompany, companyId, startApi } from '../../../testing/api-server.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import { signedInAdmin } from '../../../testing/signed-in-accounts.ts';
import TrackingScriptScreen from '../tracking-script-screen.tsx';

const path = `/api/companies/${companyId}`;
const snippet = `<script defer src="https://northlight.test/t.js" data-company="${companyId}"></script>`;
const keyId = '0192a0b0-0000-7000-8000-000000000001';
let api: ApiServer;

const aKey = (fields: Partial<ApiKey> = {}): ApiKey => ({
  id: keyId,
  name: 'Checkout server',
  hint: 'w4Kd',
  scopes: ['write'],
  createdAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: null,
  endsAt: null,
  ...fields,
});
const aConnection = (fields: Partial<ShopConnection> = {}): ShopConnection => ({
  provider: 'stripe',
  webhookUrl: `https://northlight.test/api/webhooks/stripe/${keyId}`,
  hasSecret: true,
  createdAt: '2026-11-20T10:00:00.000Z',
  deliveries: [],
  ...fields,
});
const aDelivery = (fields: Partial<ShopDelivery> = {}): ShopDelivery => ({
  id: crypto.randomUUID(),
  receivedAt: new Date().toISOString(),
  topic: 'payment_intent.succeeded',
  result: 'recorded',
  detail: '',
  orderId: 'A-1042',
  count: 1,
  ...fields,
});
const setKeys = (...keys: ApiKey[]) => api.json(`GET ${path}/api-keys`, 200, { keys });
const setConnections = (...connections: ShopConnection[]) =>
  api.json(`GET ${path}/shop-connections`, 200, { connections });
const sent = (method: string) => {
  const index = api.requests.findLastIndex((line) => line.startsWith(`${method} `));
  return [api.requests[index], api.bodies[index]];
};

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'admin' }));
  api.json(`GET ${path}/tracking-script`, 200, { snippet, frozenSnippet: snippet, lastEventAt: null });
  setKeys();
  setConnections();
});
afterEach(async () => {
  resetPage();
  await api.close();
});

/** Opens the page and waits for the panel. */
async function openPanel(name: 'API keys' | 'Shop connections') {
  renderPage(`/tracking-script/${companyId}/shop`, {
    '/tracking-script/:companyId/shop': TrackingScriptScreen,
  });
  return within(await screen.findByRole('region', { name }));
}

test('a client sees neither API keys nor shop connections', async () => {
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'viewer' }));
  renderPage(`/tracking-script/${companyId}/shop`, {
    '/tracking-script/:companyId/shop': TrackingScriptScreen,
  });
  await screen.findByRole('heading', { name: 'Verified orders from your server' });
  expect(screen.getByText(/Your account administrator creates the key/)).toBeDefined();
  expect(screen.queryByRole('region', { name: 'API keys' })).toBeNull();
  expect(api.requests.some((line) => line.includes('api-keys') || line.includes('connections'))).toBe(false);
});

test('a new key is shown once, can be copied and disappears', async () => {
  const user = userEvent.setup();
  const panel = await openPanel('API keys');
  expect(await panel.findByText(/There is no API key yet/)).toBeDefined();
  await user.click(panel.getByRole('button', { name: 'Create key' }));
  expect(panel.getByText('Enter a name, such as “Checkout server”.')).toBeDefined();

  api.json(`POST ${path}/api-keys`, 201, { key: 'nl_secret_w4Kd', apiKey: aKey() });
  setKeys(aKey());
  await user.type(panel.getByLabelText('Name of the new key'), ' Checkout server ');
  await user.click(panel.getByRole('button', { name: 'Create key' }));
  const box = within(await panel.findByRole('region', { name: 'New key “Checkout server”' }));
  expect(sent('POST')).toEqual([`POST ${path}/api-keys`, '{"name":"Checkout server","scopes":["write"]}']);
  expect(box.getByText(/This key is not shown again/)).toBeDefined();
  await user.click(box.getByRole('button', { name: 'Copy key' }));
  expect(await navigator.clipboard.readText()).toBe('nl_secret_w4Kd');
  expect(panel.getByText('…w4Kd')).toBeDefined();
  expect(panel.getByText(/never used/)).toBeDefined();
  await user.click(box.getByRole('button', { name: 'I have stored it' }));
  expect(screen.queryByText('nl_secret_w4Kd')).toBeNull();
});

test('a new key has the chosen scopes, and at least one', async () => {
  const user = userEvent.setup();
  setKeys(aKey());
  const panel = await openPanel('API keys');
  expect(await panel.findByText(/^May write\. Created/)).toBeDefined();
  const write = panel.getByLabelText<HTMLInputElement>('Report orders and refunds (write)');
  const read = panel.getByLabelText<HTMLInputElement>('List orders (read)');
  expect([write.checked, read.checked]).toEqual([true, false]);
  await user.type(panel.getByLabelText('Name of the new key'), 'Bookkeeping');
  await user.click(write);
  await user.click(panel.getByRole('button', { name: 'Create key' }));
  expect(panel.getByRole('alert').textContent).toBe('Choose what the key may do.');
  expect(api.requests.some((line) => line.startsWith('POST'))).toBe(false);

  await user.click(read);
  expect(panel.queryByRole('alert')).toBeNull();
  await user.click(write);
  const both = aKey({ id: '0192a0b0-0000-7000-8000-000000000002', name: 'Bookkeeping' });
  api.json(`POST ${path}/api-keys`, 201, {
    key: 'nl_secret',
    apiKey: { ...both, scopes: ['write', 'read'] },
  });
  setKeys({ ...both, scopes: ['write', 'read'] }, aKey());
  await user.click(panel.getByRole('button', { name: 'Create key' }));
  expect(await panel.findByText(/^May write and read\. Created/)).toBeDefined();
  expect(sent('POST')[1]).toBe('{"name":"Bookkeeping","scopes":["write","read"]}');
  expect([write.checked, read.checked]).toEqual([true, false]);
});

test('a replaced key works on for a while, and the new one is shown', async () => {
  const user = userEvent.setup();
  setKeys(aKey({ lastUsedAt: new Date().toISOString() }));
  const panel = await openPanel('API keys');
  await user.click(await panel.findByRole('button', { name: 'Replace Checkout server' }));
  expect(panel.getByText(/The old one works for 24 more hours/)).toBeDefined();
  const next = aKey({ id: '0192a0b0-0000-7000-8000-000000000002', hint: 'zzzz' });
  api.json(`POST ${path}/api-keys/${keyId}/replace`, 201, { key: 'nl_secret_zzzz', apiKey: next });
  setKeys(next, aKey({ endsAt: new Date(Date.now() + 86_000_000).toISOString() }));
  await user.click(panel.getByRole('button', { name: 'Replace key' }));
  expect(await panel.findByText('nl_secret_zzzz')).toBeDefined();
  expect(await panel.findByText('Ends in 24 h')).toBeDefined();
  expect(panel.getAllByRole('button', { name: /^Replace/ })).toHaveLength(1);
});

test('a key ends after a confirmation, and after the password when the sign-in is old', async () => {
  const user = userEvent.setup();
  setKeys(aKey());
  api.json('GET /api/me', 200, signedInAdmin);
  api.error(`DELETE ${path}/api-keys/${keyId}`, 403, 'recent-sign-in-required', 'Sign in again.');
  const panel = await openPanel('API keys');
  await user.click(await panel.findByRole('button', { name: 'End Checkout server' }));
  expect(panel.getByText(/stops working immediately/)).toBeDefined();
  await user.click(panel.getByRole('button', { name: 'End key' }));
  expect(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).toBeDefined();
  api.json('POST /api/auth/renew-sign-in', 200, { status: true });
  api.handle(`DELETE ${path}/api-keys/${keyId}`, (_, response) => void response.writeHead(204).end());
  setKeys();
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Key “Checkout server” ended')).toBeDefined();
  expect(await panel.findByText(/There is no API key yet/)).toBeDefined();
});

test('with twenty keys there is no form, and the page shows what to do', async () => {
  setKeys(
    ...Array.from({ length: 20 }, (_, index) => aKey({ id: crypto.randomUUID(), name: `Key ${index}` })),
  );
  const panel = await openPanel('API keys');
  expect(await panel.findByText(/A company has at most 20 keys/)).toBeDefined();
  expect(panel.queryByLabelText('Name of the new key')).toBeNull();
});

test('lists that cannot be loaded are explained and asked again', async () => {
  const user = userEvent.setup();
  api.error(`GET ${path}/api-keys`, 409, 'conflict', 'The service is busy.');
  api.error(`GET ${path}/shop-connections`, 409, 'conflict', 'The service is busy.');
  const panel = await openPanel('API keys');
  expect(await panel.findByText('Failed to load API keys')).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Failed to load shop connections' })).toBeDefined();
  setKeys(aKey());
  await user.click(panel.getByRole('button', { name: 'Try again' }));
  expect(await panel.findByText('…w4Kd')).toBeDefined();
});

test('Stripe is connected step by step', async () => {
  const user = userEvent.setup();
  const panel = await openPanel('Shop connections');
  expect((await panel.findAllByRole('status')).map((state) => state.textContent)).toEqual([
    ...['Not connected', 'Not connected', 'Not connected'],
  ]);
  await user.click(panel.getByRole('heading', { name: 'Stripe' }));
  const connection = aConnection({ hasSecret: false });
  api.json(`PUT ${path}/shop-connections/stripe`, 200, connection);
  setConnections(connection);
  await user.click(panel.getByRole('button', { name: 'Connect Stripe' }));
  expect(sent('PUT')).toEqual([`PUT ${path}/shop-connections/stripe`, '{"secret":null}']);
  expect(await panel.findByText('Signing secret is missing')).toBeDefined();
  await user.click(panel.getByRole('button', { name: 'Copy address' }));
  expect(await navigator.clipboard.readText()).toBe(connection.webhookUrl);
  expect(panel.getByText('charge.dispute.created')).toBeDefined();
  expect(panel.getAllByText(/not against the real service/)).toHaveLength(3);

  const field = panel.getByLabelText('Signing secret of Stripe');
  await user.type(field, 'whsec short');
  await user.click(panel.getByRole('button', { name: 'Save secret' }));
  expect(panel.getByText(/Enter the secret: 16 to 200/)).toBeDefined();
  setConnections(aConnection());
  await user.clear(field);
  await user.type(field, 'whsec_0123456789abcdef');
  await user.click(panel.getByRole('button', { name: 'Save secret' }));
  expect(await panel.findByText('Waiting for the first delivery')).toBeDefined();
  expect(sent('PUT')[1]).toBe('{"secret":"whsec_0123456789abcdef"}');
  expect(screen.queryByDisplayValue('whsec_0123456789abcdef')).toBeNull();
});

test('deliveries show their result, order and reason, five of them at first', async () => {
  const user = userEvent.setup();
  const hostile = '<img src=x onerror=alert(1)>';
  const rejected = aDelivery({ result: 'rejected', topic: '', orderId: null, count: 1200 });
  setConnections(
    aConnection({
      provider: 'shopify',
      deliveries: [
        { ...rejected, detail: 'The signature does not match the secret.' },
        aDelivery({ orderId: hostile, topic: 'orders/paid' }),
        aDelivery({ result: 'unchanged' }),
        aDelivery({ result: 'ignored', detail: 'It is about a customer.', orderId: null }),
        ...[aDelivery(), aDelivery()],
      ],
    }),
  );
  const panel = await openPanel('Shop connections');
  expect(await panel.findByText('The last delivery was rejected')).toBeDefined();
  await user.click(panel.getByRole('heading', { name: 'Shopify' }));
  const list = within(panel.getByRole('region', { name: 'Last deliveries' }));
  const entries = list.getAllByRole('listitem').map((item) => item.textContent ?? '');
  expect(entries).toHaveLength(5);
  expect(entries[0]).toContain('Rejected ×1,200The signature does not match the secret.');
  expect(entries[1]).toContain(`RecordedOrder ${hostile}orders/paid`);
  expect(entries[2]).toContain('Unchanged: it was known already');
  expect(entries[3]).toContain('It is about a customer.');
  expect(document.querySelector('img[src="x"]')).toBeNull();
  await user.click(list.getByRole('button', { name: 'Show all 6 deliveries' }));
  expect(list.getAllByRole('listitem')).toHaveLength(6);
});

test('a connection is removed after a confirmation', async () => {
  const user = userEvent.setup();
  setConnections(aConnection({ deliveries: [aDelivery()] }));
  const panel = await openPanel('Shop connections');
  expect(await panel.findByText('Works')).toBeDefined();
  await user.click(panel.getByRole('heading', { name: 'Stripe' }));
  await user.click(panel.getByRole('button', { name: 'Remove connection to Stripe' }));
  expect(panel.getByText(/Orders that Stripe has reported stay/)).toBeDefined();
  api.handle(`DELETE ${path}/shop-connections/stripe`, (_, response) => void response.writeHead(204).end());
  setConnections();
  await user.click(panel.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Connection to Stripe removed')).toBeDefined();
  expect(await panel.findByRole('button', { name: 'Connect Stripe', hidden: true })).toBeDefined();
});

test('the copied order example begins with the stub, so that it works before the script has loaded', async () => {
  const user = userEvent.setup();
  renderPage(`/tracking-script/${companyId}/shop`, {
    '/tracking-script/:companyId/shop': TrackingScriptScreen,
  });
  await user.click(await screen.findByRole('button', { name: 'Copy example' }));
  const example = await navigator.clipboard.readText();
  expect(example.split('\n')[0]).toBe(trackingStubTag);
  expect(example).toContain("currency: 'USD'");
});
