// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Token } from '../../../../contract/company/tokens.ts';
import type { ShopConnection, ShopDelivery } from '../../../../contract/shop/connections.ts';
import { trackingStubTag } from '../../../../contract/tracking-stub.ts';
import { aToken as anyToken, serveAdmin } from '../../../testing/admin-builders.ts';
import { type ApiServer, aCompany, companyId, startApi } from '../../../testing/api-server.ts';
import { renderPage, resetPage } from '../../../testing/render-page.tsx';
import { signedInAdmin } from '../../../testing/signed-in-accounts.ts';
import TrackingScriptScreen from '../tracking-script-screen.tsx';

const path = `/api/companies/${companyId}`;
const snippet = `<script defer src="https://northlight.test/t.js" data-company="${companyId}"></script>`;
const tokenId = '0192a0b0-0000-7000-8000-000000000001';
let api: ApiServer;

const aConnection = (fields: Partial<ShopConnection> = {}): ShopConnection => ({
  provider: 'stripe',
  webhookUrl: `https://northlight.test/api/webhooks/stripe/${tokenId}`,
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
const aToken = (fields: Partial<Token> = {}) => anyToken({ id: tokenId, ...fields });
const setTokens = (...tokens: Token[]) => api.json(`GET ${path}/tokens`, 200, { tokens });
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
  setTokens();
  setConnections();
});
afterEach(async () => {
  resetPage();
  await api.close();
});

/** Opens the page and waits for the panel. */
async function openPanel(name: 'Tokens for orders' | 'Shop connections') {
  renderPage(`/tracking-script/${companyId}/shop`, {
    '/tracking-script/:companyId/shop': TrackingScriptScreen,
  });
  return within(await screen.findByRole('region', { name }));
}

test('a client sees neither tokens nor shop connections', async () => {
  api.json(`GET ${path}`, 200, aCompany({ viewedAs: 'viewer' }));
  renderPage(`/tracking-script/${companyId}/shop`, {
    '/tracking-script/:companyId/shop': TrackingScriptScreen,
  });
  await screen.findByRole('heading', { name: 'Verified orders from your server' });
  expect(screen.getByText(/Your account administrator creates the token/)).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Tokens for orders' })).toBeNull();
  expect(api.requests.some((line) => line.includes('/tokens') || line.includes('connections'))).toBe(false);
});

test('a new token is shown once, can be copied and disappears', async () => {
  const user = userEvent.setup();
  const panel = await openPanel('Tokens for orders');
  expect(await panel.findByText(/There is no token for orders yet/)).toBeDefined();
  await user.click(panel.getByRole('button', { name: 'Create token' }));
  expect(panel.getByText('Enter a name, such as “Checkout server”.')).toBeDefined();

  api.json(`POST ${path}/tokens`, 201, { secret: 'nl_secret_w4Kd', token: aToken() });
  setTokens(aToken());
  await user.type(panel.getByLabelText('Name of the new token'), ' Checkout server ');
  await user.click(panel.getByRole('button', { name: 'Create token' }));
  const box = within(await panel.findByRole('region', { name: 'New token “Checkout server”' }));
  expect(sent('POST')).toEqual([
    `POST ${path}/tokens`,
    '{"name":"Checkout server","rights":["write-orders"],"filters":[],"expiresAt":null}',
  ]);
  expect(box.getByText(/It is not shown again/)).toBeDefined();
  await user.click(box.getByRole('button', { name: 'Copy token' }));
  expect(await navigator.clipboard.readText()).toBe('nl_secret_w4Kd');
  expect(panel.getByText('…w4Kd')).toBeDefined();
  expect(panel.getByText(/never used/)).toBeDefined();
  await user.click(box.getByRole('button', { name: 'I have stored it' }));
  expect(screen.queryByText('nl_secret_w4Kd')).toBeNull();
});

test('a new token has the chosen rights, and at least one', async () => {
  const user = userEvent.setup();
  setTokens(aToken());
  const panel = await openPanel('Tokens for orders');
  expect(await panel.findByText(/^May write orders\. Created/)).toBeDefined();
  const write = panel.getByLabelText<HTMLInputElement>('Report orders and refunds');
  const read = panel.getByLabelText<HTMLInputElement>('List orders');
  expect([write.checked, read.checked]).toEqual([true, false]);
  await user.type(panel.getByLabelText('Name of the new token'), 'Bookkeeping');
  await user.click(write);
  await user.click(panel.getByRole('button', { name: 'Create token' }));
  expect(panel.getByRole('alert').textContent).toBe('Choose what the token may do.');
  expect(api.requests.some((line) => line.startsWith('POST'))).toBe(false);

  await user.click(read);
  expect(panel.queryByRole('alert')).toBeNull();
  await user.click(write);
  const both = aToken({
    ...{ id: '0192a0b0-0000-7000-8000-000000000002', name: 'Bookkeeping' },
    rights: ['money', 'orders', 'write-orders'],
  });
  api.json(`POST ${path}/tokens`, 201, { secret: 'nl_secret', token: both });
  setTokens(both, aToken());
  await user.click(panel.getByRole('button', { name: 'Create token' }));
  expect(await panel.findByText(/^May see money, read orders, and write orders\. Created/)).toBeDefined();
  expect(sent('POST')[1]).toBe(
    '{"name":"Bookkeeping","rights":["orders","money","write-orders"],"filters":[],"expiresAt":null}',
  );
  expect([write.checked, read.checked]).toEqual([true, false]);
});

test('a replaced token works on for a while, and the new one is shown', async () => {
  const user = userEvent.setup();
  setTokens(aToken({ lastUsedAt: new Date().toISOString() }));
  const panel = await openPanel('Tokens for orders');
  await user.click(await panel.findByRole('button', { name: 'Replace: Checkout server' }));
  expect(panel.getByText(/The old one works for 24 more hours/)).toBeDefined();
  const next = aToken({ hint: 'zzzz', oldTokenEndsAt: new Date(Date.now() + 86_000_000).toISOString() });
  api.json(`POST ${path}/tokens/${tokenId}/replace`, 201, { secret: 'nl_secret_zzzz', token: next });
  setTokens(next);
  await user.click(panel.getByRole('button', { name: 'Replace token' }));
  expect(await panel.findByText('nl_secret_zzzz')).toBeDefined();
  expect(await panel.findByText('Old secret works for 24 h')).toBeDefined();
  expect(panel.queryByRole('button', { name: /^Replace/ })).toBeNull();
  await user.click(panel.getByRole('button', { name: 'Revoke old secret: Checkout server' }));
  api.handle(
    `DELETE ${path}/tokens/${tokenId}/replaced`,
    (_, response) => void response.writeHead(204).end(),
  );
  setTokens(aToken({ hint: 'zzzz' }));
  await user.click(panel.getByRole('button', { name: 'Revoke old secret' }));
  expect(await panel.findByRole('button', { name: 'Replace: Checkout server' })).toBeDefined();
});

test('a token is revoked after a confirmation, and after the password when the sign-in is old', async () => {
  const user = userEvent.setup();
  setTokens(aToken());
  api.json('GET /api/me', 200, signedInAdmin);
  api.error(`DELETE ${path}/tokens/${tokenId}`, 403, 'recent-sign-in-required', 'Sign in again.');
  const panel = await openPanel('Tokens for orders');
  await user.click(await panel.findByRole('button', { name: 'Revoke: Checkout server' }));
  expect(panel.getByText(/stops working immediately/)).toBeDefined();
  await user.click(panel.getByRole('button', { name: 'Revoke token' }));
  expect(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).toBeDefined();
  api.json('POST /api/auth/renew-sign-in', 200, { status: true });
  api.handle(`DELETE ${path}/tokens/${tokenId}`, (_, response) => void response.writeHead(204).end());
  setTokens();
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Token “Checkout server” revoked')).toBeDefined();
  expect(await panel.findByText(/There is no token for orders yet/)).toBeDefined();
});

test('with twenty tokens there is no form, and the page shows what to do', async () => {
  setTokens(
    ...Array.from({ length: 20 }, (_, index) => aToken({ id: crypto.randomUUID(), name: `Token ${index}` })),
  );
  const panel = await openPanel('Tokens for orders');
  expect(await panel.findByText(/A company has at most 20 tokens/)).toBeDefined();
  expect(panel.queryByLabelText('Name of the new token')).toBeNull();
});

test('lists that cannot be loaded are explained and asked again', async () => {
  const user = userEvent.setup();
  api.error(`GET ${path}/tokens`, 409, 'conflict', 'The service is busy.');
  api.error(`GET ${path}/shop-connections`, 409, 'conflict', 'The service is busy.');
  const panel = await openPanel('Tokens for orders');
  expect(await panel.findByText('Failed to load tokens')).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Failed to load shop connections' })).toBeDefined();
  setTokens(aToken());
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
