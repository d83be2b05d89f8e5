import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import {
  type ReadingRange,
  type Readings,
  readingNames,
  readingRanges,
  readings,
  readingsMax,
} from '../../../contract/stats/readings.ts';
import { aCompany, anOrder, aSession, aViewerCookie, publicOrigin, track } from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { repeatWhileBusy } from '../../testing/requests/repeat-while-busy.ts';
import { inBerlin, openStatsFixture, type StatsFixture } from '../../testing/stats/stats-fixture.ts';
import { unhurriedLimits } from '../../testing/stats/unhurried-limits.ts';
import { wholeScope } from '../access/access.ts';
import { Segments } from '../segments/segments.ts';
import { StatsReader } from './reader.ts';
import { listReadings } from './readings.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'northlight-readings-'));
let fixture: StatsFixture;
let segments: Segments;
beforeAll(async () => {
  fixture = await openStatsFixture();
  const { db, databaseUrl } = fixture.t;
  const log = { info: () => {}, warn: () => {} };
  const settings = { retentionDays: undefined, diskReserveBytes: 1, limits: unhurriedLimits };
  segments = new Segments({ db, databaseUrl, dataDir, log, ...settings });
});
afterAll(async () => {
  await segments.close();
  await fixture.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The readings of the fixture's company, asked at this time. */
const listAt = (now: Date, range: ReadingRange): Promise<Readings> => {
  const { t, companyId } = fixture;
  return listReadings(
    { db: t.db, reader: new StatsReader(segments) },
    { companyId, range, now, scope: wholeScope },
  );
};

/** The wall time in Berlin that a period of the statistics is given as. */
const toWallTime = (seconds: number) =>
  new Date(seconds * 1_000)
    .toLocaleString('sv', { timeZone: 'Europe/Berlin' })
    .replace(' ', 'T')
    .slice(0, 16);

async function loadAnalytics(companyId: string, cookie: string, range = 'all'): Promise<Readings> {
  const url = `${apiPaths.analytics(companyId)}?range=${range}`;
  const answer = await repeatWhileBusy(() => fixture.t.app.inject({ url, headers: { cookie } }));
  expect(answer.statusCode, answer.body).toBe(200);
  return readings.strict().parse(answer.json());
}

function expectAscending({ series }: Readings): void {
  for (const name of ['revenue', 'users', 'orders', 'conversion_rate', 'page_views'] as const) {
    const times = series[name].map(([at]) => at);
    expect(times.length).toBeGreaterThan(1);
    expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
  }
}

test.each(readingRanges)(
  'the analytics of a company over %s are revenue, users, orders, conversion rate and page views in ascending time',
  async (range) => {
    const { companyId, cookie } = fixture;
    const answer = await loadAnalytics(companyId, cookie, range);
    expectAscending(answer);
    expect(Object.fromEntries(readingNames.map((name) => [name, answer.latest[name]?.[1]]))).toEqual({
      ...{ revenue: 94.95, users: 5, orders: 2, conversion_rate: 16.67, page_views: 8 },
    });
    for (const name of readingNames) expect(answer.series[name].at(-1)).toEqual(answer.latest[name]);
  },
);

test('simulate-analytics generates demo data for a company, which its analytics then show', async () => {
  const { company, accessKey } = await aCompany(fixture.t.db);
  const cookie = await aViewerCookie(fixture.t.app, accessKey);
  const answer = await fixture.t.app.inject({
    method: 'POST',
    url: '/api/simulate-analytics',
    headers: { cookie, origin: publicOrigin },
    payload: { companyId: company.id },
  });
  // Only an error is checked.
  expect(answer.statusCode, answer.body).toBe(200);
  // A busy machine is answered 503 until it has read all events once.
  const shown = await vi.waitFor(() => loadAnalytics(company.id, cookie), 60_000);
  expect(shown.source).toBe('simulated');
  expectAscending(shown);
  expect(shown.latest.users?.[1]).toBeGreaterThan(100);
});

test('a company has no readings before its first event', async () => {
  const { company, accessKey } = await aCompany(fixture.t.db, { currency: 'EUR' });
  const cookie = await aViewerCookie(fixture.t.app, accessKey);
  for (const range of readingRanges)
    expect(await loadAnalytics(company.id, cookie, range)).toMatchObject({
      ...{ range, source: 'tracked', currency: 'EUR', lastEventAt: null, pending: null },
      latest: { revenue: null, users: null, orders: null, conversion_rate: null, page_views: null },
      series: { revenue: [], users: [], orders: [], conversion_rate: [], page_views: [] },
    });

  const { metadata, ...order } = anOrder(company.id, 'A', 12.34);
  const page = { url: 'https://shop.test/', sessionId: 's1' };
  await track(fixture.t.app, [aSession(company.id, 's1'), { ...order, metadata: { ...metadata, ...page } }]);
  const { latest, lastEventAt } = await loadAnalytics(company.id, cookie);
  expect(latest.revenue?.[1]).toBe(12.34);
  expect(latest.conversion_rate?.[1]).toBe(100);
  expect(Date.now() - Date.parse(lastEventAt ?? '')).toBeLessThan(60_000);
});

test.each<ReadingRange>(['24h', '7d'])(
  'each reading of %s is what the statistics count until its time',
  async (range) => {
    // The hours that summer time repeats are among them.
    const { series } = await listAt(inBerlin(25, '14:30'), range);
    expect(series.users.length).toBeGreaterThan(20);
    for (const [index, [at, users]] of series.users.entries()) {
      // A wall time that is repeated names its first instant.
      if (at >= Date.parse('2026-10-25T00:00Z') / 1_000 && at <= Date.parse('2026-10-25T02:00Z') / 1_000)
        continue;
      const [visitors, views, orders, revenue, rate] = await fixture.valuesOf(
        { from: '2026-10-24T00:00', to: toWallTime(at) },
        'visitors,page-views,orders,revenue,conversion-rate',
      );
      const read = [
        users,
        ...(['page_views', 'orders', 'revenue', 'conversion_rate'] as const).map(
          (name) => series[name][index]?.[1],
        ),
      ];
      expect(read, toWallTime(at)).toEqual([visitors, views, orders, Number(revenue), rate ?? 0]);
    }
  },
);

test.each(readingRanges)(
  'the readings of %s are bounded, and from its beginning to its end',
  async (range) => {
    for (const years of [0, 1, 12]) {
      const now = new Date(inBerlin(26, '11:00').getTime() + years * 365 * 86_400_000);
      const answer = await listAt(now, range);
      const { from, to, series, bucketSeconds } = answer;
      expectAscending(answer);
      expect(bucketSeconds).toBeGreaterThan(0);
      for (const name of readingNames) {
        const times = series[name].map(([at]) => at);
        expect(times.length).toBeLessThanOrEqual(readingsMax);
        expect(times[0]).toBeGreaterThanOrEqual(from);
        expect(times.at(-1)).toBe(to);
      }
      // A range without events begins with what was counted before.
      expect(series.users.at(-1)?.[1]).toBe(5);
    }
  },
);

test.each(['1h', '', 'ALL', '24h&range=7d', '__proto__', '%00'])(
  'the range %j is rejected',
  async (range) => {
    const { t, companyId, cookie } = fixture;
    const url = `${apiPaths.analytics(companyId)}?range=${range}`;
    expectError(await t.app.inject({ url, headers: { cookie } }), 400, 'invalid-request');
  },
);
