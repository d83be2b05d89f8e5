import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCompany, anOrder, aPageview, browserUserAgent, track } from '../../testing/builders.ts';
import { expectAccepted, expectRejectedEvent } from '../../testing/requests/expect-answers.ts';
import { sumEvents } from '../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

function send(payload: string | Buffer, headers: Record<string, string> = {}) {
  return t.app.inject({
    method: 'POST',
    url: '/api/track-analytics',
    headers: { 'content-type': 'text/plain', 'user-agent': browserUserAgent, ...headers },
    payload,
  });
}

const kept = [
  ["'; DROP TABLE events; --", 'SQL'],
  ['<script>alert(1)</script>', 'HTML'],
  ['=cmd|calc!A0', 'a formula'],
  ['$(reboot) `reboot` ; reboot', 'a shell'],
  ['%00%0d%0a', 'escapes of escapes'],
  ['\\u0000', 'a backslash'],
  ['__proto__', 'a prototype key'],
  ['ﷺ'.repeat(20), 'wide characters'],
  ['e\u0301'.repeat(30), 'combining marks'],
] as const;

const refused = [
  ['\u0000', 'NUL'],
  ['\u001b[31m', 'an ANSI escape'],
  ['a\r\nINFO forged', 'a line break'],
  ['\ud800', 'half a surrogate pair'],
  ['\udfff\ud800', 'a pair the wrong way round'],
  ['\u0085', 'a C1 control'],
] as const;

describe('text that a site or an attacker may send', () => {
  test.each(kept)('%j (%s) is stored as text in any field', async (text) => {
    const { company } = await aCompany(t.db);
    const view = aPageview(company.id, { url: `https://shop.test/${text}?${text}`, referrer: text });
    const order = anOrder(company.id, text, 1);
    expectAccepted(await track(t.app, [view, order], { 'user-agent': `${browserUserAgent} (x)` }), 2);
    const { rows } = await t.db.query('SELECT order_id FROM shop_orders WHERE company_id = $1', [company.id]);
    expect(rows).toEqual([{ order_id: text }]);
    expect(await sumEvents(t.db, company.id)).toMatchObject({ page_views: 1, orders: 1 });
  });

  test('right-to-left marks are stored escaped in a path and rejected in an order number', async () => {
    const { company } = await aCompany(t.db);
    const text = '\u202egnp.exe';
    expectAccepted(await track(t.app, aPageview(company.id, { url: `https://shop.test/${text}` })), 1);
    const { rows } = await t.db.query('SELECT path FROM events WHERE company_id = $1', [company.id]);
    expect(rows).toEqual([{ path: '/%E2%80%AEgnp.exe' }]);
    // It would reverse the text of a warning: "will count 5 instead of 100".
    expectRejectedEvent(await track(t.app, anOrder(company.id, text, 1)), 400, 'invalid-request');
  });

  test.each(refused)('%j (%s) is rejected in any field', async (text) => {
    const { company } = await aCompany(t.db);
    const view = aPageview(company.id);
    for (const metadata of [
      { url: `https://shop.test/${text}` },
      { url: 'https://shop.test/', referrer: `https://x.test/${text}` },
      { url: 'https://shop.test/', sessionId: `s${text}` },
    ]) {
      expectRejectedEvent(await track(t.app, { ...view, metadata }), 400, 'invalid-request');
    }
    expectRejectedEvent(await track(t.app, anOrder(company.id, `A${text}`, 1)), 400, 'invalid-request');
    expectAccepted(await track(t.app, view), 1);
  });

  test('prototype keys have no effect', async () => {
    const { company } = await aCompany(t.db);
    const event = JSON.stringify(aPageview(company.id));
    const poisoned = event.replace(
      '{',
      '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"toString":1,',
    );
    expectAccepted(await send(poisoned), 1);
    expect({}).not.toHaveProperty('isAdmin');
    expect(await sumEvents(t.db, company.id)).toMatchObject({ page_views: 1 });
  });

  test('unknown fields are ignored at any depth; nested values in place of an event are rejected', async () => {
    const { company } = await aCompany(t.db);
    const deep = '['.repeat(7_000) + ']'.repeat(7_000);
    const event = JSON.stringify(aPageview(company.id)).replace('{', `{"extra":${deep},`);
    expectAccepted(await send(event), 1);
    expectRejectedEvent(await send(deep), 400, 'invalid-request');
    expectRejectedEvent(
      await send(`${'{"metadata":'.repeat(1_000)}1${'}'.repeat(1_000)}`),
      400,
      'invalid-request',
    );
    expectRejectedEvent(await send('['.repeat(60_000)), 400, 'invalid-request');
  });

  test('of a duplicate key the last one counts', async () => {
    const { company } = await aCompany(t.db);
    const event = JSON.stringify(aPageview(company.id));
    expectAccepted(await send(event.replace('{', '{"companyId":"nobody",')), 1);
    expectRejectedEvent(await send(event.replace(/\}$/, ',"companyId":"nobody"}')), 403, 'event-refused');
  });

  test('truncated UTF-8, UTF-16 and compressed bodies are rejected without a crash', async () => {
    const { company } = await aCompany(t.db);
    const event = Buffer.from(JSON.stringify(aPageview(company.id, { url: 'https://shop.test/ü' })));
    const inside = event.indexOf(0xc3) + 1;
    const bodies = {
      'a character cut short at the end': event.subarray(0, inside),
      'UTF-16': Buffer.from(event.toString(), 'utf16le'),
      'the beginning of a gzip file': Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
      zeros: Buffer.alloc(1_000),
    };
    const statuses: Record<string, number> = {};
    for (const [what, body] of Object.entries(bodies)) statuses[what] = (await send(body)).statusCode;
    expect(statuses).toEqual(Object.fromEntries(Object.keys(bodies).map((what) => [what, 400])));
    expectAccepted(await send(event), 1);
  });

  test('a byte order mark and an invalid character are accepted', async () => {
    const { company } = await aCompany(t.db);
    const event = Buffer.from(JSON.stringify(aPageview(company.id, { url: 'https://shop.test/ü' })));
    const inside = event.indexOf(0xc3) + 1;
    const broken = Buffer.concat([event.subarray(0, inside), event.subarray(inside + 1)]);
    for (const body of [Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), event]), broken]) {
      expect((await send(body)).statusCode).toBeLessThan(500);
    }
    expectAccepted(await send(event), 1);
    expect((await sumEvents(t.db, company.id)).page_views).toBe(1);
  });

  test.each([
    [`\u00ff\u0080 ${browserUserAgent}`, 'Chrome'],
    [`${browserUserAgent} ${'A1 '.repeat(2_000)}`, 'Chrome'],
    [`${browserUserAgent} '; DROP TABLE events; --`, 'Chrome'],
  ])('an unusual user agent (%#) is a visitor', async (userAgent, browser) => {
    const { company } = await aCompany(t.db);
    const answer = await track(t.app, aPageview(company.id, { sessionId: 's' }), { 'user-agent': userAgent });
    expectAccepted(answer, 1);
    const { rows } = await t.db.query(
      `SELECT browser, length(user_agent) <= 300 AS bounded FROM events
       JOIN active_sessions USING (company_id, visitor_id) WHERE company_id = $1`,
      [company.id],
    );
    expect(rows).toEqual([{ browser, bounded: true }]);
  });

  test('very long paths and hosts are cut to the maximum size of an index entry', async () => {
    const { company } = await aCompany(t.db);
    const event = aPageview(company.id, {
      url: `https://shop.test/${'ü'.repeat(1_000)}`,
      referrer: `https://${'a.'.repeat(500)}test/`,
      sessionId: 's'.repeat(100),
    });
    expectAccepted(await track(t.app, event), 1);
    const { rows } = await t.db.query(
      'SELECT length(path) AS path, length(referrer_host) <= 253 AS bounded FROM events WHERE company_id = $1',
      [company.id],
    );
    expect(rows).toEqual([{ path: 300, bounded: true }]);
  });
});
