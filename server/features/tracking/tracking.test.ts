import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCompany, anEventId, anOrder, aPageview, aSession, track } from '../../testing/builders.ts';
import { expectAccepted, expectRefusal } from '../../testing/expect-answers.ts';
import { dumpStored, findReadings, findTotals } from '../../testing/stored.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

describe('what is counted', () => {
  test('a page view and its session are stored before the answer', async () => {
    const { company } = await aCompany(t.db);
    const events = [aPageview(company.id, { sessionId: 's1' }), aSession(company.id, 's1')];
    expectAccepted(await track(t.app, events), 2);
    expect(await findTotals(t.db.pool, company.id)).toEqual({
      page_views: 1,
      users: 1,
      orders: 0,
      revenue: '0.00',
    });
  });

  test("the spec's page view, without an id or a session, is counted", async () => {
    const { company } = await aCompany(t.db);
    const event = {
      companyId: company.id,
      eventType: 'pageview',
      metricName: 'page_views',
      metricValue: 1,
      metadata: { url: 'https://shop.test/a', referrer: '', timestamp: '2026-11-05T10:00:00.000Z' },
    };
    expectAccepted(await track(t.app, event), 1);
    expectAccepted(await track(t.app, event), 1);
    expect(await findTotals(t.db.pool, company.id)).toMatchObject({ page_views: 2, users: 0 });
  });

  test("the spec's session event makes one user, however often it is sent", async () => {
    const { company } = await aCompany(t.db);
    const event = {
      companyId: company.id,
      eventType: 'session',
      metricName: 'users',
      metricValue: 1,
      metadata: {
        sessionId: '1730800000000-k3j9x0',
        url: 'https://shop.test/a',
        userAgent: 'Anything',
        timestamp: '2026-11-05T10:00:00.000Z',
      },
    };
    expectAccepted(await track(t.app, event), 1);
    expectAccepted(await track(t.app, [event, event]), 2);
    expect(await findTotals(t.db.pool, company.id)).toMatchObject({ page_views: 0, users: 1 });
  });

  test('a page view counts as one, whatever its metricValue says', async () => {
    const { company } = await aCompany(t.db);
    for (const metricValue of [1e9, 0, -5, 0.5]) {
      expectAccepted(await track(t.app, { ...aPageview(company.id), metricValue }), 1);
    }
    expect(await findTotals(t.db.pool, company.id)).toMatchObject({ page_views: 4 });
  });

  test('orders and users make the conversion rate', async () => {
    const { company } = await aCompany(t.db);
    await track(t.app, [aSession(company.id, 'a'), aSession(company.id, 'b'), aSession(company.id, 'c')]);
    await track(t.app, anOrder(company.id, 'A-1', 19.99));
    expect(await findReadings(t.db.pool, company.id)).toEqual({
      page_views: '0',
      users: '3',
      orders: '1',
      revenue: '19.99',
      conversion_rate: '33.3333',
    });
  });

  test('orders without any user make no division by zero', async () => {
    const { company } = await aCompany(t.db);
    expectAccepted(await track(t.app, anOrder(company.id, 'A-1', 5)), 1);
    expect(await findReadings(t.db.pool, company.id)).toMatchObject({ orders: '1', conversion_rate: '0' });
  });

  test('a page view keeps the path and forgets query, fragment, credentials and port', async () => {
    const { company } = await aCompany(t.db);
    const url = 'https://anna:pass@shop.test:8443/cart/checkout?mail=anna%40example.test#token=t0ps3cret';
    const referrer = 'https://www.search.example/results?q=embarrassing';
    expectAccepted(await track(t.app, aPageview(company.id, { url, referrer, sessionId: 's1' })), 1);
    const stored = await dumpStored(t.db.pool, company.id);
    expect(stored).toContain('/cart/checkout');
    expect(stored).toContain('"search.example"');
    for (const secret of ['anna', 'pass@', '8443', 't0ps3cret', 'embarrassing']) {
      expect(stored).not.toContain(secret);
    }
  });

  test('what a client says about its address, browser or time is not believed', async () => {
    const { company } = await aCompany(t.db);
    const lying = {
      ...aPageview(company.id, { sessionId: 's1' }),
      ip: '203.0.113.77',
      userAgent: 'LyingBrowser/9',
      timestamp: '1999-01-01T00:00:00.000Z',
      occurred_at: '1999-01-01T00:00:00.000Z',
      metadata: {
        url: 'https://shop.test/',
        sessionId: 's1',
        ip: '203.0.113.77',
        userAgent: 'LyingBrowser/9',
        timestamp: '1999-01-01T00:00:00.000Z',
      },
    };
    expectAccepted(await track(t.app, lying, { 'x-forwarded-for': '203.0.113.78' }), 1);
    const stored = await dumpStored(t.db.pool, company.id);
    for (const lie of ['203.0.113', 'LyingBrowser', '1999', '127.0.0.1']) expect(stored).not.toContain(lie);
    expect(stored).toContain('Chrome');
  });

  test('the site itself is no referrer, bare or www', async () => {
    const { company } = await aCompany(t.db);
    for (const referrer of ['https://shop.test/a', 'https://www.shop.test/b', 'about:blank', '%%%', null]) {
      const event = aPageview(company.id);
      expectAccepted(await track(t.app, { ...event, metadata: { ...event.metadata, referrer } }), 1);
    }
    const { rows } = await t.db.pool.query(
      'SELECT DISTINCT referrer_host FROM events WHERE company_id = $1',
      [company.id],
    );
    expect(rows).toEqual([{ referrer_host: '' }]);
  });

  test('one session seen again moves on; its visit stays where it began', async () => {
    const { company } = await aCompany(t.db);
    await track(t.app, aSession(company.id, 's1', 'https://shop.test/first'));
    await track(t.app, [
      aSession(company.id, 's1', 'https://shop.test/second'),
      aPageview(company.id, { sessionId: 's1', url: 'https://shop.test/third' }),
    ]);
    const { rows } = await t.db.pool.query(
      `SELECT entry_path, page_url, origin, count(*) OVER () AS n FROM visits
       JOIN active_sessions USING (company_id, session_id) WHERE company_id = $1`,
      [company.id],
    );
    expect(rows).toEqual([{ entry_path: '/first', page_url: '/third', origin: 'site', n: 1 }]);
  });
});

describe('what is refused, in this order', () => {
  test('arrays: fifty events fit, fifty-one and none do not', async () => {
    const { company } = await aCompany(t.db);
    const many = (n: number) => Array.from({ length: n }, () => aPageview(company.id));
    expectRefusal(await track(t.app, many(51)), 400, 'invalid-request');
    expectRefusal(await track(t.app, []), 400, 'invalid-request');
    expect(await findTotals(t.db.pool, company.id)).toBeUndefined();
    expectAccepted(await track(t.app, many(50)), 50);
  });

  test('one bad event refuses them all and stores nothing', async () => {
    const { company } = await aCompany(t.db);
    const good = [aPageview(company.id), aSession(company.id, 's1'), anOrder(company.id, 'A', 1)];
    const bad = { ...aPageview(company.id), metadata: { url: 'javascript:alert(1)' } };
    const message = expectRefusal(await track(t.app, [...good, bad]), 400, 'invalid-request');
    expect(message).toContain('3.metadata.url');
    expect(await findTotals(t.db.pool, company.id)).toBeUndefined();
    expectAccepted(await track(t.app, good), 3);
  });

  test.each([
    ['no company', { companyId: undefined }],
    ['a company id that is none', { companyId: 'shop' }],
    ['an array as company id', { companyId: ['0198c0de-0000-7000-8000-000000000000'] }],
    ['an unknown kind', { eventType: 'click' }],
    ['a kind of the prototype', { eventType: '__proto__' }],
    ["another kind's metric", { metricName: 'revenue' }],
    ['a metric value in words', { metricValue: '1' }],
    ['an id that is no UUIDv7', { id: '5b8c3c3e-7f0a-4d6e-9a3b-0d9a1d0c8f11' }],
    ['no metadata', { metadata: undefined }],
    ['metadata that is an array', { metadata: [] }],
    ['no address', { metadata: {} }],
    ['an address that is a file', { metadata: { url: 'file:///etc/passwd' } }],
    ['an address without a host', { metadata: { url: 'https://' } }],
    ['an address no parser takes', { metadata: { url: 'https://[::/x' } }],
    ['an address beyond 2048 characters', { metadata: { url: `https://shop.test/${'a'.repeat(2048)}` } }],
    ['an empty session', { metadata: { url: 'https://shop.test/', sessionId: '' } }],
    [
      'a session beyond 100 characters',
      { metadata: { url: 'https://shop.test/', sessionId: 'x'.repeat(101) } },
    ],
    ['a session with a space', { metadata: { url: 'https://shop.test/', sessionId: 'a b' } }],
  ])('a shape: %s', async (_what, change) => {
    const { company } = await aCompany(t.db);
    const right = aPageview(company.id);
    expectRefusal(await track(t.app, { ...right, ...change }), 400, 'invalid-request');
    expectAccepted(await track(t.app, right), 1);
  });

  test.each(['', 'null', '1', '"text"', '{', '{"companyId":', '[[]]', '[null]'])(
    'a body that is no event: %j',
    async (payload) => {
      const answer = await t.app.inject({
        method: 'POST',
        url: '/api/track-analytics',
        headers: { 'content-type': 'text/plain' },
        payload,
      });
      expectRefusal(answer, 400, 'invalid-request');
    },
  );

  test('a company that does not exist', async () => {
    const { company } = await aCompany(t.db);
    const unknown = aPageview('0198c0de-0000-7000-8000-000000000000');
    expectRefusal(await track(t.app, unknown), 404, 'company-unknown');
    expectRefusal(await track(t.app, [aPageview(company.id), unknown]), 404, 'company-unknown');
    expect(await findTotals(t.db.pool, company.id)).toBeUndefined();
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
    expectRefusal(await track(t.app, event, { origin }), 403, 'origin-mismatch');
    expect(await findTotals(t.db.pool, company.id)).toBeUndefined();
    expectAccepted(await track(t.app, event, { origin: 'https://shop.test' }), 1);
  });

  test.each([
    'https://shop.test',
    'http://shop.test',
    'https://www.shop.test',
    'http://www.shop.test:8080',
    'https://shop.test:1',
    'https://SHOP.test',
  ])('the company’s site is let in: %s', async (origin) => {
    const { company } = await aCompany(t.db);
    expectAccepted(await track(t.app, aPageview(company.id), { origin }), 1);
  });

  test('a batch over two companies needs both to be of the origin', async () => {
    const { company } = await aCompany(t.db);
    const { company: other } = await aCompany(t.db, { domain: 'other.test' });
    const events = [aPageview(company.id), aPageview(other.id)];
    expectRefusal(await track(t.app, events, { origin: 'https://shop.test' }), 403, 'origin-mismatch');
    expect(await findTotals(t.db.pool, company.id)).toBeUndefined();
    expectAccepted(await track(t.app, events), 2);
  });

  test('bots', async () => {
    const { company } = await aCompany(t.db);
    const event = aPageview(company.id);
    expectRefusal(await track(t.app, event, { 'user-agent': googlebot }), 403, 'bot');
    expect(await findTotals(t.db.pool, company.id)).toBeUndefined();
    expectAccepted(await track(t.app, event), 1);
  });

  test('an event wrong in every way is told its shape first, then company, origin and bot', async () => {
    const { company } = await aCompany(t.db);
    const headers = { origin: 'https://evil.test', 'user-agent': googlebot };
    const unknown = aPageview('0198c0de-0000-7000-8000-000000000000');
    expectRefusal(await track(t.app, { ...unknown, metadata: {} }, headers), 400, 'invalid-request');
    expectRefusal(await track(t.app, unknown, headers), 404, 'company-unknown');
    expectRefusal(await track(t.app, aPageview(company.id), headers), 403, 'origin-mismatch');
    headers.origin = 'https://shop.test';
    expectRefusal(await track(t.app, aPageview(company.id), headers), 403, 'bot');
  });

  test("an order in another currency than the company's", async () => {
    const { company } = await aCompany(t.db, { currency: 'EUR' });
    const inCurrency = (currency: string) => {
      const order = anOrder(company.id, 'A-1', 10);
      return { ...order, metadata: { ...order.metadata, currency } };
    };
    const events = [aPageview(company.id), inCurrency('USD')];
    expectRefusal(await track(t.app, events), 422, 'currency-mismatch');
    expect(await findTotals(t.db.pool, company.id)).toBeUndefined();
    expectAccepted(await track(t.app, inCurrency('eur')), 1);
  });

  test('an event of more than 16 kB, and a request of more than 64', async () => {
    const { company } = await aCompany(t.db);
    const sized = (bytes: number) => ({ ...aPageview(company.id), padding: 'x'.repeat(bytes) });
    expectRefusal(await track(t.app, sized(16 * 1024)), 413, 'body-too-large');
    expectRefusal(await track(t.app, [sized(64 * 1024)]), 413, 'body-too-large');
    expectAccepted(await track(t.app, sized(15 * 1024)), 1);
    expectAccepted(await track(t.app, [sized(20 * 1024), sized(20 * 1024)]), 2);
  });

  test('content types that are not JSON in either of its two dresses', async () => {
    const { company } = await aCompany(t.db);
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'x/y',
      'nonsense',
    ]) {
      const answer = await track(t.app, aPageview(company.id), { 'content-type': type });
      expectRefusal(answer, 415, 'unsupported-media-type');
    }
    for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain;charset=UTF-8']) {
      expectAccepted(await track(t.app, aPageview(company.id), { 'content-type': type }), 1);
    }
  });
});

test('a page may send JSON after a preflight, and read why it was refused', async () => {
  const { company } = await aCompany(t.db);
  const origin = 'https://shop.test';
  const preflight = await t.app.inject({
    method: 'OPTIONS',
    url: '/api/track-analytics',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
  });
  const headers = { origin, 'content-type': 'application/json' };
  const accepted = await track(t.app, aPageview(company.id), headers);
  expectAccepted(accepted, 1);
  const refused = await track(t.app, { id: anEventId() }, headers);
  for (const answer of [accepted, refused]) {
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(answer.headers['access-control-expose-headers']).toContain('x-northlight-refused');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  }
});
