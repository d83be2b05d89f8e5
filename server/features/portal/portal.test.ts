import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trackingScript } from '../../../contract/company/companies.ts';
import { metricNames, type Range, ranges, seriesPointsMax } from '../../../contract/constants.ts';
import { type Analytics, active, analytics, simulateResponse } from '../../../contract/live.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { trackingStubTag } from '../../../contract/tracking-stub.ts';
import { anAdminCookie } from '../../testing/accounts/accounts.ts';
import {
  aCompany,
  anOrder,
  aPageview,
  aSession,
  aViewerCookie,
  publicOrigin,
  track,
} from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { toBounds } from './portal.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

async function aPortal({ as = 'viewer' }: { as?: 'viewer' | 'admin' } = {}) {
  const { company, accessKey } = await aCompany(t.db, { currency: 'EUR' });
  const cookie = as === 'admin' ? await anAdminCookie(t) : await aViewerCookie(t.app, accessKey);
  const headers = { cookie, origin: publicOrigin };
  return {
    company,
    headers,
    analytics: async (range: Range = '24h'): Promise<Analytics> => {
      const answer = await t.app.inject({ url: `${apiPaths.analytics(company.id)}?range=${range}`, headers });
      return analytics.strict().parse(answer.json());
    },
    active: async () =>
      active.strict().parse((await t.app.inject({ url: apiPaths.active(company.id), headers })).json()),
    simulate: () =>
      t.app.inject({
        method: 'POST',
        url: apiPaths.simulateAnalytics,
        headers,
        payload: { companyId: company.id },
        remoteAddress: `10.2.0.${Math.floor(Math.random() * 256)}`,
      }),
    clear: () => t.app.inject({ method: 'DELETE', url: apiPaths.simulatedAnalytics(company.id), headers }),
    presence: (method: 'PUT' | 'DELETE', tab: string, pageUrl: unknown = '/company-portal/x') =>
      t.app.inject({
        method,
        url: apiPaths.presence(company.id, tab),
        headers,
        ...(method === 'PUT' ? { payload: { page_url: pageUrl } } : {}),
      }),
  };
}

/** Readings every few minutes over many days, as after years of tracking. */
async function plantReadings(companyId: string, days: number, everyMinutes: number): Promise<void> {
  await t.db.query(
    `INSERT INTO analytics_data (company_id, source, metric_name, timestamp, metric_value)
     SELECT $1, 'tracked', m, date_trunc('minute', now()) - make_interval(mins => n * $3), 1000000 - n
     FROM unnest($2::text[]) AS m, generate_series(0, $4) AS n`,
    [companyId, metricNames, everyMinutes, Math.floor((days * 1440) / everyMinutes)],
  );
}

describe('analytics', () => {
  test('an empty company has no readings', async () => {
    const portal = await aPortal();
    for (const range of ranges) {
      expect(await portal.analytics(range)).toMatchObject({
        range,
        source: 'tracked',
        currency: 'EUR',
        lastEventAt: null,
        latest: { revenue: null, users: null, orders: null, conversion_rate: null, page_views: null },
        series: { revenue: [], users: [], orders: [], conversion_rate: [], page_views: [] },
      });
    }
  });

  test('a first event gives every metric its latest value and first point', async () => {
    const portal = await aPortal();
    await track(t.app, [aSession(portal.company.id, 's1'), anOrder(portal.company.id, 'A', 12.34)]);
    for (const range of ranges) {
      const { latest, series, lastEventAt } = await portal.analytics(range);
      const values = Object.fromEntries(metricNames.map((metric) => [metric, latest[metric]?.[1]]));
      expect(values).toEqual({ revenue: 12.34, users: 1, orders: 1, conversion_rate: 100, page_views: 0 });
      for (const metric of metricNames) expect(series[metric]).toEqual([latest[metric]]);
      expect(Date.now() - Date.parse(lastEventAt ?? '')).toBeLessThan(60_000);
    }
  });

  test.each(ranges)(
    'the range %s has about 150 points per metric, in order and within its bounds',
    async (range) => {
      const portal = await aPortal();
      await plantReadings(portal.company.id, 45, 3);
      const found = await portal.analytics(range);
      for (const metric of metricNames) {
        const points = found.series[metric];
        expect(points.length).toBeGreaterThan(100);
        expect(points.length).toBeLessThanOrEqual(seriesPointsMax);
        const times = points.map(([at]) => at);
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
        expect(times[0]).toBeGreaterThanOrEqual(found.from);
        expect(times.at(-1)).toBeLessThanOrEqual(found.to);
        expect(points.at(-1)).toEqual(found.latest[metric]);
        const values = points.map(([, value]) => value);
        expect(values).toEqual(values.toSorted((a, b) => a - b));
      }
      if (range !== 'all') expect(found.series.users[0]?.[0]).toBe(found.from);
    },
  );

  test('a curve starts with the value at the beginning of its range', async () => {
    const portal = await aPortal();
    await t.db.query(
      `INSERT INTO analytics_data SELECT $1, 'tracked', m, now() - interval '10 days', 7 FROM unnest($2::text[]) AS m`,
      [portal.company.id, metricNames],
    );
    const { from, series, latest } = await portal.analytics('24h');
    for (const metric of metricNames) {
      expect(series[metric]).toEqual([[from, 7]]);
      expect(latest[metric]?.[1]).toBe(7);
    }
    expect((await portal.analytics('30d')).series.users).toHaveLength(1);
  });

  test('the range "all" has at most the maximum number of points, whatever the company’s age', () => {
    const now = new Date('2026-11-05T10:00:30.500Z');
    for (const days of [0, 0.01, 0.5, 1, 7, 30.4, 365, 400, 3_650]) {
      const first = new Date(now.getTime() - days * 86_400_000);
      const { from, to, bucketSeconds } = toBounds('all', first, now);
      expect(from).toBeLessThanOrEqual(first.getTime() / 1000);
      expect(Math.floor((to - from) / bucketSeconds) + 1).toBeLessThan(seriesPointsMax);
    }
  });

  test.each(['1h', '', 'ALL', '24h&range=7d', '__proto__', '%00'])(
    'the range %j is rejected',
    async (range) => {
      const { company, headers } = await aPortal();
      const answer = await t.app.inject({ url: `${apiPaths.analytics(company.id)}?range=${range}`, headers });
      expectError(answer, 400, 'invalid-request');
    },
  );
});

describe('demo data', () => {
  test('replaces tracked readings, never mixes with them, and can be cleared', async () => {
    const portal = await aPortal({ as: 'admin' });
    await track(t.app, [
      aPageview(portal.company.id, { sessionId: 's1' }),
      anOrder(portal.company.id, 'A', 3),
    ]);
    const tracked = await portal.analytics();
    const { readings } = simulateResponse.strict().parse((await portal.simulate()).json());
    expect(readings).toBe(289 * 5);

    const shown = await portal.analytics();
    expect(shown.source).toBe('simulated');
    expect(shown.latest.users?.[1]).toBeGreaterThan(100);
    for (const metric of metricNames) {
      expect(shown.series[metric].length).toBeGreaterThan(140);
      expect(shown.series[metric].length).toBeLessThanOrEqual(seriesPointsMax);
    }
    await track(t.app, aPageview(portal.company.id));
    expect((await portal.analytics()).latest).toEqual(shown.latest);

    expect((await portal.clear()).statusCode).toBe(204);
    const after = await portal.analytics();
    expect(after.source).toBe('tracked');
    expect(after.latest.page_views?.[1]).toBe(2);
    expect(after.latest.revenue).toEqual(tracked.latest.revenue);
    expect((await portal.clear()).statusCode).toBe(204);
  });

  test('generated repeatedly, or many times at once, is one day', async () => {
    const portal = await aPortal();
    for (const answer of await Promise.all(Array.from({ length: 6 }, portal.simulate))) {
      expect(answer.statusCode).toBe(200);
    }
    const { rows } = await t.db.query(
      `SELECT count(*) AS n FROM analytics_data WHERE company_id = $1 AND source = 'simulated'`,
      [portal.company.id],
    );
    expect(rows).toEqual([{ n: 289 * 5 }]);
  });

  test('is limited to twenty requests a minute per address', async () => {
    const { company, headers } = await aPortal();
    const simulate = () =>
      t.app.inject({
        method: 'POST',
        url: apiPaths.simulateAnalytics,
        headers,
        payload: { companyId: company.id },
        remoteAddress: '10.3.0.1',
      });
    const answers = await Promise.all(Array.from({ length: 22 }, simulate));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(20);
    for (const answer of answers.filter((each) => each.statusCode !== 200)) {
      expectError(answer, 429, 'too-many-requests');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  });
});

describe('active visitors', () => {
  test('are the sessions of the last five minutes, on the site and in the portal', async () => {
    const portal = await aPortal();
    await track(t.app, [aSession(portal.company.id, 's1'), aSession(portal.company.id, 's2')]);
    expect((await portal.presence('PUT', 'tab-1')).statusCode).toBe(204);
    expect((await portal.presence('PUT', 'tab-1')).statusCode).toBe(204);
    expect(await portal.active()).toEqual({ total: 3, onSite: 2, onPortal: 1 });
    await t.db.query(
      `UPDATE active_sessions SET last_seen = now() - interval '5 minutes 1 second' WHERE company_id = $1 AND session_id = (
         SELECT min(session_id) FROM active_sessions WHERE company_id = $1 AND origin = 'site')`,
      [portal.company.id],
    );
    expect(await portal.active()).toEqual({ total: 2, onSite: 1, onPortal: 1 });
    expect((await portal.presence('DELETE', 'tab-1')).statusCode).toBe(204);
    expect((await portal.presence('DELETE', 'tab-1')).statusCode).toBe(204);
    expect(await portal.active()).toEqual({ total: 1, onSite: 1, onPortal: 0 });
  });

  test('are stored without session ids and user agents', async () => {
    const portal = await aPortal();
    await track(t.app, [aSession(portal.company.id, 'session-of-the-site')]);
    expect((await portal.presence('PUT', 'session-of-the-portal')).statusCode).toBe(204);
    const { rows } = await t.db.query<{ session_id: string; user_agent: string }>(
      'SELECT * FROM active_sessions WHERE company_id = $1 ORDER BY origin',
      [portal.company.id],
    );
    expect(
      JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toMatch(/session-of|mozilla|lightMyRequest/i);
    // Who reads the table cannot send events as the tab: the id is a hash with a key.
    for (const { session_id } of rows) expect(session_id).toMatch(/^[\w-]{22}$/);
    expect(rows.map((row) => row.user_agent)).toEqual(['Other, Other, other', 'Chrome, Linux, desktop']);
  });

  test('a portal cannot end or become a visitor of the site or of another company', async () => {
    const portal = await aPortal();
    const other = await aPortal();
    await track(t.app, [aSession(portal.company.id, 's1')]);
    await portal.presence('PUT', 's1');
    await portal.presence('DELETE', 's1');
    await other.presence('DELETE', 's1');
    expect(await portal.active()).toEqual({ total: 1, onSite: 1, onPortal: 0 });
    expect(await other.active()).toEqual({ total: 0, onSite: 0, onPortal: 0 });
  });

  test('a viewer with ever new ids is limited, and others are not', async () => {
    const portal = await aPortal();
    const other = await aPortal();
    const statuses = new Set<number>();
    for (let tab = 0; tab < 61; tab += 1)
      statuses.add((await portal.presence('PUT', `tab-${tab}`)).statusCode);
    expect([...statuses]).toEqual([204, 429]);
    expect((await other.presence('PUT', 'tab-1')).statusCode).toBe(204);
  });

  test.each([undefined, null, 5, 'x'.repeat(2049), 'a\u0000b', '\ud800', ['/x']])(
    'an invalid page is rejected: %j',
    async (pageUrl) => {
      const portal = await aPortal();
      expectError(
        await portal.presence('PUT', 'tab-1', pageUrl === undefined ? {} : pageUrl),
        400,
        'invalid-request',
      );
      expect((await portal.presence('PUT', 'tab-1', '/ü?<b>')).statusCode).toBe(204);
    },
  );

  test('an invalid tab id is rejected', async () => {
    const portal = await aPortal();
    for (const tab of ['%00', '%20', 'x'.repeat(101), '%C3%BC']) {
      expectError(await portal.presence('PUT', tab), 400, 'invalid-request');
    }
  });
});

test('the tracking page’s code has the script and the company, and its time of the last event', async () => {
  const { company, headers } = await aPortal();
  const read = async () =>
    trackingScript
      .strict()
      .parse((await t.app.inject({ url: apiPaths.trackingScript(company.id), headers })).json());
  expect(await read()).toMatchObject({
    snippet: `${trackingStubTag}\n<script defer src="${publicOrigin}/t.js" data-company="${company.id}"></script>`,
    frozenSnippet: expect.stringMatching(/integrity="sha384-[A-Za-z0-9+/]{64}" crossorigin="anonymous"/),
    lastEventAt: null,
  });
  await track(t.app, aPageview(company.id));
  expect(Date.now() - Date.parse((await read()).lastEventAt ?? '')).toBeLessThan(60_000);
});
