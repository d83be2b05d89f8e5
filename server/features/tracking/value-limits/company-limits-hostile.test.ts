import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { aCompany, anOrder, aPageview, aSession, track } from '../../../testing/builders.ts';
import { readCounter } from '../../../testing/read-counter.ts';
import {
  expectAccepted,
  expectError,
  expectRejectedEvent,
} from '../../../testing/requests/expect-answers.ts';
import { sumEvents } from '../../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { CompanyLimits, toEventLimit } from './company-limits.ts';
import { DistinctValues } from './distinct-values.ts';

const open: TestApp[] = [];
async function anApp(env: Record<string, string>): Promise<TestApp> {
  const t = await buildTestApp({ env });
  open.push(t);
  return t;
}
afterEach(async () => {
  vi.useRealTimers();
  for (const t of open.splice(0)) await t.close();
});

const rows = (t: TestApp, text: string, companyId: string) =>
  t.db.query<{ value: string; n: number }>(text, [companyId]).then((found) => found.rows);

test('three thousand invented paths and referrers are grouped as "(other)"', async () => {
  const t = await anApp({ TRACK_DISTINCT_VALUES_PER_DAY: '40', TRUST_PROXY: '1' });
  const { company } = await aCompany(t.db);
  // From several addresses, so that none reaches its share.
  for (let request = 0; request < 6; request += 1) {
    const views = Array.from({ length: 50 }, (_, i) =>
      aPageview(company.id, {
        url: `https://shop.test/${request}-${i}`,
        referrer: `https://${request}-${i}.example/`,
      }),
    );
    const from = { 'x-forwarded-for': `198.51.100.${request}` };
    expectAccepted(await track(t.app, views, from), 50);
  }
  for (const column of ['path', 'referrer_host', 'source']) {
    const found = await rows(
      t,
      `SELECT ${column} AS value, count(*) AS n FROM events WHERE company_id = $1 GROUP BY 1`,
      company.id,
    );
    expect(found).toHaveLength(41);
    expect(Number(found.find(({ value }) => value === '(other)')?.n)).toBe(260);
  }
  // Values seen before keep their name.
  expectAccepted(await track(t.app, aPageview(company.id, { url: 'https://shop.test/0-0' })), 1);
  const known = await rows(
    t,
    `SELECT path AS value, count(*) AS n FROM events WHERE company_id = $1 AND path = '/0-0' GROUP BY 1`,
    company.id,
  );
  expect(known.reduce((sum, { n }) => sum + n, 0)).toBe(2);
  expect(readCounter(t, 'northlight_values_replaced_total')).toBe(520);
});

test('one address cannot use up the distinct values of a company', () => {
  const values = new DistinctValues({ max: 100, addressMax: 10, windowMs: 1_000 });
  const admitted = (address: string, n: number) =>
    Array.from({ length: n }, (_, i) => values.admit('c', `${address}/${i}`, address, 0)).filter(Boolean)
      .length;
  expect(admitted('one', 1_000)).toBe(10);
  expect(admitted('other', 5)).toBe(5);
  expect(values.admit('c', 'one/3', 'somebody', 0)).toBe(true);
  // Another company and the next day start at zero.
  expect(values.admit('d', 'one/500', 'one', 0)).toBe(true);
  expect(values.admit('c', 'one/500', 'one', 1_000)).toBe(true);
});

test('invented browser names do not create a row each', async () => {
  const t = await anApp({ TRUST_PROXY: '1' });
  const { company } = await aCompany(t.db);
  const letters = 'tizenoka';
  // The parser returns each invented name as a browser name. Upper and lower case count as different names.
  for (let n = 0; n < 150; n += 1) {
    const name = [n % 8, (n >> 3) % 8, (n >> 6) % 8, 1, 2].map((at) => letters[at]).join('');
    const headers = {
      'user-agent': `Mozilla/5.0 (X11; Linux x86_64) ${name}browser/1.0`,
      'x-forwarded-for': `198.51.100.${n}`,
    };
    expectAccepted(await track(t.app, aPageview(company.id, { sessionId: `s-${n}` }), headers), 1);
  }
  const found = await rows(
    t,
    `SELECT browser AS value, count(*) AS n FROM events WHERE company_id = $1 GROUP BY 1`,
    company.id,
  );
  expect(found.length).toBeLessThanOrEqual(101);
  expect(found.reduce((sum, { n }) => sum + Number(n), 0)).toBe(150);
  // Each sender has another browser and the same system.
  expect(readCounter(t, 'northlight_values_replaced_total')).toBe(50);
});

test('a million invented values of thousands of companies are not kept in memory', () => {
  const values = new DistinctValues({ max: 2_000, addressMax: 2_000, windowMs: 1_000 });
  for (let company = 0; company < 1_000; company += 1) {
    for (let i = 0; i < 1_000; i += 1) values.admit(`c${company}`, `/${i}`, 'a', 0);
  }
  expect(values.remembered).toBeLessThanOrEqual(500_000);
  expect(values.admit('c999', '/5', 'a', 0)).toBe(true);
});

test('floods from many addresses to one company are limited, and other companies are not', async () => {
  const t = await anApp({ TRACK_COMPANY_EVENTS_PER_SECOND: '10', TRUST_PROXY: '1' });
  const { company } = await aCompany(t.db);
  const { company: other } = await aCompany(t.db);
  // The limit is refilled by this clock: a busy machine must not lift it.
  vi.useFakeTimers({ toFake: ['performance'] });
  const views = (companyId: string) => Array.from({ length: 50 }, () => aPageview(companyId));
  const statuses: number[] = [];
  for (let address = 0; address < 8; address += 1) {
    const from = { 'x-forwarded-for': `198.51.100.${address}` };
    const answer = await track(t.app, views(company.id), from);
    statuses.push(answer.statusCode);
    if (answer.statusCode === 429) {
      expectRejectedEvent(answer, 429, 'too-many-requests');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
  // The last quarter of the burst is left for senders of a few events.
  const visitor = { 'x-forwarded-for': '198.51.100.99' };
  expectAccepted(await track(t.app, views(company.id).slice(0, 5), visitor), 5);
  expectAccepted(await track(t.app, views(other.id), { 'x-forwarded-for': '198.51.100.7' }), 50);
});

test('events of several companies in one request count in the queue of each', async () => {
  const t = await anApp({ TRACK_COMPANY_EVENTS_PER_SECOND: '10000', TRACK_EVENTS_PER_SECOND: '10000' });
  const companies = await Promise.all([1, 2, 3].map(async () => (await aCompany(t.db)).company));
  const lock = await t.db.connect();
  await lock.query('BEGIN');
  await lock.query('LOCK TABLE dataset_revisions IN ACCESS EXCLUSIVE MODE');
  // The queue of a company holds 5,000 events. Each company gets fewer than half of that.
  const answers = await Promise.all(
    Array.from({ length: 115 }, () =>
      track(
        t.app,
        Array.from({ length: 50 }, (_, i) => aPageview(companies[i % 3]?.id ?? '')),
      ),
    ),
  );
  await lock.query('ROLLBACK');
  lock.release();
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toEqual([]);
});

test('rejected events do not use up the limit of a company', async () => {
  const t = await anApp({ TRACK_COMPANY_EVENTS_PER_SECOND: '1' });
  const { company } = await aCompany(t.db);
  const views = Array.from({ length: 50 }, () => aPageview(company.id));
  for (let i = 0; i < 10; i += 1)
    expectRejectedEvent(await track(t.app, views, { origin: 'https://evil.test' }), 403, 'event-refused');
  expectAccepted(await track(t.app, views), 50);
});

test('one address cannot use up the event limit of a company', () => {
  const limits = new CompanyLimits(toEventLimit(100));
  const flood = (nowMs: number) => {
    let sent = 0;
    while (limits.consume('c', 'flood', 50, nowMs) === 0) sent += 50;
    return sent;
  };
  expect(flood(0)).toBeLessThanOrEqual(200);
  for (let second = 1; second < 60; second += 1) {
    flood(second * 1_000);
    expect(limits.consume('c', `visitor ${second}`, 5, second * 1_000)).toBe(0);
  }
});

test('twenty addresses together cannot use up the event limit of a company', () => {
  const limits = new CompanyLimits(toEventLimit(500));
  let refused = 0;
  for (let ms = 0; ms < 60_000; ms += 100) {
    // Each address sends as fast as its limit allows.
    for (let address = 0; address < 20; address += 1)
      for (let i = 0; i < 10; i += 1) limits.consume('c', `flood ${address}`, 10, ms);
    if (limits.consume('c', `visitor ${ms}`, 5, ms) > 0) refused += 1;
  }
  expect(refused).toBe(0);
});

test('requests rejected during a flood do not use up the share of their address', () => {
  const limits = new CompanyLimits(toEventLimit(100));
  for (let address = 0; address < 300; address += 1) limits.consume('c', `flood ${address}`, 1, 0);
  for (let i = 0; i < 20; i += 1) expect(limits.consume('c', 'visitor', 5, 0)).toBeGreaterThan(0);
  expect(limits.consume('c', 'visitor', 5, 100)).toBe(0);
});

test('twenty addresses together cannot use up the distinct values of a company', () => {
  const values = new DistinctValues({ max: 2_000, addressMax: 200, windowMs: 1_000 });
  for (let address = 0; address < 20; address += 1)
    for (let i = 0; i < 1_000; i += 1) values.admit('c', `/${address}/${i}`, `flood ${address}`, 0);
  const isAdmitted = Array.from({ length: 50 }, (_, i) =>
    values.admit('c', `/new-page-${i}`, `visitor ${i}`, 0),
  );
  expect(isAdmitted).not.toContain(false);
});

test('tracking stops before the disk is full, and everything else keeps working', async () => {
  const t = await anApp({ DISK_RESERVE_MB: '1000000000' });
  const { company } = await aCompany(t.db);
  const answer = await track(t.app, aPageview(company.id));
  expectError(answer, 503, 'unavailable');
  expect(answer.headers['retry-after']).toBe('60');
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  expect(readCounter(t, 'northlight_disk_low')).toBe(1);
  expect(readCounter(t, 'northlight_disk_free_bytes')).toBeGreaterThan(0);
  const signIn = await t.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: { origin: 'http://localhost:3000' },
    payload: { email: 'nobody@example.org', password: 'not the right one' },
  });
  expect(signIn.statusCode).toBe(401);
  expect((await t.app.inject('/readyz')).statusCode).toBe(200);
});

test('thirty thousand invented visitors do not fill the presence of a company', async () => {
  const t = await anApp({ TRUST_PROXY: '1' });
  const { company } = await aCompany(t.db);
  const send = (address: string, n: number) =>
    Promise.all(
      Array.from({ length: n / 50 }, () =>
        track(
          t.app,
          Array.from({ length: 50 }, () => aSession(company.id, randomUUID())),
          { 'x-forwarded-for': address },
        ).then((answer) => expectAccepted(answer, 50)),
      ),
    );
  await send('198.51.100.1', 1_500);
  const present = () =>
    rows(t, 'SELECT count(*) AS n FROM active_sessions WHERE company_id = $1', company.id).then(
      ([row]) => row?.n,
    );
  // The address fills its share; each visitor is still counted.
  expect(await present()).toBe(1_000);
  await send('198.51.100.2', 50);
  expect(await present()).toBe(1_050);
  expect((await sumEvents(t.db, company.id)).users).toBe(1_550);
});

test('orders keep their amounts when a limit replaces their path', async () => {
  const t = await anApp({ TRACK_DISTINCT_VALUES_PER_DAY: '1' });
  const { company } = await aCompany(t.db);
  const order = anOrder(company.id, 'A-1', 5);
  const sent = { ...order, metadata: { ...order.metadata, url: 'https://shop.test/thanks' } };
  expectAccepted(await track(t.app, [aPageview(company.id), sent]), 2);
  const found = await rows(
    t,
    `SELECT path AS value, 1 AS n FROM events WHERE company_id = $1 AND kind = 'order'`,
    company.id,
  );
  expect(found).toEqual([{ value: '(other)', n: 1 }]);
});
