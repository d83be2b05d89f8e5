import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { rejectedEventsList, rejectionsMax } from '../../../../contract/company/rejected-events.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { aCompany, anOrder, aPageview, aViewerCookie, track } from '../../../testing/builders.ts';
import { expectAccepted, expectRejectedEvent } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { RejectionLog } from './rejection-log.ts';
import {
  addRejections,
  deleteRejectionCountsBefore,
  deleteRejectionsBefore,
  listRejections,
} from './rejections.queries.ts';

const lines: Record<string, unknown>[] = [];
const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp({ logger });
});
afterAll(() => t.close());
afterEach(() => {
  lines.length = 0;
});

const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

async function readRejections(companyId: string, cookie: string) {
  const answer = await t.app.inject({ url: apiPaths.rejectedEvents(companyId), headers: { cookie } });
  return rejectedEventsList.parse(answer.json()).refusals;
}

/** A company, and a function that waits for what its viewer reads. */
async function aShop() {
  const { company, accessKey } = await aCompany(t.db);
  const cookie = await aViewerCookie(t.app, accessKey);
  const until = (count: number) =>
    vi.waitFor(async () => {
      const found = await readRejections(company.id, cookie);
      expect(found).toHaveLength(count);
      return found;
    }, 60_000);
  return { company, until, read: () => readRejections(company.id, cookie) };
}

/** A separate collector with a clock that the test sets, and its log. */
function aCollector() {
  let at = new Date();
  const logged: object[] = [];
  const rejections = new RejectionLog({
    db: t.db,
    log: { warn: (details) => logged.push(details) },
    now: () => at,
  });
  onTestFinished(() => rejections.close());
  return {
    rejections,
    logged,
    wait: (ms: number) => {
      at = new Date(at.getTime() + ms);
    },
    note: (companyId: string, host: string, events = 1, address = host) =>
      rejections.record(companyId, {
        address,
        reason: 'origin-mismatch',
        message: 'no',
        origin: `https://${host}`,
        userAgent: 'curl/8',
        events,
      }),
  };
}

test('each rejection reason is listed with its host, sender, count and time', async () => {
  const { company, until } = await aShop();
  const before = Date.now();
  const elsewhere = { origin: 'https://staging.example.org:8443' };
  const views = [aPageview(company.id), aPageview(company.id)];
  expectRejectedEvent(await track(t.app, views, elsewhere), 403, 'event-refused');
  const order = anOrder(company.id, 'A-1', 1);
  const inNoCurrency = { ...order, metadata: { ...order.metadata, currency: 'XXX' } };
  expectRejectedEvent(
    await track(t.app, inNoCurrency, { origin: 'https://shop.test' }),
    422,
    'currency-mismatch',
  );
  expectRejectedEvent(await track(t.app, views, { 'user-agent': googlebot }), 403, 'bot');
  const wrong = { ...order, metadata: { ...order.metadata, amount: '12,50' } };
  expectRejectedEvent(await track(t.app, [wrong]), 400, 'invalid-request');

  const found = await until(4);
  const byReason = Object.fromEntries(found.map((row) => [row.reason, row]));
  const page = { fromPage: true, agent: 'Chrome', detail: '', lastAt: expect.any(String) };
  const server = { host: '', fromPage: false, lastAt: expect.any(String) };
  expect(byReason).toEqual({
    'origin-mismatch': { reason: 'origin-mismatch', host: 'staging.example.org', count: 2, ...page },
    'currency-mismatch': {
      ...page,
      ...{ reason: 'currency-mismatch', host: 'shop.test', count: 1 },
      detail: 'XXX is not a currency in use (ISO 4217).',
    },
    bot: { reason: 'bot', agent: 'Googlebot', detail: '', count: 2, ...server },
    'invalid-request': {
      reason: 'invalid-request',
      agent: 'Chrome',
      detail: 'metadata.amount must be a number such as 12.5 or "12.50"',
      count: 1,
      ...server,
    },
  });
  for (const { lastAt } of found) expect(Date.parse(lastAt)).toBeGreaterThanOrEqual(before);
});

test('accepted events and events of unknown companies are not recorded', async () => {
  const { company, until } = await aShop();
  expectAccepted(await track(t.app, aPageview(company.id)), 1);
  const unknown = '0198c0de-0000-7000-8000-000000000000';
  expectRejectedEvent(await track(t.app, aPageview(unknown)), 403, 'event-refused');
  expectRejectedEvent(await track(t.app, { ...aPageview(unknown), metadata: {} }), 400, 'invalid-request');
  // The recorded one was written after those would have been.
  expectRejectedEvent(
    await track(t.app, aPageview(company.id), { origin: 'https://a.test' }),
    403,
    'event-refused',
  );
  await until(1);
  expect(await listRejections(t.db, unknown, new Date())).toEqual([]);
});

test('a request for two companies is recorded only for the one of another domain', async () => {
  const { company, until } = await aShop();
  const other = await aShop();
  await t.db.query(`UPDATE companies SET domain = 'other.test' WHERE id = $1`, [other.company.id]);
  const events = [aPageview(company.id), aPageview(other.company.id)];
  expectRejectedEvent(await track(t.app, events, { origin: 'https://shop.test' }), 403, 'event-refused');
  await other.until(1);
  expect(await until(0)).toEqual([]);
});

test('ten thousand invented hosts leave ten rows and few writes', async () => {
  const { company, read } = await aShop();
  const collector = aCollector();
  for (let n = 0; n < 10_000; n += 1) {
    collector.note(company.id, `host-${n}.example`);
    collector.wait(1);
    if (n % 1_000 === 0) await collector.rejections.flush();
  }
  // The first flush had one; the others came within the same minute.
  expect((await read()).map(({ host }) => host)).toEqual(['host-0.example']);
  expect(collector.logged).toHaveLength(1);
  collector.wait(61_000);
  await collector.rejections.flush();
  const hosts = (await read()).map(({ host }) => host);
  expect(hosts).toHaveLength(rejectionsMax);
  expect(hosts).toContain('host-9999.example');
  expect(collector.logged).toHaveLength(2);
});

test('invented hosts of one address do not push out the hosts of others', async () => {
  const { company, read } = await aShop();
  const collector = aCollector();
  collector.note(company.id, 'staging.shop.test');
  for (let n = 0; n < 500; n += 1) {
    collector.wait(1);
    collector.note(company.id, `host-${n}.example`, 1, 'one');
  }
  await collector.rejections.flush();
  expect(await read()).toMatchObject([
    { host: '(other)', count: 497 },
    { host: 'host-2.example' },
    { host: 'host-1.example' },
    { host: 'host-0.example' },
    { host: 'staging.shop.test' },
  ]);
});

test('a repeated host is one row with a count, across processes', async () => {
  const { company, read } = await aShop();
  const collectors = [aCollector(), aCollector()];
  for (const collector of collectors) collector.note(company.id, 'a.example', 3);
  await Promise.all(collectors.map(({ rejections }) => rejections.flush()));
  for (const collector of collectors) {
    collector.note(company.id, 'a.example');
    collector.wait(61_000);
  }
  await Promise.all(collectors.map(({ rejections }) => rejections.flush()));
  expect(await read()).toMatchObject([{ host: 'a.example', count: 8 }]);
});

test('the log has one line a minute per company and reason, with count and host', async () => {
  const { company } = await aShop();
  const { rejections, logged, note, wait } = aCollector();
  note(company.id, 'b.example', 2);
  note(company.id, 'a.example');
  await rejections.flush();
  note(company.id, 'b.example', 4);
  await rejections.flush();
  const line = { companyId: company.id, reason: 'origin-mismatch', host: 'b.example' };
  expect(logged).toEqual([{ ...line, count: 3 }]);
  wait(61_000);
  await rejections.flush();
  expect(logged).toEqual([
    { ...line, count: 3 },
    { ...line, count: 4 },
  ]);
});

test('unwritten rejections are written at shutdown', async () => {
  const { company, read } = await aShop();
  const { rejections, note } = aCollector();
  note(company.id, 'a.example');
  await rejections.flush();
  note(company.id, 'a.example');
  await rejections.close();
  expect(await read()).toMatchObject([{ host: 'a.example', count: 2 }]);
});

test.each([
  ['null', ''],
  ['', ''],
  ['https://', ''],
  ['https://<img src=x>', ''],
  ['javascript:alert(1)', ''],
  [`https://${'a'.repeat(400)}.example`, 'a'.repeat(253)],
  ['https://xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['https://user:secret@private.example/path?token=1', 'private.example'],
  ['http://[::1]:3000', '[::1]'],
])('of the origin %j only the host name is stored: %j', async (origin, host) => {
  const { company, read } = await aShop();
  const { rejections } = aCollector();
  rejections.record(company.id, {
    reason: 'origin-mismatch',
    message: 'no',
    origin,
    userAgent: '<b>\u001b[31m',
    address: 'one',
    events: 1,
  });
  await rejections.flush();
  expect(await read()).toMatchObject([{ host, fromPage: true, agent: '' }]);
});

test('rejections of deleted companies are not stored, and old ones are deleted', async () => {
  const { company, read } = await aShop();
  const { rejections, note } = aCollector();
  const gone = '0198c0de-0000-7000-8000-00000000aaaa';
  note(gone, 'a.example');
  note(company.id, 'a.example');
  await rejections.flush();
  expect(await listRejections(t.db, gone, new Date())).toEqual([]);
  await deleteRejectionsBefore(t.db, new Date(Date.now() - 86_400_000));
  expect(await read()).toHaveLength(1);
  await deleteRejectionsBefore(t.db, new Date(Date.now() + 86_400_000));
  expect(await read()).toEqual([]);
});

test('a database error while writing only logs a line', async () => {
  const { company, read } = await aShop();
  const { rejections, note, logged, wait } = aCollector();
  await t.db.query('ALTER TABLE rejected_events RENAME TO elsewhere');
  note(company.id, 'a.example');
  await rejections.flush();
  await t.db.query('ALTER TABLE elsewhere RENAME TO rejected_events');
  expect(logged).toHaveLength(2);
  wait(61_000);
  note(company.id, 'b.example');
  await rejections.flush();
  expect(await read()).toMatchObject([{ host: 'b.example' }]);
});

const readCounts = async (companyId: string) =>
  (
    await t.db.query<{ day: string; reason: string; count: number }>(
      'SELECT day::text, reason, count FROM rejection_counts WHERE company_id = $1 ORDER BY day, reason',
      [companyId],
    )
  ).rows;

test('the count of a reason includes the hosts that the list has no place for', async () => {
  const { company } = await aShop();
  const { rejections, note } = aCollector();
  for (let n = 0; n < 25; n += 1) note(company.id, `host-${n}.example`, 2);
  await rejections.flush();
  const rows = await listRejections(t.db, company.id, new Date());
  expect(rows).toHaveLength(rejectionsMax);
  expect(await readCounts(company.id)).toMatchObject([{ reason: 'origin-mismatch', count: 50 }]);
});

test('rejections count on the day of the company, and the list covers seven days', async () => {
  const { company, read } = await aShop();
  await t.db.query(`UPDATE companies SET time_zone = 'Pacific/Auckland' WHERE id = $1`, [company.id]);
  const rows = ['2026-03-01T10:59:59Z', '2026-03-01T11:00:00Z', '2026-03-07T11:30:00Z'].map((at, index) => ({
    reason: 'bot' as const,
    host: '',
    from_page: false,
    agent: `Agent ${index}`,
    detail: '',
    count: 10 ** index,
    last_at: new Date(at),
  }));
  await addRejections(t.db, company.id, rows, rows);
  expect(await readCounts(company.id)).toEqual([
    { day: '2026-03-01', reason: 'bot', count: 1 },
    { day: '2026-03-02', reason: 'bot', count: 10 },
    { day: '2026-03-08', reason: 'bot', count: 100 },
  ]);
  const listAt = async (at: string) => (await listRejections(t.db, company.id, new Date(at)))[0];
  // The evening of the 7th and the first minute of the 8th in Auckland, which are one day in UTC.
  expect(await listAt('2026-03-07T10:59:59Z')).toMatchObject({ count: 111, agent: 'Agent 2' });
  expect(await listAt('2026-03-07T11:00:00Z')).toMatchObject({ count: 110 });
  expect(await listAt('2026-03-14T11:00:00Z')).toBeUndefined();
  expect(await read()).toEqual([]);
});

test('counts are deleted by their day', async () => {
  const { company } = await aShop();
  const row = { reason: 'bot' as const, host: '', from_page: false, agent: '', detail: '', count: 1 };
  const rows = ['2026-03-01T12:00:00Z', '2026-03-03T12:00:00Z'].map((at) => ({
    ...row,
    last_at: new Date(at),
  }));
  await addRejections(t.db, company.id, rows, rows);
  await deleteRejectionCountsBefore(t.db, new Date('2026-03-02T12:30:00Z'));
  expect(await readCounts(company.id)).toEqual([{ day: '2026-03-03', reason: 'bot', count: 1 }]);
});
