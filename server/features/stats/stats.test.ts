import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { statsBreakdown, statsSummary, statsTimeseries } from '../../../contract/stats/stats-answers.ts';
import { rowDimensions, statsMetrics, visitDimensions } from '../../../contract/stats.ts';
import { anAdmin } from '../../testing/accounts.ts';
import { aCompany, aViewerCookie } from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { type LoadedEvent, loadEvents } from '../tracking/bulk-load/bulk-load.ts';

let t: TestApp;
let companyId: string;
let cookie: string;

/** Wall time in Berlin on 24 to 26 October 2026; clocks go back at 03:00 on the 25th. */
const at = (day: number, time: string) => new Date(`2026-10-${day}T${time}:00+02:00`);

function anEvent(visitor: number | null, occurredAt: Date, given: Partial<LoadedEvent> = {}): LoadedEvent {
  return {
    id: randomUUID(),
    kind: 'pageview',
    path: '/',
    host: 'shop.test',
    referrer_host: '',
    browser: 'Firefox',
    os: 'Linux',
    device: 'desktop',
    occurred_at: occurredAt,
    visitor_id: visitor === null ? null : BigInt(visitor),
    source: 'Direct',
    channel: 'Direct',
    ...given,
  };
}

const google = { source: 'Google', channel: 'Organic Search', referrer_host: 'google.com', country: 'DE' };
const phone = { device: 'phone', screen: 'phone', country: 'FR', utm_campaign: 'spring, part 2' };

const events = (): LoadedEvent[] => [
  // Two visits of one visitor; the first engaged for 20 s on two pages, the second bounces.
  anEvent(1, at(24, '10:00'), google),
  anEvent(1, at(24, '10:01'), { ...google, kind: 'engagement', engaged_ms: 20_000 }),
  anEvent(1, at(24, '10:02'), { ...google, path: '/Blog/one' }),
  anEvent(1, at(24, '12:00'), { path: '/pricing' }),
  // A visit with an event and an order.
  anEvent(2, at(24, '10:30'), { ...phone, path: '/pricing' }),
  anEvent(2, at(24, '10:31'), {
    ...phone,
    path: '/pricing',
    kind: 'event',
    event_name: 'sign-up',
    properties: { plan: 'pro', seats: 3 },
  }),
  anEvent(2, at(24, '10:32'), {
    ...phone,
    kind: 'order',
    order_id: 'A-1',
    amount: '99.90',
    refunded_amount: '10.00',
  }),
  // The next day of the company begins at 00:00 in Berlin, at 22:00 UTC.
  anEvent(3, at(25, '00:00'), { ...google, path: '/Blog/two', host: 'blog.shop.test' }),
  // 02:30 twice: before and after clocks go back.
  anEvent(4, new Date('2026-10-25T00:30:00Z'), { path: '/night' }),
  anEvent(5, new Date('2026-10-25T01:30:00Z'), { path: '/night' }),
  // Without a visitor: a page view of the literal payload, and a server's order.
  anEvent(null, at(25, '12:00'), { path: '/no-visit' }),
  anEvent(null, at(25, '13:00'), { kind: 'order', order_id: 'B-1', amount: '5.05' }),
];

const load = (datasetId: string, rows: LoadedEvent[]) =>
  loadEvents({ db: t.db, ownerUrl: t.databaseUrl }, datasetId, rows, { now: new Date() });

beforeAll(async () => {
  t = await buildTestApp();
  const { company, accessKey } = await aCompany(t.db, { timeZone: 'Europe/Berlin', currency: 'EUR' });
  companyId = company.id;
  cookie = await aViewerCookie(t.app, accessKey);
  await load(companyId, events());
});
afterAll(() => t.close());

async function get(path: (companyId: string) => string, query: Record<string, string | string[]>) {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, given]) =>
      [given].flat().map((value): [string, string] => [name, value]),
    ),
  );
  const answer = await t.app.inject({ url: `${path(companyId)}?${search}`, headers: { cookie } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const days = { from: '2026-10-24', to: '2026-10-25' };
const firstDay = { from: '2026-10-24', to: '2026-10-24' };
const summarize = async (query: Record<string, string | string[]>) =>
  statsSummary.strict().parse(await get(apiPaths.statsSummary, { ...days, ...query }));
const list = async (query: Record<string, string | string[]>) =>
  statsTimeseries.strict().parse(await get(apiPaths.statsTimeseries, { ...days, ...query }));
const breakDown = async (query: Record<string, string | string[]>) =>
  statsBreakdown.strict().parse(await get(apiPaths.statsBreakdown, { ...days, ...query }));

/** The values of a summary's metrics. */
async function valuesOf(query: Record<string, string | string[]>, metrics = 'visits,page-views') {
  const { metrics: found } = await summarize({ metrics, ...query });
  return metrics
    .split(',')
    .map((metric) => found[statsMetrics.find((name) => name === metric) ?? 'visits']?.value);
}

test('a summary has all metrics of the days of the company, next to the days before', async () => {
  const answer = await summarize({ from: '2026-10-25', to: '2026-10-25', compare: 'previous' });
  expect(answer).toMatchObject({
    from: '2026-10-24T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
    comparedRange: { from: '2026-10-23T22:00:00.000Z', to: '2026-10-24T22:00:00.000Z' },
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    source: 'tracked',
  });
  expect(answer.metrics).toEqual({
    visitors: { value: 3, compared: 2 },
    visits: { value: 3, compared: 3 },
    'page-views': { value: 4, compared: 4 },
    'views-per-visit': { value: 4 / 3, compared: 4 / 3 },
    'bounce-rate': { value: 100, compared: 100 / 3 },
    'visit-duration': { value: 0, compared: 20 / 3 },
    events: { value: 0, compared: 1 },
    orders: { value: 1, compared: 1 },
    revenue: { value: '5.05', compared: '99.90' },
    refunds: { value: '0.00', compared: '10.00' },
    'conversion-rate': { value: 0, compared: 100 / 3 },
  });
});

test('a time without events has zeros, and rates of null', async () => {
  const { metrics } = await summarize({ from: '2026-01-01T00:00', to: '2026-01-01T00:01', goal: 'page:/' });
  expect(metrics).toMatchObject({
    visits: { value: 0, compared: null },
    revenue: { value: '0.00' },
    'bounce-rate': { value: null },
    'goal-conversions': { value: 0 },
    'goal-conversion-rate': { value: null },
  });
});

test('a range that ends within a visit counts the visit by its beginning and its rows by their time', async () => {
  const range = { from: '2026-10-24T10:01', to: '2026-10-24T10:31' };
  // The first visit began before; of the second, only the page view is in the range.
  expect(await valuesOf(range, 'visitors,visits,page-views,events,orders')).toEqual([1, 1, 2, 0, 1]);
});

describe('filters', () => {
  test.each([
    ['country:is:DE', 2, 3],
    ['country:is:DE,FR', 3, 4],
    ['country:is-not:DE', 4, 5],
    ['source:contains:GOO', 2, 3],
    ['source:starts-with:goo', 0, 0],
    ['entry-page:is:/pricing', 2, 2],
    [String.raw`utm-campaign:is:spring\, part 2`, 1, 1],
    ['utm-campaign:is:(none)', 5, 6],
    ['page:is:/pricing', 2, 2],
    ['page:starts-with:/Blog', 2, 2],
    ['page:contains:/blog', 2, 2],
    ['page:is:/no-visit', 0, 1],
    ['host:is:blog.shop.test', 1, 1],
    ['event:is:sign-up', 1, 0],
    ['property:plan:is:pro', 1, 0],
    ['property:seats:is:3', 1, 0],
    ['property:plan:is-not:pro', 0, 0],
    ['saw-page:is:/Blog/one', 1, 2],
    ['saw-page:is-not:/pricing', 4, 6],
    ['did-event:is:sign-up', 1, 1],
  ])('%s', async (filter, visits, pageViews) => {
    expect(await valuesOf({ filter })).toEqual([visits, pageViews]);
  });

  test('all of several filters have to match, on rows all on the same row', async () => {
    expect(await valuesOf({ filter: ['page:is:/Blog/one', 'page:is:/'] })).toEqual([0, 0]);
    expect(await valuesOf({ filter: ['saw-page:is:/Blog/one', 'saw-page:is:/'] })).toEqual([1, 2]);
    expect(await valuesOf({ filter: ['event:is:sign-up', 'page:is:/pricing', 'country:is:FR'] })).toEqual([
      1, 0,
    ]);
  });

  test('orders of no visit count without filters alone', async () => {
    expect(await valuesOf({}, 'orders,revenue')).toEqual([2, '104.95']);
    expect(await valuesOf({ filter: 'country:is-not:XX' }, 'orders,revenue')).toEqual([1, '99.90']);
  });
});

test('a goal counts the visits that reached it', async () => {
  const metrics = 'goal-conversions,goal-conversion-rate';
  expect(await valuesOf({ ...firstDay, goal: 'page:/pricing' }, metrics)).toEqual([2, 200 / 3]);
  expect(await valuesOf({ ...firstDay, goal: 'event:sign-up', filter: 'device:is:phone' }, metrics)).toEqual([
    1, 100,
  ]);
});

test('a timeseries has every hour, the repeated one twice', async () => {
  const { points, interval, compared } = await list({
    from: '2026-10-25',
    to: '2026-10-25',
    interval: 'hour',
  });
  expect({ interval, compared, count: points.length }).toEqual({
    interval: 'hour',
    compared: null,
    count: 25,
  });
  const some = points.filter(({ metrics }) => metrics['page-views'] !== 0);
  expect(some.map(({ at: start, metrics }) => [start, metrics.visits, metrics['page-views']])).toEqual([
    ['2026-10-24T22:00:00.000Z', 1, 1],
    ['2026-10-25T00:00:00.000Z', 1, 1],
    ['2026-10-25T01:00:00.000Z', 1, 1],
    ['2026-10-25T10:00:00.000Z', 0, 1],
  ]);
});

test('a timeseries has every day with zeros, and the compared days', async () => {
  const answer = await list({
    from: '2026-10-24',
    to: '2026-10-26',
    compare: 'previous',
    metrics: 'visits,orders',
  });
  expect(answer.interval).toBe('day');
  expect(answer.points).toEqual([
    { at: '2026-10-23T22:00:00.000Z', metrics: { visits: 3, orders: 1 } },
    { at: '2026-10-24T22:00:00.000Z', metrics: { visits: 3, orders: 1 } },
    { at: '2026-10-25T23:00:00.000Z', metrics: { visits: 0, orders: 0 } },
  ]);
  expect(answer.compared?.map(({ metrics }) => metrics.visits)).toEqual([0, 0, 0]);
});

describe('breakdowns', () => {
  const everyDimension = [...visitDimensions, ...rowDimensions, 'property:plan'];
  test.each(everyDimension)('by %s have every metric, also sorted by it', async (dimension) => {
    const metrics = statsMetrics.join(',');
    const goal = 'page:/pricing';
    const plain = await breakDown({ dimension, metrics, goal, limit: '1000' });
    expect(plain.rows.length).toBeGreaterThan(0);
    expect(plain.rows.length).toBe(plain.rowCount);
    for (const { metrics: found } of plain.rows) expect(Object.keys(found)).toEqual([...statsMetrics]);
    for (const sort of statsMetrics) {
      const { rows } = await breakDown({ dimension, metrics, goal, limit: '1000', sort: `-${sort}` });
      const sorted = rows.map((row) => row.metrics[sort] ?? null);
      // Rates of nothing come last.
      expect(sorted).toEqual([...sorted].sort((a, b) => Number(b ?? -1) - Number(a ?? -1)));
      const byValue = (a: { value: string }, b: { value: string }) => (a.value < b.value ? -1 : 1);
      expect([...rows].sort(byValue)).toEqual([...plain.rows].sort(byValue));
    }
  });

  test('by a dimension of visits, the rows add up to the visits', async () => {
    const { rows, totals } = await breakDown({
      dimension: 'source',
      metrics: 'visitors,visits,page-views,revenue',
    });
    expect(rows.map(({ value, metrics }) => [value, ...Object.values(metrics)])).toEqual([
      ['Direct', 4, 4, 4, '99.90'],
      ['Google', 2, 2, 3, '0.00'],
    ]);
    // The visitor with two sources is one; page view and order without a visit are in no row.
    expect(totals).toEqual({ visitors: 5, visits: 6, 'page-views': 8, revenue: '104.95' });
  });

  test('by page, a visit counts on each of its pages', async () => {
    const { rows } = await breakDown({
      dimension: 'page',
      metrics: 'visits,page-views,events,orders',
      ...firstDay,
    });
    expect(rows.map(({ value, metrics }) => [value, ...Object.values(metrics)])).toEqual([
      ['/pricing', 2, 2, 1, 1],
      ['/', 1, 1, 0, 0],
      ['/Blog/one', 1, 1, 0, 0],
    ]);
  });

  test('by page under a filter on pages have only these pages', async () => {
    const { rows } = await breakDown({ dimension: 'page', filter: 'page:contains:blog' });
    expect(rows.map(({ value }) => value)).toEqual(['/Blog/one', '/Blog/two']);
  });

  test('are searched whatever the case, paged and sorted in both directions', async () => {
    const blog = { dimension: 'page', search: 'BLOG', limit: '1' };
    expect(await breakDown(blog)).toMatchObject({ rowCount: 2, rows: [{ value: '/Blog/one' }] });
    expect(await breakDown({ ...blog, page: '2' })).toMatchObject({
      rowCount: 2,
      rows: [{ value: '/Blog/two' }],
    });
    expect(await breakDown({ ...blog, page: '3' })).toMatchObject({ rowCount: 2, rows: [] });
    expect(await breakDown({ dimension: 'page', search: '%' })).toMatchObject({ rowCount: 0, rows: [] });
    const { rows } = await breakDown({
      dimension: 'page',
      sort: 'page-views',
      metrics: 'page-views',
      limit: '3',
    });
    expect(rows.map(({ value }) => value)).toEqual(['/', '/Blog/one', '/Blog/two']);
  });

  test('compare each value with the range before', async () => {
    const day = { from: '2026-10-25', to: '2026-10-25' };
    const { rows, comparedTotals } = await breakDown({
      dimension: 'source',
      compare: 'previous',
      metrics: 'visits',
      ...day,
    });
    expect(rows).toEqual([
      { value: 'Direct', metrics: { visits: 2 }, compared: { visits: 2 } },
      { value: 'Google', metrics: { visits: 1 }, compared: { visits: 1 } },
    ]);
    expect(comparedTotals).toEqual({ visits: 3 });
  });
});

test('an event is in the next answer', async () => {
  const day = { from: '2026-10-20', to: '2026-10-20' };
  expect(await valuesOf(day)).toEqual([0, 0]);
  await load(companyId, [anEvent(9, at(20, '10:00'))]);
  expect(await valuesOf(day)).toEqual([1, 1]);
});

test('all begins with the first event', async () => {
  const { company, accessKey } = await aCompany(t.db, { timeZone: 'Asia/Kolkata' });
  await load(company.id, [anEvent(1, new Date('2026-03-01T20:00:00Z'))]);
  const headers = { cookie: await aViewerCookie(t.app, accessKey) };
  const answer = await t.app.inject({
    url: `${apiPaths.statsSummary(company.id)}?period=all&compare=year`,
    headers,
  });
  expect(statsSummary.parse(answer.json())).toMatchObject({
    from: '2026-03-01T18:30:00.000Z',
    comparedRange: null,
    metrics: { visits: { value: 1, compared: null } },
  });
});

test('a portal with demo data answers from the demo dataset alone', async () => {
  const { company, accessKey } = await aCompany(t.db);
  const demoId = randomUUID();
  await load(company.id, [anEvent(1, at(24, '10:00'))]);
  await load(demoId, [anEvent(1, at(24, '10:00')), anEvent(2, at(24, '10:00'))]);
  const headers = { cookie: await aViewerCookie(t.app, accessKey) };
  const url = `${apiPaths.statsSummary(company.id)}?from=2026-10-24&to=2026-10-24&metrics=visits`;
  const read = async () => statsSummary.parse((await t.app.inject({ url, headers })).json());
  expect(await read()).toMatchObject({ source: 'tracked', metrics: { visits: { value: 1 } } });
  await t.db.query('UPDATE companies SET demo_dataset_id = $2 WHERE id = $1', [company.id, demoId]);
  expect(await read()).toMatchObject({ source: 'simulated', metrics: { visits: { value: 2 } } });
});

describe('exports', () => {
  const download = (query: Record<string, string>, as = cookie) => {
    const search = new URLSearchParams({ ...days, ...query });
    return t.app.inject({ url: `${apiPaths.statsExport(companyId)}?${search}`, headers: { cookie: as } });
  };

  test('a CSV file has what the breakdown shows, and no formulas', async () => {
    await load(companyId, [anEvent(8, at(21, '10:00'), { source: '=HYPERLINK("https://evil.test")' })]);
    const day = { from: '2026-10-21', to: '2026-10-21' };
    const answer = await download({
      of: 'breakdown',
      dimension: 'source',
      metrics: 'visits,bounce-rate',
      compare: 'previous',
      ...day,
    });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="breakdown-[\d-]+\.csv"$/),
    });
    expect(answer.body.replace('\ufeff', '').split('\r\n')).toEqual([
      '"source","visits","bounce-rate","compared visits","compared bounce-rate"',
      `"'=HYPERLINK(""https://evil.test"")","1","100","0",""`,
      '',
    ]);
  });

  test('a CSV file of a timeseries has local times', async () => {
    const answer = await download({ of: 'timeseries', metrics: 'visits', interval: 'day' });
    expect(answer.body.replace('\ufeff', '').split('\r\n')).toEqual([
      '"at","visits"',
      '"2026-10-24T00:00+02:00","3"',
      '"2026-10-25T00:00+02:00","3"',
      '',
    ]);
  });

  test('a JSON file is the answer itself', async () => {
    const query = { dimension: 'page', limit: '2', page: '2', compare: 'previous' };
    const answer = await download({ of: 'breakdown', format: 'json', ...query });
    expect(answer.json()).toEqual(await breakDown(query));
  });

  test('raw rows are a Parquet file for administrators alone', async () => {
    const query = { of: 'hits', format: 'parquet' };
    expectError(await download(query), 403, 'not-admin');
    const answer = await download(query, (await anAdmin(t)).cookie);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.rawPayload.subarray(0, 4).toString()).toBe('PAR1');
  });
});

test('the file of an export that cannot be recorded is deleted', async () => {
  const folder = join(t.config.dataDir, 'segments', 'tmp');
  const list = () => readdirSync(folder).filter((name) => name.endsWith('.parquet'));
  const { cookie: admin } = await anAdmin(t);
  const url = `${apiPaths.statsExport(companyId)}?of=hits&format=parquet&from=2026-10-24&to=2026-10-25`;
  await t.db.query('ALTER TABLE audit_log RENAME TO audit_log_away');
  const refused = await t.app.inject({ url, headers: { cookie: admin } });
  await t.db.query('ALTER TABLE audit_log_away RENAME TO audit_log');
  expect(refused.statusCode).toBe(500);
  await vi.waitFor(() => expect(list()).toEqual([]), 10_000);
});

test('answers stay out of caches', async () => {
  const answer = await t.app.inject({ url: apiPaths.statsSummary(companyId), headers: { cookie } });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('/openapi.json has the parameters and an example of each answer', async () => {
  const { paths } = (await t.app.inject('/openapi.json')).json();
  for (const [path, schema] of [
    [apiPaths.statsSummary, statsSummary],
    [apiPaths.statsTimeseries, statsTimeseries],
    [apiPaths.statsBreakdown, statsBreakdown],
  ] as const) {
    const { parameters, responses } = paths[path('{companyId}')].get;
    const names = parameters.map(({ name }: { name: string }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['companyId', 'period', 'from', 'to', 'compare', 'filter', 'goal']),
    );
    const { example } = responses[200].content['application/json'];
    expect(schema.strict().parse(example)).toEqual(example);
  }
});
