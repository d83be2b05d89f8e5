import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCompany, anEventId, aPageview, aSession, track } from '../../testing/builders.ts';
import { expectAccepted } from '../../testing/requests/expect-answers.ts';
import { dumpCompanyRows, sumEvents } from '../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

describe('counting', () => {
  test('a page view and its session are stored before the response', async () => {
    const { company } = await aCompany(t.db);
    const events = [aPageview(company.id, { sessionId: 's1' }), aSession(company.id, 's1')];
    expectAccepted(await track(t.app, events), 2);
    expect(await sumEvents(t.db, company.id)).toEqual({
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
    expect(await sumEvents(t.db, company.id)).toMatchObject({ page_views: 2, users: 0 });
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
    expect(await sumEvents(t.db, company.id)).toMatchObject({ page_views: 0, users: 1 });
  });

  test('a page view counts as one, whatever its metricValue', async () => {
    const { company } = await aCompany(t.db);
    for (const metricValue of [1e9, 0, -5, 0.5]) {
      expectAccepted(await track(t.app, { ...aPageview(company.id), metricValue }), 1);
    }
    expect(await sumEvents(t.db, company.id)).toMatchObject({ page_views: 4 });
  });

  test('a page view is stored with its path, without query, fragment, credentials and port', async () => {
    const { company } = await aCompany(t.db);
    const url = 'https://anna:pass@shop.test:8443/cart/checkout?mail=anna%40example.test#token=t0ps3cret';
    const referrer = 'https://www.search.example/results?q=embarrassing';
    expectAccepted(await track(t.app, aPageview(company.id, { url, referrer, sessionId: 's1' })), 1);
    const stored = await dumpCompanyRows(t.db, company.id);
    expect(stored).toContain('/cart/checkout');
    expect(stored).toContain('"search.example"');
    for (const secret of ['anna', 'pass@', 't0ps3cret', 'embarrassing']) {
      expect(stored).not.toContain(secret);
    }
    // As a whole number: the digits may be a part of a random id.
    expect(stored).not.toMatch(/(?<![\w-])8443(?![\w-])/);
  });

  test('a client’s claims about its address, browser or time are ignored', async () => {
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
    const stored = await dumpCompanyRows(t.db, company.id);
    for (const lie of ['203.0.113', 'LyingBrowser', '1999-01', '127.0.0.1'])
      expect(stored).not.toContain(lie);
    expect(stored).toContain('Chrome');
  });

  test('the site itself is not a referrer, with or without www', async () => {
    const { company } = await aCompany(t.db);
    for (const referrer of ['https://shop.test/a', 'https://www.shop.test/b', 'about:blank', '%%%', null]) {
      const event = aPageview(company.id);
      expectAccepted(await track(t.app, { ...event, metadata: { ...event.metadata, referrer } }), 1);
    }
    const { rows } = await t.db.query('SELECT DISTINCT referrer_host FROM events WHERE company_id = $1', [
      company.id,
    ]);
    expect(rows).toEqual([{ referrer_host: '' }]);
  });

  test('a repeated session moves on; its visitor is stored once', async () => {
    const { company } = await aCompany(t.db);
    await track(t.app, aSession(company.id, 's1', 'https://shop.test/first'));
    await track(t.app, [
      aSession(company.id, 's1', 'https://shop.test/second'),
      aPageview(company.id, { sessionId: 's1', url: 'https://shop.test/third' }),
    ]);
    const { rows } = await t.db.query(
      `SELECT kind, path, page_url, origin FROM events JOIN active_sessions USING (company_id, visitor_id)
       WHERE company_id = $1 ORDER BY occurred_at, id`,
      [company.id],
    );
    expect(rows).toEqual([
      { kind: 'session', path: '/first', page_url: '/third', origin: 'site' },
      { kind: 'pageview', path: '/third', page_url: '/third', origin: 'site' },
    ]);
  });
});

test('a page may send JSON after a preflight and read the rejection reason', async () => {
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
    expect(answer.headers['access-control-expose-headers']).toContain('x-refused');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  }
});
