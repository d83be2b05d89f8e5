import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { makeWebhookSecret, openWebhookSecret, sealWebhookSecret, toSignedHeaders } from './signature.ts';

const appSecret = 'an app secret for tests of 32 characters or more';
const id = '0198c0de-0000-7000-8000-000000000000';
const body = '{"type":"test","data":{"text":"Grüße"}}';
const secret = makeWebhookSecret(appSecret, id, undefined);
const other = makeWebhookSecret(appSecret, id, undefined);
const signedAt = new Date();
const signed = (secrets: string[], at = signedAt) => toSignedHeaders({ id, at, body }, secrets);

test('a secret has 24 to 64 random bytes', () => {
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+={0,2}$/);
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  expect(other).not.toBe(secret);
});

test('a secret follows from the Idempotency-Key of its request, and from nothing else that is stored', () => {
  const make = (createdId: string, key: string, app = appSecret) => makeWebhookSecret(app, createdId, key);
  expect(make(id, 'key')).toBe(make(id, 'key'));
  for (const each of [make(id, 'key 2'), make(`${id}2`, 'key'), make(id, 'key', `${appSecret}!`)])
    expect(each).not.toBe(make(id, 'key'));
});

test('the library of Standard Webhooks accepts a message, and signs it alike', () => {
  const at = new Date();
  const webhook = new Webhook(secret);
  const headers = signed([secret], at);
  expect(webhook.verify(body, headers)).toEqual(JSON.parse(body));
  expect(headers['webhook-signature']).toBe(webhook.sign(id, at, body));
});

test('while a secret is replaced, both are accepted', () => {
  const headers = signed([secret, other]);
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
  for (const each of [secret, other])
    expect(new Webhook(each).verify(body, headers)).toEqual(JSON.parse(body));
  const third = makeWebhookSecret(appSecret, id, undefined);
  expect(() => new Webhook(third).verify(body, headers)).toThrow('No matching signature found');
});

test.each([
  ['another body', { body: body.replace('test', 'best') }],
  ['a space more', { body: `${body} ` }],
  ['another id', { headers: { 'webhook-id': `${id}0` } }],
  ['another time', { headers: { 'webhook-timestamp': String(Math.floor(signedAt.getTime() / 1000) + 1) } }],
  ['an old time', { headers: signed([secret], new Date(Date.now() - 600_000)) }],
  ['a time to come', { headers: signed([secret], new Date(Date.now() + 600_000)) }],
  [
    'another version',
    { headers: { 'webhook-signature': signed([secret])['webhook-signature']?.replace('v1', 'v2') ?? '' } },
  ],
  ['no signature', { headers: { 'webhook-signature': '' } }],
  ['another secret', { headers: signed([other]) }],
])('a message with %s is refused', (_name, tampered: { body?: string; headers?: Record<string, string> }) => {
  const headers = { ...signed([secret]), ...tampered.headers };
  expect(() => new Webhook(secret).verify(tampered.body ?? body, headers)).toThrow();
});

test('a stored secret is encrypted for its webhook alone', () => {
  const sealed = sealWebhookSecret(appSecret, id, secret);
  expect(sealed.includes(secret)).toBe(false);
  expect(openWebhookSecret(appSecret, id, sealed)).toBe(secret);
  expect(openWebhookSecret(appSecret, `${id}0`, sealed)).toBeUndefined();
  expect(openWebhookSecret(`${appSecret}!`, id, sealed)).toBeUndefined();
  expect(openWebhookSecret(appSecret, id, Buffer.alloc(5))).toBeUndefined();
});
