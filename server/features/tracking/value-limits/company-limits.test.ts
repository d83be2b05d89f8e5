import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aCompany, aPageview, track } from '../../../testing/builders.ts';
import {
  expectAccepted,
  expectError,
  expectRejectedEvent,
} from '../../../testing/requests/expect-answers.ts';
import { countEvents, sumEvents } from '../../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

// Two seconds are promised; a busy machine may take longer, but not the five seconds of a statement’s timeout.
const patience = 4;

const open: TestApp[] = [];
async function anApp(env: Record<string, string> = {}): Promise<TestApp> {
  const t = await buildTestApp({ env });
  open.push(t);
  return t;
}
beforeEach(() => {
  open.length = 0;
});
afterEach(async () => {
  vi.useRealTimers();
  for (const t of open) await t.close();
});

const views = (companyId: string, n: number) => Array.from({ length: n }, () => aPageview(companyId));

test('an address over its limit gets Retry-After, and others are not affected', async () => {
  const t = await anApp({ TRACK_EVENTS_PER_SECOND: '20', TRUST_PROXY: 'loopback' });
  const { company } = await aCompany(t.db);
  // The limit is refilled by this clock: a busy machine must not lift it.
  vi.useFakeTimers({ toFake: ['performance'] });
  const from = (address: string, n: number) =>
    track(t.app, views(company.id, n), { 'x-forwarded-for': address });
  expectAccepted(await from('198.51.100.1', 50), 50);
  expectAccepted(await from('198.51.100.1', 10), 10);
  const refused = await from('198.51.100.1', 20);
  expectRejectedEvent(refused, 429, 'too-many-requests');
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBe(1);
  expectAccepted(await from('198.51.100.2', 50), 50);

  // All addresses of one /64 count as one.
  expectAccepted(await from('2001:db8:0:1::1', 50), 50);
  expectRejectedEvent(await from('2001:db8:0:1:ffff::2', 50), 429, 'too-many-requests');
  expectAccepted(await from('2001:db8:0:2::1', 50), 50);
  expect(await countEvents(t.db, company.id)).toBe(210);
});

test('a forwarded address is ignored unless a proxy is configured', async () => {
  const t = await anApp({ TRACK_EVENTS_PER_SECOND: '1' });
  const { company } = await aCompany(t.db);
  expectAccepted(await track(t.app, views(company.id, 50), { 'x-forwarded-for': '198.51.100.1' }), 50);
  const other = await track(t.app, views(company.id, 50), { 'x-forwarded-for': '198.51.100.2' });
  expectRejectedEvent(other, 429, 'too-many-requests');
  expect(Number(other.headers['retry-after'])).toBeGreaterThan(40);
});

test('a request of fifty events is accepted with any limit', async () => {
  const t = await anApp({ TRACK_EVENTS_PER_SECOND: '1' });
  const { company } = await aCompany(t.db);
  expectAccepted(await track(t.app, views(company.id, 50)), 50);
  expectRejectedEvent(await track(t.app, views(company.id, 50)), 429, 'too-many-requests');
});

test.each(['events', 'dataset_revisions'])(
  'a locked table (%s) is answered with 503 within two seconds, and no unstored event is acknowledged',
  async (table) => {
    const t = await anApp();
    const { company } = await aCompany(t.db);
    expectAccepted(await track(t.app, aPageview(company.id)), 1);
    const locker = await t.db.connect();
    await locker.query('BEGIN');
    await locker.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const began = performance.now();
    const events = views(company.id, 30);
    const refused = await Promise.all(events.map((event) => track(t.app, event)));
    const seconds = (performance.now() - began) / 1000;
    await locker.query('ROLLBACK');
    locker.release();
    for (const answer of refused) {
      expectError(answer, 503, 'unavailable');
      expect(answer.headers['retry-after']).toBe('2');
    }
    expect(seconds).toBeLessThan(patience);

    // Sent again with their ids, rejected events are stored once, even if they were stored before.
    for (const event of [...events, ...events]) expectAccepted(await track(t.app, event), 1);
    const stored = await countEvents(t.db, company.id);
    expect(stored).toBe(31);
    expect((await sumEvents(t.db, company.id)).page_views).toBe(stored);
  },
);

test('a terminated connection loses no acknowledged event', async () => {
  const t = await anApp();
  const { company } = await aCompany(t.db);
  await track(t.app, aPageview(company.id));
  const sending = Promise.all(
    Array.from({ length: 40 }, async () => (await track(t.app, views(company.id, 5))).statusCode),
  );
  const killer = await t.db.connect();
  await killer.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'northlight' AND pid <> pg_backend_pid()`,
  );
  killer.release();
  const statuses = await sending;
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  const acknowledged = 1 + 5 * statuses.filter((status) => status === 200).length;
  expect(await countEvents(t.db, company.id)).toBeGreaterThanOrEqual(acknowledged);
  expectAccepted(await track(t.app, aPageview(company.id)), 1);
});
