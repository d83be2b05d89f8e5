// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { alertKinds } from '../../../../contract/alerts/alert-kinds.ts';
import type { Webhook } from '../../../../contract/alerts/webhooks.ts';
import { anId, serveAdmin } from '../../../testing/admin-builders.ts';
import { aWebhook, aWebhookMessage } from '../../../testing/alert-builders.ts';
import { type ApiServer, startApi } from '../../../testing/api-server.ts';
import { openAgencyAlerts } from '../../../testing/open-agency-alerts.ts';
import { resetPage } from '../../../testing/render-page.tsx';

const path = '/api/alert-webhooks';
const one = `${path}/${anId(1)}`;
const secret = 'whsec_dGhpcyBpcyBhIHNlY3JldCBvZiAyNCBi';
let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const serve = (...webhooks: Webhook[]) => api.json(`GET ${path}`, 200, { webhooks });

const open = () => openAgencyAlerts('Webhooks');

test('a webhook is added once, and its secret is shown until it is stored', async () => {
  const { user, part } = await open();
  await user.click(await part.findByRole('button', { name: 'Add webhook' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a webhook' }));
  await user.type(dialog.getByLabelText('Address'), 'hooks.example');
  await user.click(dialog.getByRole('button', { name: 'Add webhook' }));
  expect(dialog.getByText(/Please enter an address/)).toBeDefined();
  await user.clear(dialog.getByLabelText('Address'));
  await user.type(dialog.getByLabelText('Address'), 'https://hooks1.client.example/alerts');
  await user.type(dialog.getByLabelText('Description (optional)'), 'Chat 1');
  await user.click(dialog.getByRole('checkbox', { name: 'Goal reached' }));
  const webhook = aWebhook(1);
  api.json(`POST ${path}`, 201, { webhook, secret });
  serve(webhook);
  await user.dblClick(dialog.getByRole('button', { name: 'Add webhook' }));
  expect(await part.findByText(secret)).toBeDefined();
  expect(part.getByText(/it is not shown again/)).toBeDefined();
  await waitFor(() =>
    expect(document.activeElement).toBe(part.getByRole('region', { name: 'Secret of “Chat 1”' })),
  );
  expect(api.count(`POST ${path}`)).toBe(1);
  expect(api.sent(`POST ${path}`)[0]).toEqual({
    url: 'https://hooks1.client.example/alerts',
    description: 'Chat 1',
    kinds: alertKinds.filter((kind) => kind !== 'goal-reached'),
  });
  await user.click(part.getByRole('button', { name: 'Copy secret' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(secret));
  await user.click(part.getByRole('button', { name: 'I have stored it' }));
  expect(part.queryByText(secret)).toBeNull();
});

test('an address that the server refuses is marked at its field', async () => {
  const { user, part } = await open();
  await user.click(await part.findByRole('button', { name: 'Add webhook' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a webhook' }));
  await user.type(dialog.getByLabelText('Address'), 'https://10.0.0.1/hook');
  const message = 'The address belongs to a private network.';
  api.json(`POST ${path}`, 400, { error: { code: 'invalid-request', message, field: 'url' } });
  await user.click(dialog.getByRole('button', { name: 'Add webhook' }));
  expect(await dialog.findByText(message)).toBeDefined();
  expect(document.activeElement).toBe(dialog.getByLabelText('Address'));
});

test('a new secret is created only after a question that names the 24 hours', async () => {
  serve(aWebhook(1));
  const { user, part } = await open();
  await user.click(await part.findByRole('button', { name: 'New secret: Chat 1' }));
  expect(part.getByText(/For 24 hours they are also signed with the old one/)).toBeDefined();
  expect(api.count(`POST ${one}/secret`)).toBe(0);
  const webhook = aWebhook(1, { previousSecretEndsAt: new Date(Date.now() + 86_400_000).toISOString() });
  api.json(`POST ${one}/secret`, 200, { webhook, secret });
  serve(webhook);
  await user.dblClick(part.getByRole('button', { name: 'Create new secret' }));
  expect(await part.findByText(secret)).toBeDefined();
  expect(await part.findByText(/The old secret signs too until/)).toBeDefined();
  // Two can sign, not three.
  expect(part.queryByRole('button', { name: 'New secret: Chat 1' })).toBeNull();
  expect(api.count(`POST ${one}/secret`)).toBe(1);
});

test('a test is sent, and the messages show its attempts and send it again', async () => {
  serve(aWebhook(1));
  const attempts = [
    { at: '2026-11-18T10:00:01.000Z', status: 500, error: 'The receiver answered with 500.', durationMs: 84 },
    {
      at: '2026-11-18T10:00:06.000Z',
      status: null,
      error: 'The receiver did not answer within 10 seconds.',
      durationMs: 10_000,
    },
  ];
  const message = aWebhookMessage(5, { state: 'failed', attempts });
  api.json(`GET ${one}/messages`, 200, { messages: [message] });
  api.handle(`POST ${one}/test`, (_, response) => response.writeHead(202).end());
  const { user, part } = await open();
  await user.dblClick(await part.findByRole('button', { name: 'Send a test: Chat 1' }));
  const log = within(await part.findByRole('list', { name: 'Messages of Chat 1, newest first' }));
  expect(api.count(`POST ${one}/test`)).toBe(1);
  expect(log.getByText('Test message')).toBeDefined();
  expect(log.getByText('This is a test.')).toBeDefined();
  await user.click(log.getByText('Test message'));
  const [, first, second] = log.getAllByRole('row');
  expect(first?.textContent).toMatch(/answered with 500.*84 ms$/);
  expect(second?.textContent).toMatch(/did not answer within 10 seconds.*10\.0 s$/);
  expect(log.getByText(/"type": "test"/)).toBeDefined();

  const replay = `POST ${one}/messages/${message.id}/replay`;
  api.handle(replay, (_, response) => response.writeHead(202).end());
  api.json(`GET ${one}/messages`, 200, { messages: [aWebhookMessage(5)] });
  await user.dblClick(log.getByRole('button', { name: 'Send again' }));
  expect(await log.findByText('Delivered')).toBeDefined();
  expect(api.count(replay)).toBe(1);
  await user.click(part.getByRole('button', { name: 'Hide messages: Chat 1' }));
  expect(part.queryByText('Test message')).toBeNull();
});

test('a failing webhook that was switched off shows that state, and is switched on again', async () => {
  serve(aWebhook(1, { isOn: false, failingSince: '2026-11-12T08:00:00.000Z' }));
  const { user, part } = await open();
  expect(await part.findByText(/so it was switched off/)).toBeDefined();
  expect(part.queryByRole('button', { name: 'Send a test: Chat 1' })).toBeNull();
  api.json(`PATCH ${one}`, 200, aWebhook(1));
  serve(aWebhook(1));
  await user.click(part.getByRole('button', { name: 'Switch on: Chat 1' }));
  expect(await part.findByText('On')).toBeDefined();
  expect(api.sent(`PATCH ${one}`)[0]).toEqual({ isOn: true });
});

test('a webhook is removed only after a question', async () => {
  serve(aWebhook(1));
  const { user, part } = await open();
  await user.click(await part.findByRole('button', { name: 'Remove: Chat 1' }));
  expect(api.count(`DELETE ${one}`)).toBe(0);
  api.handle(`DELETE ${one}`, (_, response) => {
    serve();
    response.writeHead(204).end();
  });
  await user.dblClick(part.getByRole('button', { name: 'Remove webhook' }));
  expect(await part.findByText(/No program gets alerts yet/)).toBeDefined();
  expect(api.count(`DELETE ${one}`)).toBe(1);
});
