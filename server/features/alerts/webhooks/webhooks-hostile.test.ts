import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alertRecipients } from '../../../../contract/alerts/alerts.ts';
import {
  type NewWebhook,
  webhookList,
  webhookMessage,
  webhookMessages,
  webhookWithSecret,
} from '../../../../contract/alerts/webhooks.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { anAdmin, anEmail, send, type TestAccount } from '../../../testing/accounts/accounts.ts';
import { aMember } from '../../../testing/accounts/team.ts';
import { aRecipient } from '../../../testing/alerts/alerts.ts';
import { aWebhook, webhookBody } from '../../../testing/alerts/webhooks.ts';
import { aCompany } from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let owner: TestAccount;
/** A manager of `mine` alone. */
let manager: TestAccount;
let mine: string;
let other: string;
const lines: string[] = [];
beforeAll(async () => {
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  t = await buildTestApp({ logger });
  owner = await anAdmin(t);
  mine = (await aCompany(t.db)).company.id;
  other = (await aCompany(t.db)).company.id;
  manager = await aMember(t, owner, { role: 'manager', companies: [mine] });
});
afterAll(() => t.close());

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const call = ({ cookie }: TestAccount, method: Method, url: string, body: unknown = {}) =>
  send(t, url, body, { cookie, method });
const get = ({ cookie }: TestAccount, url: string) => t.app.inject({ url, headers: { cookie } });

async function create(by: TestAccount, company: string | null, body: Partial<NewWebhook> = {}) {
  const answer = await call(by, 'POST', apiPaths.alertWebhooks(company), { ...webhookBody(), ...body });
  expect(answer.statusCode, answer.body).toBe(201);
  return webhookWithSecret.strict().parse(answer.json());
}

test('a webhook is created, listed, changed, tested and deleted; its secret is in two answers alone', async () => {
  lines.length = 0;
  const { webhook, secret } = await create(manager, mine);
  const list = async () =>
    webhookList.parse((await get(manager, apiPaths.alertWebhooks(mine))).json()).webhooks;
  expect(await list()).toEqual([webhook]);
  const path = apiPaths.alertWebhook(mine, webhook.id);
  const changed = await call(manager, 'PATCH', path, { description: 'Chat of the team', kinds: ['drop'] });
  expect(changed.json()).toEqual({ ...webhook, description: 'Chat of the team', kinds: ['drop'] });
  const rotated = await call(manager, 'POST', apiPaths.alertWebhookSecret(mine, webhook.id));
  const { secret: next } = webhookWithSecret.parse(rotated.json());
  expect(next).not.toBe(secret);
  expectError(await call(manager, 'POST', apiPaths.alertWebhookSecret(mine, webhook.id)), 409, 'conflict');
  const tested = webhookMessage.parse(
    (await call(manager, 'POST', apiPaths.alertWebhookTest(mine, webhook.id))).json(),
  );
  expect(tested).toMatchObject({ type: 'test', state: 'waiting', attempts: [] });
  const messages = await get(manager, apiPaths.alertWebhookMessages(mine, webhook.id));
  expect(webhookMessages.parse(messages.json()).messages.map(({ id }) => id)).toEqual([tested.id]);
  const listed = JSON.stringify(await list());
  const audited = await t.db.query('SELECT action, object, object_id FROM audit_log');
  const stored = await t.db.query('SELECT * FROM webhooks');
  const logged = lines.join('\n');
  for (const each of [secret, next]) {
    const bare = each.slice('whsec_'.length);
    const places = [listed, messages.body, changed.body, logged];
    for (const text of [...places, JSON.stringify(audited.rows), JSON.stringify(stored.rows)]) {
      expect(text).not.toContain(bare);
    }
  }
  // Nor the path of its address, which may be one.
  expect(JSON.stringify(audited.rows)).not.toContain('/hook');
  expect(audited.rows).toEqual(
    expect.arrayContaining(
      ['created', 'changed', 'secret-replaced', 'tested'].map((name) =>
        expect.objectContaining({ action: `webhook.${name}`, object_id: mine }),
      ),
    ),
  );
  expect((await call(manager, 'DELETE', path)).statusCode).toBe(204);
  expect(await list()).toEqual([]);
});

test('recipients and webhooks of another company, and of all companies, do not exist for a manager', async () => {
  for (const company of [other, null]) {
    const { id } = await aRecipient(t.db, company);
    const { webhookId } = await aWebhook(t, company);
    const messageId = randomUUID();
    const requests: [Method | 'GET', string, unknown?][] = [
      ['GET', apiPaths.alertRecipients(company)],
      ['POST', apiPaths.alertRecipients(company), { email: anEmail() }],
      ['PATCH', apiPaths.alertRecipient(company, id), { name: 'Mallory' }],
      ['DELETE', apiPaths.alertRecipient(company, id)],
      ['GET', apiPaths.alertWebhooks(company)],
      ['POST', apiPaths.alertWebhooks(company), webhookBody()],
      ['PATCH', apiPaths.alertWebhook(company, webhookId), { isOn: false }],
      ['POST', apiPaths.alertWebhookSecret(company, webhookId)],
      ['POST', apiPaths.alertWebhookTest(company, webhookId)],
      ['GET', apiPaths.alertWebhookMessages(company, webhookId)],
      ['POST', apiPaths.replayWebhookMessage(company, webhookId, messageId)],
      ['DELETE', apiPaths.alertWebhook(company, webhookId)],
    ];
    for (const [method, url, body] of requests) {
      const answer = method === 'GET' ? await get(manager, url) : await call(manager, method, url, body);
      if (company === null) expectError(answer, 403, 'missing-permission');
      else expectError(answer, 404, 'company-not-found');
    }
    // Under the path of the own company neither.
    const foreign: [Method | 'GET', string, unknown?][] = [
      ['PATCH', apiPaths.alertRecipient(mine, id), { name: 'Mallory' }],
      ['DELETE', apiPaths.alertRecipient(mine, id)],
      ['PATCH', apiPaths.alertWebhook(mine, webhookId), { isOn: false }],
      ['POST', apiPaths.alertWebhookSecret(mine, webhookId)],
      ['POST', apiPaths.alertWebhookTest(mine, webhookId)],
      ['GET', apiPaths.alertWebhookMessages(mine, webhookId)],
      ['DELETE', apiPaths.alertWebhook(mine, webhookId)],
    ];
    for (const [method, url, body] of foreign) {
      const answer = method === 'GET' ? await get(manager, url) : await call(manager, method, url, body);
      expectError(answer, 404, 'not-found');
    }
    const left = alertRecipients.parse((await get(owner, apiPaths.alertRecipients(company))).json());
    expect(left.recipients.map((each) => each.name)).toEqual(['Mia Sand']);
    const kept = webhookList.parse((await get(owner, apiPaths.alertWebhooks(company))).json());
    expect(kept.webhooks).toMatchObject([{ id: webhookId, isOn: true, previousSecretEndsAt: null }]);
  }
});

test('a message of another webhook is not sent again', async () => {
  const [one, two] = [await create(owner, other), await create(owner, other)];
  const path = apiPaths.alertWebhookTest(other, one.webhook.id);
  const { id } = webhookMessage.parse((await call(owner, 'POST', path)).json());
  const foreign = apiPaths.replayWebhookMessage(other, two.webhook.id, id);
  expectError(await call(owner, 'POST', foreign), 404, 'not-found');
});

test.each([
  'http://hooks.test/a',
  'https://127.0.0.1/a',
  'https://[::1]/a',
  'https://10.1.2.3/a',
  'https://169.254.169.254/latest/meta-data',
  'https://2130706433/',
  'https://user:secret@hooks.test/',
  'https://hooks.test:5432/',
  'ftp://hooks.test/',
  'https://',
  'hooks.test/a',
])('the address %s is refused at once, by its field', async (url) => {
  const body = { ...webhookBody(), url };
  expectError(await call(owner, 'POST', apiPaths.alertWebhooks(mine), body), 400, 'invalid-request', 'url');
  const { webhook } = await create(owner, null);
  const path = apiPaths.alertWebhook(null, webhook.id);
  expectError(await call(owner, 'PATCH', path, { url }), 400, 'invalid-request', 'url');
  expect((await call(owner, 'DELETE', path)).statusCode).toBe(204);
});

test('an address has a host in ASCII, and no line breaks', async () => {
  const { webhook } = await create(owner, mine, { url: 'https://bücher.example/a\r\nX: y#part' });
  expect(webhook.url).toBe('https://xn--bcher-kva.example/aX:%20y');
});

test('there are at most ten webhooks and twenty recipients of a company, also with simultaneous requests', async () => {
  const company = (await aCompany(t.db)).company.id;
  for (let count = 0; count < 8; count += 1) await aWebhook(t, company);
  for (let count = 0; count < 18; count += 1) await aRecipient(t.db, company);
  const { name, locale, kinds, seesMoney, quietHours, timeZone } = await aRecipient(t.db, other);
  const recipient = { name, locale, kinds, seesMoney, quietHours, timeZone };
  const many = (path: string, toBody: () => object) =>
    Promise.all(Array.from({ length: 4 }, () => call(owner, 'POST', path, toBody())));
  for (const answers of [
    await many(apiPaths.alertWebhooks(company), webhookBody),
    await many(apiPaths.alertRecipients(company), () => ({ ...recipient, email: anEmail() })),
  ]) {
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409]);
  }
});

test('an address is entered once, by its field, also in other letters and after it has unsubscribed', async () => {
  const company = (await aCompany(t.db)).company.id;
  const { id, email, name, locale, kinds, seesMoney, quietHours, timeZone } = await aRecipient(t.db, company);
  const body = { name, locale, kinds, seesMoney, quietHours, timeZone, email: email.toUpperCase() };
  const path = apiPaths.alertRecipients(company);
  expectError(await call(owner, 'POST', path, body), 409, 'conflict', 'email');
  await t.db.query('UPDATE alert_recipients SET unsubscribed_at = now() WHERE id = $1', [id]);
  const message = expectError(await call(owner, 'POST', path, body), 409, 'conflict', 'email');
  expect(message).toContain('has unsubscribed');
  const one = apiPaths.alertRecipient(company, id);
  expectError(await call(owner, 'PATCH', one, { unsubscribedAt: null }), 400, 'invalid-request');
  const muted = await call(owner, 'PATCH', one, { mutedUntil: '2030-01-01T00:00:00.000Z', quietHours: null });
  expect(muted.json()).toMatchObject({
    mutedUntil: '2030-01-01T00:00:00.000Z',
    unsubscribedAt: expect.any(String),
  });
});
