import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OverviewRow, overviewAnswer } from '../../../contract/company/overview.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { anAdmin, send, type TestAccount } from '../../testing/accounts/accounts.ts';
import { aMember } from '../../testing/accounts/team.ts';
import { aCompany, aPageview, aSession, track } from '../../testing/builders.ts';
import { repeatWhileBusy } from '../../testing/requests/repeat-while-busy.ts';
import {
  aLoadedEvent,
  inBerlin,
  openStatsFixture,
  type StatsFixture,
} from '../../testing/stats/stats-fixture.ts';
import { addRejections } from '../tracking/rejections/rejections.queries.ts';

let fixture: StatsFixture;
let admin: TestAccount;
/** Two days with events, compared with the two days before, which have some as well. */
const period = { from: '2026-10-24', to: '2026-10-25', compare: 'previous', match: 'date' };

beforeAll(async () => {
  fixture = await openStatsFixture();
  admin = await anAdmin(fixture.t);
  const ai = { source: 'ChatGPT', channel: 'AI Assistants', referrer_host: 'chatgpt.com' };
  await fixture.load(fixture.companyId, [
    aLoadedEvent(11, inBerlin(24, '13:00'), ai),
    aLoadedEvent(12, inBerlin(25, '13:00'), ai),
    aLoadedEvent(13, inBerlin(22, '13:00'), ai),
    aLoadedEvent(14, inBerlin(23, '13:00')),
    aLoadedEvent(14, inBerlin(23, '13:01'), { kind: 'order', order_id: 'C-1', amount: '20.50' }),
    aLoadedEvent(15, inBerlin(23, '14:00')),
  ]);
});
afterAll(() => fixture.close());

type Query = Record<string, string | string[]>;

const toUrl = (path: string, query: Query) => {
  const pairs = Object.entries(query).flatMap(([name, given]) =>
    [given].flat().map((value): [string, string] => [name, value]),
  );
  return `${path}?${new URLSearchParams(pairs)}`;
};

/** Asks again until everything is counted, as a page does. */
async function ask(query: Query = period, cookie = admin.cookie): Promise<OverviewRow[]> {
  for (;;) {
    const request = { url: toUrl(apiPaths.overview, query), headers: { cookie } };
    const answer = await repeatWhileBusy(() => fixture.t.app.inject(request));
    expect(answer.statusCode, answer.body).toBe(200);
    const { rows, isComplete } = overviewAnswer.strict().parse(answer.json());
    if (isComplete) return rows;
  }
}

async function askOne(companyId: string, query: Query = period): Promise<OverviewRow> {
  const [row] = await ask({ ...query, id: companyId });
  if (row?.id !== companyId) throw new Error('the company is missing');
  return row;
}

test('the figures are those of the portal, next to the days before', async () => {
  const { counts } = await askOne(fixture.companyId);
  const { metrics } = await fixture.summarize(period);
  for (const [at, figures] of [
    ['value', counts?.current],
    ['compared', counts?.before],
  ] as const) {
    expect(figures?.visitors).toBe(metrics.visitors?.[at]);
    expect(figures?.orders).toBe(metrics.orders?.[at]);
    expect(figures?.revenue).toBe(Number(metrics.revenue?.[at]));
    expect(figures?.conversionRate).toBe(metrics['conversion-rate']?.[at]);
  }
  expect(counts?.current).toMatchObject({ visitors: 7, orders: 2, revenue: 94.95 });
  expect(counts?.before).toMatchObject({ visitors: 3, orders: 1, revenue: 20.5, aiShare: 33.33 });
  expect(counts).toMatchObject({ source: 'tracked', isPending: false });
});

test('the share of AI assistants is that of the list of channels', async () => {
  const { counts } = await askOne(fixture.companyId);
  const list = await fixture.breakDown({
    dimension: 'channel',
    metrics: 'visits',
    from: period.from,
    to: period.to,
  });
  const row = list.rows.find(({ value }) => value === 'AI Assistants');
  const share = (Number(row?.metrics.visits) / Number(list.totals.visits)) * 100;
  expect(row?.metrics.visits).toBe(2);
  expect(counts?.current.aiShare).toBeCloseTo(share, 2);
});

test.each([
  ['days', { from: '2026-10-20', to: '2026-10-26' }],
  ['hours', { from: '2026-10-25', to: '2026-10-25' }],
  ['weeks', { from: '2026-07-01', to: '2026-10-26' }],
  ['times', { from: '2026-10-24T09:00', to: '2026-10-24T19:30' }],
])('the series has the visitors of the chart of %s', async (_, range) => {
  const { counts } = await askOne(fixture.companyId, range);
  const { points } = await fixture.list({ ...range, metrics: 'visitors' });
  expect(counts?.series).toEqual(points.map(({ metrics }) => metrics.visitors));
  expect(counts?.before).toBeNull();
});

test('a long series has as many points as a small chart shows, with the same sum', async () => {
  const range = { from: '2026-07-20', to: '2026-10-26' };
  const { counts } = await askOne(fixture.companyId, range);
  const { points } = await fixture.list({ ...range, metrics: 'visitors' });
  const sum = (numbers: number[]) => numbers.reduce((all, count) => all + count, 0);
  expect(points.length).toBeGreaterThan(62);
  expect(counts?.series.length).toBeLessThanOrEqual(62);
  expect(sum(counts?.series ?? [])).toBe(sum(points.map(({ metrics }) => Number(metrics.visitors))));
});

test('bots are a share of themselves and the page views and events of the period', async () => {
  const row = { host: '', from_page: false, agent: 'curl', detail: '', last_at: inBerlin(24, '11:00') };
  const bots = { ...row, reason: 'bot', count: 9 } as const;
  expect((await askOne(fixture.companyId)).counts?.botShare).toBeNull();
  await addRejections(fixture.t.db, fixture.companyId, [bots], [bots]);
  const { metrics } = await fixture.summarize(period);
  const hits = Number(metrics['page-views']?.value) + Number(metrics.events?.value);
  expect((await askOne(fixture.companyId)).counts?.botShare).toBeCloseTo((9 / (9 + hits)) * 100, 2);
  // Counted, without a bot.
  const after = { from: '2026-10-25', to: '2026-10-25' };
  expect((await askOne(fixture.companyId, after)).counts?.botShare).toBe(0);
  // Before anything was counted.
  expect(
    (await askOne(fixture.companyId, { from: '2026-10-20', to: '2026-10-23' })).counts?.botShare,
  ).toBeNull();
});

test('verified orders alone count where the company chose that', async () => {
  const { db } = fixture.t;
  await db.query('UPDATE companies SET counts_only_verified = true WHERE id = $1', [fixture.companyId]);
  const { counts } = await askOne(fixture.companyId);
  const { metrics } = await fixture.summarize(period);
  await db.query('UPDATE companies SET counts_only_verified = false WHERE id = $1', [fixture.companyId]);
  expect(counts?.current).toMatchObject({ orders: 1, revenue: Number(metrics.revenue?.value) });
});

test('a new event changes the figures and the live visitors at once', async () => {
  const { company } = await aCompany(fixture.t.db, { timeZone: 'Europe/Berlin' });
  const today = { period: '7d', compare: 'previous' };
  expect(await askOne(company.id, today)).toMatchObject({
    live: 0,
    lastEventAt: null,
    health: { state: 'never-installed', since: null },
    setup: { done: 0, of: 5 },
    counts: { current: { visitors: 0, conversionRate: null, aiShare: null }, botShare: null },
  });
  const session = { sessionId: 'overview-1' };
  await track(fixture.t.app, [aPageview(company.id, session), aSession(company.id, session.sessionId)]);
  const row = await askOne(company.id, today);
  expect(row).toMatchObject({ live: 1, health: { state: 'receiving', since: row.lastEventAt } });
  expect(row.counts?.current.visitors).toBe(1);
  expect(row.counts?.series.at(-1)).toBe(1);
});

test('a company with demo data shows its figures, and no live visitors', async () => {
  const { company } = await aCompany(fixture.t.db);
  const generated = await send(fixture.t, apiPaths.simulateAnalytics, { companyId: company.id }, admin);
  expect(generated.statusCode, generated.body).toBe(200);
  const row = await askOne(company.id, { period: '30d' });
  expect(row).toMatchObject({ live: 0, lastEventAt: null, health: { state: 'demo-data', since: null } });
  expect(row.counts).toMatchObject({ source: 'simulated', botShare: null });
  expect(row.counts?.current.visitors).toBeGreaterThan(0);
});

test('rejected events are named with the first day that has one', async () => {
  const { company } = await aCompany(fixture.t.db);
  await track(fixture.t.app, aPageview(company.id));
  const row = { host: '', from_page: true, agent: '', detail: '', last_at: new Date() };
  const refused = { ...row, reason: 'origin-mismatch', count: 4 } as const;
  const bots = { ...row, reason: 'bot', count: 9 } as const;
  await addRejections(fixture.t.db, company.id, [refused, bots], [refused, bots]);
  const { health } = await askOne(company.id);
  expect(health).toMatchObject({
    state: 'events-refused',
    rejections: [{ reason: 'origin-mismatch', count: 4 }],
  });
  expect(health.since).toMatch(/T00:00:00.000Z$/);
});

test('a manager sees the own companies alone, whatever ids are asked for', async () => {
  const { company: own } = await aCompany(fixture.t.db);
  const manager = await aMember(fixture.t, admin, { role: 'manager', companies: [own.id] });
  const idsOf = async (query: Query) => (await ask(query, manager.cookie)).map(({ id }) => id);
  expect(await idsOf({})).toEqual([own.id]);
  expect(await idsOf({ id: [own.id, fixture.companyId] })).toEqual([own.id]);
  expect(await idsOf({ id: fixture.companyId })).toEqual([]);
});
