import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import type { TrackingEventInput } from '../../../../contract/tracking.ts';
import { anAdmin, send } from '../../../testing/accounts/accounts.ts';
import {
  aCompany,
  anOrder,
  aPageview,
  aSession,
  browserUserAgent,
  track,
} from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let cookie: string;
beforeAll(async () => {
  t = await buildTestApp();
  ({ cookie } = await anAdmin(t));
});
afterAll(() => t.close());

async function change(companyId: string, body: object): Promise<void> {
  const unchanged = { name: 'Test Shop', domain: 'shop.test', description: '', allowDuplicate: true };
  const answer = await send(
    t,
    apiPaths.company(companyId),
    { ...unchanged, ...body },
    { method: 'PATCH', cookie },
  );
  expect(answer.statusCode, answer.body).toBe(200);
}

async function aShop(settings: object): Promise<string> {
  const { company } = await aCompany(t.db);
  await change(company.id, settings);
  return company.id;
}

const sendFrom = (
  origin: string | undefined,
  events: TrackingEventInput | TrackingEventInput[],
  ip = '192.0.2.50',
) =>
  t.app.inject({
    method: 'POST',
    url: apiPaths.trackAnalytics,
    remoteAddress: ip,
    headers: {
      'content-type': 'text/plain',
      'user-agent': browserUserAgent,
      ...(origin === undefined ? {} : { origin }),
    },
    payload: JSON.stringify(events),
  });
const accepted = async (...given: Parameters<typeof sendFrom>) => {
  const answer = await sendFrom(...given);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().accepted;
};
const listStored = async (companyId: string) => {
  const found = await t.db.query<{ text: string }>(
    `SELECT concat(kind, ' ', host, path) AS text FROM events WHERE company_id = $1 ORDER BY id`,
    [companyId],
  );
  return found.rows.map(({ text }) => text);
};
const count = async (companyId: string, table: 'active_sessions' | 'shop_orders' | 'rejected_events') =>
  (await t.db.query(`SELECT 1 FROM ${table} WHERE company_id = $1`, [companyId])).rows.length;

const hostNames = ['*.shop.test', 'other.example', '*.bücher.test'];

test.each([
  'shop.test',
  'www.shop.test',
  'blog.shop.test',
  'a.b.shop.test',
  'other.example',
  'www.other.example',
  'laden.xn--bcher-kva.test',
])('events of %s count for a site with further hosts', async (host) => {
  const id = await aShop({ hostNames });
  expect(await accepted(`https://${host}`, aPageview(id, { url: `https://${host}/a` }))).toBe(1);
  expect(await listStored(id)).toEqual([`pageview ${host}/a`]);
});

test.each([
  'evil-shop.test',
  'evilshop.test',
  'shop.test.evil.example',
  'other.example.evil.example',
  'blog.other.example',
  'evil-other.example',
  'xn--bcher-kva.test',
  'example',
])('events of %s are rejected', async (host) => {
  const id = await aShop({ hostNames });
  expectError(await sendFrom(`https://${host}`, aPageview(id)), 403, 'event-refused');
  const elsewhere = aPageview(id, { url: `https://${host}/` });
  expectError(await sendFrom('https://shop.test', elsewhere), 403, 'event-refused');
  expect(await listStored(id)).toEqual([]);
});

test('a wildcard for hosts below another domain does not include that domain', async () => {
  const id = await aShop({ hostNames: ['*.pages.example'] });
  expect(await accepted('https://a.pages.example', aPageview(id))).toBe(1);
  expectError(await sendFrom('https://pages.example', aPageview(id)), 403, 'event-refused');
  expectError(await sendFrom('https://.pages.example', aPageview(id)), 403, 'event-refused');
});

test('a visit from another host of the site has no referrer', async () => {
  const id = await aShop({ hostNames: ['blog.shop.test'] });
  const from = (referrer: string) => aPageview(id, { url: 'https://shop.test/', referrer });
  await accepted('https://shop.test', [from('https://blog.shop.test/post'), from('https://news.test/item')]);
  const found = await t.db.query(
    'SELECT referrer_host, source FROM events WHERE company_id = $1 ORDER BY referrer_host',
    [id],
  );
  expect(found.rows).toEqual([
    { referrer_host: '', source: 'Direct' },
    { referrer_host: 'news.test', source: 'news.test' },
  ]);
});

test('a change of the settings counts for the next event', async () => {
  const { company } = await aCompany(t.db);
  const view = () => aPageview(company.id, { url: 'https://blog.shop.test/' });
  expectError(await sendFrom('https://blog.shop.test', view()), 403, 'event-refused');
  await change(company.id, { hostNames: ['blog.shop.test'] });
  // Until the notification has arrived.
  await expect.poll(async () => (await sendFrom('https://blog.shop.test', view())).statusCode).toBe(200);
  await change(company.id, { excludedPaths: ['/'] });
  await expect.poll(() => accepted('https://blog.shop.test', view())).toBe(0);
  await change(company.id, { excludedPaths: [] });
  await expect.poll(() => accepted('https://blog.shop.test', view())).toBe(1);
});

test('excluded paths are answered as accepted, and neither stored nor listed as rejected', async () => {
  const id = await aShop({ excludedPaths: ['/intern/*', '*/preview', '/größe'] });
  const at = (path: string) => `https://shop.test${path}`;
  const out = ['/intern/', '/intern/a/b', '/de/preview', '/größe', '/intern/?x=1#y'];
  for (const path of out) {
    const events = [aPageview(id, { url: at(path), sessionId: 's' }), aSession(id, 's', at(path))];
    expect(await accepted('https://shop.test', events), path).toBe(0);
  }
  expect(await listStored(id)).toEqual([]);
  expect(await count(id, 'active_sessions')).toBe(0);
  const views = ['/intern', '/Intern/a', '/preview/', '/intern/x', '/x?p=/intern/'].map((path) =>
    aPageview(id, { url: at(path) }),
  );
  expect(await accepted('https://shop.test', views)).toBe(4);
  expect((await listStored(id)).toSorted()).toEqual([
    'pageview shop.test/Intern/a',
    'pageview shop.test/intern',
    'pageview shop.test/preview/',
    'pageview shop.test/x',
  ]);
  expect(await count(id, 'rejected_events')).toBe(0);
});

test('a path in the fragment can be excluded where such paths are pages', async () => {
  const id = await aShop({ hasHashRouting: true, excludedPaths: ['/#/intern/*'] });
  const view = aPageview(id);
  const of = (hashPath: string) => ({ ...view, metadata: { ...view.metadata, hashPath } });
  expect(await accepted('https://shop.test', of('/intern/a'))).toBe(0);
  expect(await accepted('https://shop.test', of('/prices'))).toBe(1);
});

test.each([
  ['192.0.2.9', '192.0.2.9'],
  ['192.0.2.9', '::ffff:192.0.2.9'],
  ['192.0.2.9', '::ffff:c000:209'],
  ['192.0.2.0/24', '192.0.2.255'],
  ['::ffff:192.0.2.0/120', '192.0.2.3'],
  ['2001:db8::/32', '2001:db8:ffff::1'],
  ['2001:db8::1', '2001:0db8:0:0::1'],
])('with %s excluded, nothing from %s counts', async (entry, ip) => {
  const id = await aShop({ excludedAddresses: [entry] });
  const events = [aPageview(id, { sessionId: 's' }), aSession(id, 's')];
  expect(await accepted('https://shop.test', events, ip)).toBe(0);
  expect(await listStored(id)).toEqual([]);
  expect(await count(id, 'active_sessions')).toBe(0);
  expect(await count(id, 'rejected_events')).toBe(0);
});

test.each([
  ['192.0.2.9', '192.0.2.10'],
  ['192.0.2.0/25', '192.0.2.128'],
  ['2001:db8::/32', '2001:db9::1'],
  ['2001:db8::/32', '192.0.2.1'],
])('with %s excluded, %s still counts', async (entry, ip) => {
  const id = await aShop({ excludedAddresses: [entry] });
  expect(await accepted('https://shop.test', aPageview(id), ip)).toBe(1);
});

test('orders count from excluded addresses and pages, because money is never left out', async () => {
  const id = await aShop({ excludedAddresses: ['192.0.2.0/24'], excludedPaths: ['/*'] });
  const events = [anOrder(id, 'A-1', 10), aPageview(id)];
  expect(await accepted('https://shop.test', events, '192.0.2.9')).toBe(1);
  expect(await accepted(undefined, anOrder(id, 'A-2', 20), '192.0.2.9')).toBe(1);
  expect(await count(id, 'shop_orders')).toBe(2);
});

test('settings of one company do not leave out events of another in the same request', async () => {
  const [one, other] = [await aShop({ excludedPaths: ['/*'] }), await aShop({})];
  expect(await accepted('https://shop.test', [aPageview(one), aPageview(other)])).toBe(1);
  expect(await listStored(one)).toEqual([]);
  expect(await listStored(other)).toEqual(['pageview shop.test/']);
});

test('an invalid event of an excluded sender is rejected like any other', async () => {
  const id = await aShop({ excludedAddresses: ['192.0.2.9'] });
  expectError(await sendFrom('https://evil.test', aPageview(id), '192.0.2.9'), 403, 'event-refused');
  expect((await track(t.app, aPageview(id))).json()).toMatchObject({ accepted: 1 });
});
