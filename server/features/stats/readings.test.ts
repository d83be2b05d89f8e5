import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import {
  type ReadingRange,
  type Readings,
  readingNames,
  readingRanges,
  readings,
  readingsMax,
} from '../../../contract/stats/readings.ts';
import { aCompany, anOrder, aSession, aViewerCookie, track } from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { inBerlin, openStatsFixture, type StatsFixture } from '../../testing/stats/stats-fixture.ts';
import { unhurriedLimits } from '../../testing/stats/unhurried-limits.ts';
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
  return listReadings({ db: t.db, reader: new StatsReader(segments) }, { companyId, range, now });
};

/** The wall time in Berlin that a period of the statistics is given as. */
const toWallTime = (seconds: number) =>
  new Date(seconds * 1_000)
    .toLocaleString('sv', { timeZone: 'Europe/Berlin' })
    .replace(' ', 'T')
    .slice(0, 16);

test('the call of the specification answers readings in ascending time', async () => {
  const { company, accessKey } = await aCompany(fixture.t.db, { currency: 'EUR' });
  const headers = { cookie: await aViewerCookie(fixture.t.app, accessKey) };
  const ask = async (range: ReadingRange) => {
    const answer = await fixture.t.app.inject({
      ...{ url: `${apiPaths.analytics(company.id)}?range=${range}`, headers },
    });
    return readings.strict().parse(answer.json());
  };
  for (const range of readingRanges)
    expect(await ask(range)).toMatchObject({
      ...{ range, source: 'tracked', currency: 'EUR', lastEventAt: null, pending: null },
      latest: { revenue: null, users: null, orders: null, conversion_rate: null, page_views: null },
      series: { revenue: [], users: [], orders: [], conversion_rate: [], page_views: [] },
    });

  const { metadata, ...order } = anOrder(company.id, 'A', 12.34);
  const page = { url: 'https://shop.test/', sessionId: 's1' };
  await track(fixture.t.app, [aSession(company.id, 's1'), { ...order, metadata: { ...metadata, ...page } }]);
  for (const range of readingRanges) {
    const { latest, series, lastEventAt } = await ask(range);
    expect(Object.fromEntries(readingNames.map((name) => [name, latest[name]?.[1]]))).toEqual({
      ...{ revenue: 12.34, users: 1, orders: 1, conversion_rate: 100, page_views: 0 },
    });
    for (const name of readingNames) expect(series[name].at(-1)).toEqual(latest[name]);
    expect(Date.now() - Date.parse(lastEventAt ?? '')).toBeLessThan(60_000);
  }
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
  'the readings of %s are bounded, ascending, and end with the latest',
  async (range) => {
    for (const years of [0, 1, 12]) {
      const now = new Date(inBerlin(26, '11:00').getTime() + years * 365 * 86_400_000);
      const { from, to, series, latest, bucketSeconds } = await listAt(now, range);
      expect(bucketSeconds).toBeGreaterThan(0);
      for (const name of readingNames) {
        const times = series[name].map(([at]) => at);
        expect(times.length).toBeGreaterThan(1);
        expect(times.length).toBeLessThanOrEqual(readingsMax);
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
        expect(times[0]).toBeGreaterThanOrEqual(from);
        expect(times.at(-1)).toBe(to);
        expect(series[name].at(-1)).toEqual(latest[name]);
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
