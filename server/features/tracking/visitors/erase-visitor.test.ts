import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import type { TrackingEventInput } from '../../../../contract/tracking.ts';
import { operator } from '../../../platform/audit.ts';
import { aCompany, anOrder, aPageview, aSession, browserUserAgent } from '../../../testing/builders.ts';
import { expectAccepted } from '../../../testing/requests/expect-answers.ts';
import { anOrderToken } from '../../../testing/shop/a-token.ts';
import { sumEvents } from '../../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { eraseVisitor, findVisitorData, toSubject } from './erase-visitor.ts';
import { toVisitorAddress } from './visitor-hash.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
  // It removes what it has read from the journal.
  await t.server.segments.builder.stop();
});
afterAll(() => t.close());

const person = { address: '203.0.113.7', userAgent: browserUserAgent };
const neighbour = { address: '203.0.113.8', userAgent: browserUserAgent };
const otherBrowser = { address: '203.0.113.7', userAgent: `${browserUserAgent} Edg/142.0.0.0` };

/** Sends events from an address with a browser. */
async function send(from: typeof person, events: TrackingEventInput[]) {
  const answer = await t.app.inject({
    method: 'POST',
    url: apiPaths.trackAnalytics,
    remoteAddress: from.address,
    headers: { 'content-type': 'text/plain', 'user-agent': from.userAgent, origin: 'https://shop.test' },
    payload: JSON.stringify(events),
  });
  expectAccepted(answer, events.length);
}

const withVisitor = <Event extends TrackingEventInput>(event: Event, visitorId: string | null) => ({
  ...event,
  metadata: { ...event.metadata, visitorId },
});

/** A visit of each kind: page view, heartbeat, custom event, engagement and, with a number, an order. */
async function visit(from: typeof person, companyId: string, visitorId: string | null, orderId?: string) {
  const sessionId = `tab-${from.address}-${from.userAgent.length}-${visitorId}`;
  const metadata = { url: 'https://shop.test/secret-page', sessionId, visitorId };
  await send(from, [
    withVisitor(aPageview(companyId, { url: 'https://shop.test/secret-page', sessionId }), visitorId),
    withVisitor(aSession(companyId, sessionId, 'https://shop.test/secret-page'), visitorId),
    {
      ...aPageview(companyId),
      eventType: 'event',
      metricName: undefined,
      metadata: { ...metadata, name: 'Sign up' },
    },
    {
      ...aPageview(companyId),
      eventType: 'engagement',
      metricName: undefined,
      metadata: { ...metadata, engagedMs: 900 },
    },
  ]);
  if (orderId === undefined) return;
  const order = anOrder(companyId, orderId, 42.5);
  await send(from, [{ ...order, metadata: { ...order.metadata, ...metadata } }]);
}

async function listRows(table: string, companyId: string) {
  const found = await t.db.query<Record<string, unknown>>(
    `SELECT * FROM ${table} AS t WHERE company_id = $1 ORDER BY t::text`,
    [companyId],
  );
  return found.rows;
}

const erase = (company: { id: string; name: string }, subject = person, now = new Date()) =>
  eraseVisitor(t.db, company, toSubject(subject.address, subject.userAgent), { by: operator, now });

test('an erased visitor is gone from every table, and all others are unchanged', async () => {
  const { company } = await aCompany(t.db);
  await visit(neighbour, company.id, 'of-a-neighbour');
  await visit(otherBrowser, company.id, null);
  const tables = ['events', 'daily_visitors', 'active_sessions'];
  const before = await Promise.all(tables.map((table) => listRows(table, company.id)));

  await visit(person, company.id, 'browser-1');
  await visit(person, company.id, 'browser-2');
  await visit(person, company.id, null);
  const found = await findVisitorData(t.db, company.id, person, new Date());
  expect(found).toMatchObject({ visitors: 3, pageViews: 3, otherEvents: 6, orders: 0, presence: 3 });
  expect(await erase(company)).toEqual(found);

  expect(await Promise.all(tables.map((table) => listRows(table, company.id)))).toEqual(before);
  const nothing = {
    visitors: 0,
    pageViews: 0,
    otherEvents: 0,
    orders: 0,
    presence: 0,
    unlinkedEngagement: 0,
    from: null,
    to: null,
  };
  expect(await findVisitorData(t.db, company.id, person, new Date())).toEqual(nothing);
});

test('what others did is still counted after an erasure', async () => {
  const { company } = await aCompany(t.db);
  await visit(neighbour, company.id, 'stays');
  await visit(person, company.id, 'goes', 'A-1');
  await erase(company);
  const sums = { page_views: 1, users: 1, orders: 1, revenue: '42.50' };
  expect(await sumEvents(t.db, company.id)).toEqual(sums);
});

test('an order of an erased visitor stays, without anything about the visitor', async () => {
  const { company } = await aCompany(t.db);
  await visit(person, company.id, 'buys', 'A-1');
  expect(await erase(company)).toMatchObject({ orders: 1 });
  const events = await listRows('events', company.id);
  expect(events).toHaveLength(1);
  const filled = Object.entries(events[0] ?? {}).filter(([, value]) => value !== null && value !== '');
  expect(Object.fromEntries(filled)).toEqual({
    company_id: company.id,
    id: expect.any(String),
    kind: 'order',
    order_id: 'A-1',
    amount: '42.50',
    currency: 'USD',
    occurred_at: expect.any(Date),
    browser: 'Other',
    os: 'Other',
    device: 'other',
    source: 'Direct',
    channel: 'Direct',
  });
  expect(await listRows('shop_orders', company.id)).toMatchObject([{ order_id: 'A-1', amount: '42.50' }]);
});

test('a refund of an erased visitor’s order loses where the visitor came from', async () => {
  const { company } = await aCompany(t.db);
  await visit(person, company.id, 'buys', 'A-1');
  const report = async (url: string, payload: object) => {
    const headers = { authorization: `Bearer ${await anOrderToken(t, company.id)}` };
    expect((await t.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200);
  };
  const order = { orderId: 'A-1', amount: '42.50', currency: 'USD', occurredAt: new Date().toISOString() };
  await report(apiPaths.apiOrders, order);
  await report(apiPaths.apiRefunds('A-1'), { refundId: 'R-1', amount: '2.50' });
  const findRefund = async () =>
    (await listRows('events', company.id)).find(({ kind }: { kind?: unknown }) => kind === 'refund');
  expect(await findRefund()).toMatchObject({ host: 'shop.test', browser: 'Chrome' });
  await erase(company);
  expect(await findRefund()).toMatchObject({ host: '', path: '', browser: 'Other', country: null });
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 1, revenue: '40.00' });
});

test('an erasure is in the journal, so that segments are written again', async () => {
  const { company } = await aCompany(t.db);
  await visit(person, company.id, 'goes');
  const times = (await listRows('events', company.id)).map(({ occurred_at }) => Number(occurred_at));
  await erase(company);
  const ranges = (await listRows('event_changes', company.id)).filter(
    ({ range_from }) => range_from !== null,
  );
  expect(ranges).toHaveLength(1);
  expect(ranges[0]).toMatchObject({
    event_ids: null,
    range_from: new Date(Math.min(...times)),
    range_to: new Date(Math.max(...times) + 1),
  });
  const [dataset] = await listRows('dataset_revisions', company.id);
  expect(ranges[0]?.revision).toBe(dataset?.revision);
});

test('a visitor of yesterday is erased, and nothing of days whose salt is destroyed can be found', async () => {
  const { company } = await aCompany(t.db);
  await visit(person, company.id, 'goes');
  const tomorrow = new Date(Date.now() + 20 * 3_600_000);
  expect(await findVisitorData(t.db, company.id, person, tomorrow)).toMatchObject({
    visitors: 1,
    pageViews: 1,
  });
  const later = new Date(Date.now() + 48 * 3_600_000);
  expect(await findVisitorData(t.db, company.id, person, later)).toMatchObject({ visitors: 0, pageViews: 0 });
  await expect(erase(company, person, later)).resolves.toMatchObject({ pageViews: 0 });
  expect(await listRows('events', company.id)).toHaveLength(3);
});

test('engagement of a visitor without a page view that day is erased too', async () => {
  const { company } = await aCompany(t.db);
  await visit(neighbour, company.id, 'stays');
  const before = await listRows('events', company.id);
  // A page that was opened yesterday and is left today.
  await send(person, [
    {
      ...aPageview(company.id),
      eventType: 'engagement',
      metricName: undefined,
      metadata: { url: 'https://shop.test/secret-page', sessionId: 's', visitorId: 'night', engagedMs: 900 },
    },
  ]);
  const found = await findVisitorData(t.db, company.id, person, new Date());
  expect(found).toMatchObject({ visitors: 0, otherEvents: 0, unlinkedEngagement: 1 });
  await erase(company);
  expect(await listRows('events', company.id)).toEqual(before);
  const ranges = (await listRows('event_changes', company.id)).filter(
    ({ range_from }) => range_from !== null,
  );
  expect(ranges).toHaveLength(1);
});

test('an event that is being stored during the erasure is erased too', async () => {
  const { company } = await aCompany(t.db);
  await visit(person, company.id, 'goes');
  // As a batch does that found the visitor already counted.
  const batch = await t.db.connect();
  await batch.query('BEGIN');
  await batch.query(
    `INSERT INTO events (company_id, id, kind, path, referrer_host, browser, os, device, occurred_at, visitor_id, host)
     SELECT company_id, gen_random_uuid(), kind, path, '', '', '', '', occurred_at, visitor_id, host FROM events
     WHERE company_id = $1 AND kind = 'pageview'`,
    [company.id],
  );
  const erasing = erase(company);
  await vi.waitFor(async () => expect(await listRows('daily_visitors', company.id)).toEqual([]), 20_000);
  await batch.query('UPDATE dataset_revisions SET revision = revision + 1 WHERE company_id = $1', [
    company.id,
  ]);
  await batch.query('COMMIT');
  batch.release();
  expect(await erasing).toMatchObject({ pageViews: 1 });
  expect(await listRows('events', company.id)).toEqual([]);
});

test('a visitor whose first event replaced a report of an order is found', async () => {
  const { company } = await aCompany(t.db);
  const report = (amount: number, metadata: object) => {
    const order = anOrder(company.id, 'A-1', amount);
    return { ...order, metadata: { ...order.metadata, ...metadata } };
  };
  // First by the server of the shop, then by its page with another amount.
  const answer = await t.app.inject({
    method: 'POST',
    url: apiPaths.trackAnalytics,
    headers: { 'content-type': 'text/plain', 'user-agent': 'PHP/8' },
    payload: JSON.stringify(report(10, {})),
  });
  expectAccepted(answer, 1);
  await send(person, [report(12, { url: 'https://shop.test/thanks', sessionId: 's', visitorId: 'buyer' })]);
  expect(await findVisitorData(t.db, company.id, person, new Date())).toMatchObject({
    visitors: 1,
    orders: 1,
  });
});

test('the same visitor of another company is not erased', async () => {
  const { company } = await aCompany(t.db);
  const { company: other } = await aCompany(t.db);
  await visit(person, company.id, 'same-id');
  await visit(person, other.id, 'same-id');
  await erase(company);
  expect(await listRows('events', company.id)).toEqual([]);
  expect(await listRows('events', other.id)).toHaveLength(3);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' ::ffff:203.0.113.7 ', '203.0.113.7'],
  ['2001:0DB8:0:0::7', '2001:db8::7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
])('the address %s is found as %s', (given, stored) => {
  expect(toSubject(given, 'x')).toEqual({ address: stored, userAgent: 'x' });
});

test.each([
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8::7]:51234', '2001:db8::7'],
  ['[2001:DB8::7]', '2001:db8::7'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['unknown', 'unknown'],
  ['a:b', 'a:b'],
  ['', ''],
])('a proxy that forwards %s means %s', (forwarded, address) => {
  expect(toVisitorAddress(forwarded)).toBe(address);
});

test('what is no address is refused', () => {
  expect(() => toSubject('shop.test', 'x')).toThrow('must be an IP address');
});
