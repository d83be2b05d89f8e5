import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCompany, anEventId, anOrder, aPageview, aSession, track } from '../../testing/builders.ts';
import { expectAccepted } from '../../testing/requests/expect-answers.ts';
import { countEvents, sumEvents } from '../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let second: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
  second = await buildTestApp({ databaseUrl: t.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await t.close();
});

const hour = 3_600_000;

test('the same event sent alone, twice in a batch and in another case is stored once', async () => {
  const { company } = await aCompany(t.db);
  const event = aPageview(company.id);
  expectAccepted(await track(t.app, event), 1);
  expectAccepted(await track(t.app, event), 1);
  expectAccepted(await track(t.app, [event, event, { ...event, id: event.id.toUpperCase() }]), 3);
  expect(await sumEvents(t.db, company.id)).toMatchObject({ page_views: 1 });
  expect(await countEvents(t.db, company.id)).toBe(1);
});

test('a batch sent again, shuffled and split, changes nothing', async () => {
  const { company } = await aCompany(t.db);
  const events = Array.from({ length: 30 }, (_, i) => [
    aPageview(company.id, { sessionId: `s${i % 7}` }),
    anOrder(company.id, `A-${i}`, 1.1),
  ])
    .flat()
    .slice(0, 50);
  expectAccepted(await track(t.app, events), 50);
  const before = await sumEvents(t.db, company.id);
  await track(t.app, events.toReversed());
  await Promise.all([track(t.app, events.slice(0, 20)), track(second.app, events.slice(15))]);
  expect(await sumEvents(t.db, company.id)).toEqual(before);
  expect(before).toEqual({ page_views: 25, users: 7, orders: 25, revenue: '27.50' });
});

test('the same events sent twenty times at once to two processes count once', async () => {
  const { company } = await aCompany(t.db);
  const events = [
    aPageview(company.id, { sessionId: 's1' }),
    aPageview(company.id, { sessionId: 's2' }),
    anOrder(company.id, 'A-1', 12.5),
  ];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => track(i % 2 ? t.app : second.app, events)),
  );
  for (const answer of answers) expectAccepted(answer, 3);
  expect(await sumEvents(t.db, company.id)).toEqual({
    page_views: 2,
    users: 2,
    orders: 1,
    revenue: '12.50',
  });
  expect(await countEvents(t.db, company.id)).toBe(3);
});

test.each([
  ['three days old', -72 * hour],
  ['25 hours old', -25 * hour],
  ['an hour ahead', hour],
  ['from 1970', -Date.now()],
  ['from the year 10889', 2 ** 48 - hour - Date.now()],
])('an id with an implausible time (%s) still makes one row, stored under today', async (_when, offset) => {
  const { company } = await aCompany(t.db);
  const event = { ...aPageview(company.id), id: anEventId(new Date(Date.now() + offset)) };
  const answers = await Promise.all([
    track(t.app, event),
    track(second.app, event),
    track(t.app, [event, event]),
  ]);
  for (const answer of answers) expect(answer.statusCode).toBe(200);
  await track(t.app, event);
  const { rows } = await t.db.query<{ occurred_at: Date }>(
    'SELECT occurred_at FROM events WHERE company_id = $1',
    [company.id],
  );
  expect(rows).toHaveLength(1);
  const age = Date.now() - (rows[0]?.occurred_at.getTime() ?? 0);
  expect(age).toBeGreaterThan(-5 * 60_000);
  expect(age).toBeLessThan(24 * hour + 60_000);
  expect(await sumEvents(t.db, company.id)).toMatchObject({ page_views: 1 });
});

test('a late event is stored with the time when it happened', async () => {
  const { company } = await aCompany(t.db);
  const then = new Date(Date.now() - 5 * hour);
  await track(t.app, { ...aPageview(company.id), id: anEventId(then) });
  const { rows } = await t.db.query('SELECT occurred_at FROM events WHERE company_id = $1', [company.id]);
  expect(rows).toEqual([{ occurred_at: then }]);
});

test('an order counts once per order id, and the first amount is kept', async () => {
  const { company } = await aCompany(t.db);
  expectAccepted(await track(t.app, [anOrder(company.id, 'A-1', 10), anOrder(company.id, 'A-1', 99)]), 2);
  expectAccepted(await track(t.app, anOrder(company.id, 'A-1', 50)), 1);
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => track(i % 2 ? t.app : second.app, anOrder(company.id, 'A-2', 5))),
  );
  expect(await sumEvents(t.db, company.id)).toMatchObject({ orders: 2, revenue: '15.00' });
  expect(await countEvents(t.db, company.id)).toBe(2);
});

test('events and orders of two companies with the same ids are separate', async () => {
  const { company: one } = await aCompany(t.db);
  const { company: other } = await aCompany(t.db);
  const ofOne = [aPageview(one.id), anOrder(one.id, 'A-1', 1), aSession(one.id, 's')];
  const ofOther = ofOne.map((event) => ({ ...event, companyId: other.id }));
  expectAccepted(await track(t.app, [...ofOne, ...ofOther]), 6);
  for (const company of [one, other]) {
    expect(await sumEvents(t.db, company.id)).toEqual({
      page_views: 1,
      users: 1,
      orders: 1,
      revenue: '1.00',
    });
  }
});

test('an event id used again by another kind of event belongs to the first', async () => {
  const { company } = await aCompany(t.db);
  const view = aPageview(company.id);
  await track(t.app, view);
  expectAccepted(await track(t.app, { ...anOrder(company.id, 'A-1', 5), id: view.id }), 1);
  expect(await sumEvents(t.db, company.id)).toMatchObject({
    page_views: 1,
    orders: 0,
    revenue: '0.00',
  });
  expectAccepted(await track(t.app, anOrder(company.id, 'A-1', 5)), 1);
  expect(await sumEvents(t.db, company.id)).toMatchObject({
    page_views: 1,
    orders: 1,
    revenue: '5.00',
  });
});
