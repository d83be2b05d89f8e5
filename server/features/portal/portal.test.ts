import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trackingScript } from '../../../contract/company/companies.ts';
import { simulateResponse } from '../../../contract/company/demo-data.ts';
import { active } from '../../../contract/live.ts';
import { apiPaths } from '../../../contract/paths.ts';
import {
  type ReadingRange,
  type Readings,
  readingNames,
  readings,
} from '../../../contract/stats/readings.ts';
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
import { repeatWhileBusy } from '../../testing/requests/repeat-while-busy.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

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
    readings: async (range: ReadingRange = '24h'): Promise<Readings> => {
      const ask = () => t.app.inject({ url: `${apiPaths.analytics(company.id)}?range=${range}`, headers });
      const answer = await repeatWhileBusy(ask);
      expect(answer.statusCode, answer.body).toBe(200);
      return readings.strict().parse(answer.json());
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

describe('demo data', () => {
  test('is generated instead of tracked events, never mixes with them, and can be cleared', async () => {
    const portal = await aPortal({ as: 'admin' });
    await track(t.app, [
      aPageview(portal.company.id, { sessionId: 's1' }),
      anOrder(portal.company.id, 'A', 3),
    ]);
    const tracked = await portal.readings();
    const { readings: generated } = simulateResponse.strict().parse((await portal.simulate()).json());
    expect(generated).toBeGreaterThan(10_000);

    const shown = await portal.readings('30d');
    expect(shown.source).toBe('simulated');
    expect(shown.latest.users?.[1]).toBeGreaterThan(100);
    for (const name of readingNames) expect(shown.series[name].length).toBeGreaterThan(29);
    await track(t.app, aPageview(portal.company.id));
    expect((await portal.readings('30d')).latest.page_views?.[1]).toBe(shown.latest.page_views?.[1]);

    expect((await portal.clear()).statusCode).toBe(204);
    const after = await portal.readings();
    expect(after.source).toBe('tracked');
    expect(after.latest.page_views?.[1]).toBe(2);
    expect(after.latest.revenue?.[1]).toBe(tracked.latest.revenue?.[1]);
    expect((await portal.clear()).statusCode).toBe(204);
  });

  test('generated many times at once is generated once', async () => {
    const portal = await aPortal();
    const answers = await Promise.all(Array.from({ length: 6 }, portal.simulate));
    const counts = answers.map((answer) => simulateResponse.parse(answer.json()).readings);
    expect(new Set(counts).size).toBe(1);
    const { rows } = await t.db.query(
      `SELECT count(*) AS n FROM companies AS c JOIN events AS e ON e.company_id = c.demo_dataset_id WHERE c.id = $1`,
      [portal.company.id],
    );
    expect(rows).toEqual([{ n: counts[0] }]);
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
