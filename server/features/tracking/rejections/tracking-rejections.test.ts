import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCompany, anOrder, aPageview, aSession, track } from '../../../testing/builders.ts';
import { expectAccepted, expectRejectedEvent } from '../../../testing/requests/expect-answers.ts';
import { findRevision, sumEvents } from '../../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

describe('rejections, in order of precedence', () => {
  test('arrays of fifty events are accepted, of fifty-one or none rejected', async () => {
    const { company } = await aCompany(t.db);
    const many = (n: number) => Array.from({ length: n }, () => aPageview(company.id));
    expectRejectedEvent(await track(t.app, many(51)), 400, 'invalid-request');
    expectRejectedEvent(await track(t.app, []), 400, 'invalid-request');
    expect(await findRevision(t.db, company.id)).toBeUndefined();
    expectAccepted(await track(t.app, many(50)), 50);
  });

  test('one invalid event rejects the whole request', async () => {
    const { company } = await aCompany(t.db);
    const good = [aPageview(company.id), aSession(company.id, 's1'), anOrder(company.id, 'A', 1)];
    const bad = { ...aPageview(company.id), metadata: { url: 'javascript:alert(1)' } };
    const message = expectRejectedEvent(await track(t.app, [...good, bad]), 400, 'invalid-request');
    expect(message).toContain('3.metadata.url');
    expect(await findRevision(t.db, company.id)).toBeUndefined();
    expectAccepted(await track(t.app, good), 3);
  });

  test.each([
    ['an unknown kind', { eventType: 'click' }],
    ['a kind of the prototype', { eventType: '__proto__' }],
    ["another kind's metric", { metricName: 'revenue' }],
    ['a metric value as text', { metricValue: '1' }],
    ['an id that is no UUIDv7', { id: '5b8c3c3e-7f0a-4d6e-9a3b-0d9a1d0c8f11' }],
    ['no metadata', { metadata: undefined }],
    ['metadata that is an array', { metadata: [] }],
    ['no address', { metadata: {} }],
    ['an address that is a file', { metadata: { url: 'file:///etc/passwd' } }],
    ['an address without a host', { metadata: { url: 'https://' } }],
    ['an address that no parser accepts', { metadata: { url: 'https://[::/x' } }],
    ['an address beyond 2048 characters', { metadata: { url: `https://shop.test/${'a'.repeat(2048)}` } }],
    ['an empty session', { metadata: { url: 'https://shop.test/', sessionId: '' } }],
    [
      'a session beyond 100 characters',
      { metadata: { url: 'https://shop.test/', sessionId: 'x'.repeat(101) } },
    ],
    ['a session with a space', { metadata: { url: 'https://shop.test/', sessionId: 'a b' } }],
  ])('an invalid shape: %s', async (_what, change) => {
    const { company } = await aCompany(t.db);
    const right = aPageview(company.id);
    expectRejectedEvent(await track(t.app, { ...right, ...change }), 400, 'invalid-request');
    expectAccepted(await track(t.app, right), 1);
  });

  test.each(['', 'null', '1', '"text"', '{', '{"companyId":', '[[]]', '[null]'])(
    'a body that is not an event: %j',
    async (payload) => {
      const answer = await t.app.inject({
        method: 'POST',
        url: '/api/track-analytics',
        headers: { 'content-type': 'text/plain' },
        payload,
      });
      expectRejectedEvent(answer, 400, 'invalid-request');
    },
  );

  test('a company that does not exist', async () => {
    const { company } = await aCompany(t.db);
    const unknown = aPageview('0198c0de-0000-7000-8000-000000000000');
    expectRejectedEvent(await track(t.app, unknown), 403, 'event-refused');
    expectRejectedEvent(await track(t.app, [aPageview(company.id), unknown]), 403, 'event-refused');
    expect(await findRevision(t.db, company.id)).toBeUndefined();
    expectAccepted(await track(t.app, aPageview(company.id.toUpperCase())), 1);
  });

  test.each([
    'https://evil.test',
    'https://shop.test.evil.test',
    'https://evilshop.test',
    'https://a.shop.test',
    'https://www.www.shop.test',
    'ftp://shop.test',
    'null',
    '',
    'shop.test',
  ])('an origin that is not the company’s site: %j', async (origin) => {
    const { company } = await aCompany(t.db);
    const event = aPageview(company.id);
    expectRejectedEvent(await track(t.app, event, { origin }), 403, 'event-refused');
    expect(await findRevision(t.db, company.id)).toBeUndefined();
    expectAccepted(await track(t.app, event, { origin: 'https://shop.test' }), 1);
  });

  test.each([
    'https://shop.test',
    'http://shop.test',
    'https://www.shop.test',
    'http://www.shop.test:8080',
    'https://shop.test:1',
    'https://SHOP.test',
  ])('the company’s site is accepted: %s', async (origin) => {
    const { company } = await aCompany(t.db);
    expectAccepted(await track(t.app, aPageview(company.id), { origin }), 1);
  });

  test('a batch for two companies needs an origin that is both companies’ site', async () => {
    const { company } = await aCompany(t.db);
    const { company: other } = await aCompany(t.db, { domain: 'other.test' });
    const events = [aPageview(company.id), aPageview(other.id, { url: 'https://other.test/' })];
    expectRejectedEvent(await track(t.app, events, { origin: 'https://shop.test' }), 403, 'event-refused');
    expect(await findRevision(t.db, company.id)).toBeUndefined();
    expectAccepted(await track(t.app, events), 2);
  });

  test('bots', async () => {
    const { company } = await aCompany(t.db);
    const event = aPageview(company.id);
    expectRejectedEvent(await track(t.app, event, { 'user-agent': googlebot }), 403, 'bot');
    expect(await findRevision(t.db, company.id)).toBeUndefined();
    expectAccepted(await track(t.app, event), 1);
  });

  test.each([
    'curl/8.5.0',
    'node',
    'python-requests/2.32.3',
    'WordPress/6.7.1; https://shop.test',
    'Go-http-client/1.1',
    '',
  ])("an order of a shop's server is accepted with any client name: %j", async (client) => {
    const { company } = await aCompany(t.db);
    const headers = { 'user-agent': client };
    expectAccepted(await track(t.app, anOrder(company.id, 'A-1', 12.5), headers), 1);
    const more = [anOrder(company.id, 'A-2', 1), anOrder(company.id, 'A-3', 1)];
    expectAccepted(await track(t.app, more, headers), 2);
    expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 3, revenue: '14.50', users: 0 });
  });

  test('page views, sessions, mixed arrays and orders from a page are rejected from HTTP clients', async () => {
    const { company } = await aCompany(t.db);
    const order = anOrder(company.id, 'A-1', 10);
    const headers = { 'user-agent': 'curl/8.5.0' };
    for (const events of [
      aPageview(company.id),
      aSession(company.id, 's1'),
      [order, aPageview(company.id)],
      [order, aSession(company.id, 's1')],
    ]) {
      expectRejectedEvent(await track(t.app, events, headers), 403, 'bot');
    }
    const fromPage = { ...headers, origin: 'https://shop.test' };
    expectRejectedEvent(await track(t.app, order, fromPage), 403, 'bot');
    expect(await findRevision(t.db, company.id)).toBeUndefined();
  });

  test('an order of a crawler is rejected, even without an Origin', async () => {
    const { company } = await aCompany(t.db);
    const order = anOrder(company.id, 'A-1', 10);
    expectRejectedEvent(await track(t.app, order, { 'user-agent': googlebot }), 403, 'bot');
    expect(await findRevision(t.db, company.id)).toBeUndefined();
  });

  test('an event with several problems is rejected for its shape first, then company, origin and bot', async () => {
    const { company } = await aCompany(t.db);
    const headers = { origin: 'https://evil.test', 'user-agent': googlebot };
    const unknown = aPageview('0198c0de-0000-7000-8000-000000000000');
    expectRejectedEvent(await track(t.app, { ...unknown, metadata: {} }, headers), 400, 'invalid-request');
    expectRejectedEvent(await track(t.app, unknown, headers), 403, 'event-refused');
    expectRejectedEvent(await track(t.app, aPageview(company.id), headers), 403, 'event-refused');
    headers.origin = 'https://shop.test';
    expectRejectedEvent(await track(t.app, aPageview(company.id), headers), 403, 'bot');
  });

  test('an order in a currency that does not exist', async () => {
    const { company } = await aCompany(t.db, { currency: 'EUR' });
    const inCurrency = (currency: string) => {
      const order = anOrder(company.id, 'A-1', 10);
      return { ...order, metadata: { ...order.metadata, currency } };
    };
    const events = [aPageview(company.id), inCurrency('XXX')];
    expectRejectedEvent(await track(t.app, events), 422, 'currency-mismatch');
    expect(await findRevision(t.db, company.id)).toBeUndefined();
    expectAccepted(await track(t.app, inCurrency('eur')), 1);
  });

  test('an event of more than 16 kB, and a request of more than 64', async () => {
    const { company } = await aCompany(t.db);
    const sized = (bytes: number) => ({ ...aPageview(company.id), padding: 'x'.repeat(bytes) });
    expectRejectedEvent(await track(t.app, sized(16 * 1024)), 413, 'body-too-large');
    expectRejectedEvent(await track(t.app, [sized(64 * 1024)]), 413, 'body-too-large');
    expectAccepted(await track(t.app, sized(15 * 1024)), 1);
    expectAccepted(await track(t.app, [sized(20 * 1024), sized(20 * 1024)]), 2);
  });

  test('content types other than JSON or text/plain', async () => {
    const { company } = await aCompany(t.db);
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'x/y',
      'nonsense',
    ]) {
      const answer = await track(t.app, aPageview(company.id), { 'content-type': type });
      expectRejectedEvent(answer, 415, 'unsupported-media-type');
    }
    for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain;charset=UTF-8']) {
      expectAccepted(await track(t.app, aPageview(company.id), { 'content-type': type }), 1);
    }
  });
});
