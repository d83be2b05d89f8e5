import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { aCompany, aPageview, aViewerCookie } from '../../../testing/builders.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { ScriptVersionLog } from './script-version-log.ts';

let t: TestApp;
let companyId: string;
let accessKey: string;
let nowMs: number;
let log: ScriptVersionLog;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  ({
    company: { id: companyId },
    accessKey,
  } = await aCompany(t.db));
  nowMs = Date.parse('2026-11-28T10:00:00Z');
  log = new ScriptVersionLog({
    ...{ db: t.db, releases: ['3.0.0', '3.1.0'], log: { warn: () => {} } },
    now: () => new Date(nowMs),
  });
});

async function listVersions(id = companyId) {
  const found = await t.db.query<{ version: string; last_at: Date }>(
    'SELECT version, last_at FROM script_versions WHERE company_id = $1 ORDER BY version',
    [id],
  );
  return found.rows.map(({ version, last_at }) => [version, last_at.toISOString().slice(11, 19)]);
}

test('each version of a company is stored with its last time, at most once a minute', async () => {
  log.record(companyId, '3.0.0');
  log.record(companyId, '3.1.0');
  await log.flush();
  expect(await listVersions()).toEqual([
    ['3.0.0', '10:00:00'],
    ['3.1.0', '10:00:00'],
  ]);
  nowMs += 59_000;
  log.record(companyId, '3.1.0');
  await log.flush();
  expect(await listVersions()).toContainEqual(['3.1.0', '10:00:00']);
  nowMs += 1_000;
  log.record(companyId, '3.1.0');
  await log.close();
  expect(await listVersions()).toEqual([
    ['3.0.0', '10:00:00'],
    ['3.1.0', '10:01:00'],
  ]);
});

test.each([undefined, null, '', '9.9.9', '3.1', 'x'.repeat(5_000), ['3.1.0', '3.0.0'], { v: 1 }])(
  'the version %o is unknown',
  async (version) => {
    log.record(companyId, version);
    await log.close();
    expect(await listVersions()).toEqual([['', '10:00:00']]);
  },
);

test('of a company that is deleted nothing is stored', async () => {
  log.record('0198c0de-0000-4000-8000-000000000000', '3.1.0');
  await log.close();
  expect(await listVersions('0198c0de-0000-4000-8000-000000000000')).toEqual([]);
});

async function send(event: object) {
  const answer = await t.app.inject({
    ...{ method: 'POST', url: `${apiPaths.trackAnalytics}?v=3.1.0` },
    headers: {
      origin: 'https://shop.test',
      'content-type': 'text/plain',
      'user-agent': 'Mozilla/5.0 Chrome/140',
    },
    payload: JSON.stringify(event),
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

test('a tab that stays open, or leaves, is no arrival: the code may be gone from the site by then', async () => {
  const common = { companyId, metricValue: 1 };
  const url = 'https://shop.test/';
  const other = (await aCompany(t.db)).company.id;
  await send({ ...common, eventType: 'session', metadata: { url, sessionId: 'tab' } });
  await send({ ...common, eventType: 'engagement', metadata: { url, engagedMs: 5_000 } });
  await send({ ...common, eventType: 'engagement', metadata: { url, engagedMs: 0, isLeaving: true } });
  // Written with those before it, if these were recorded.
  await send(aPageview(other, { url }));
  await expect.poll(() => listVersions(other)).toHaveLength(1);
  expect(await listVersions()).toEqual([]);
});

test('the version in the address of the endpoint is that of the last arrival', async () => {
  const cookie = await aViewerCookie(t.app, accessKey);
  const readArrivals = async () =>
    (await t.app.inject({ url: apiPaths.arrivals(companyId), headers: { cookie } })).json();
  expect(await readArrivals()).toMatchObject({
    last: null,
    scriptVersion: null,
    hasOrders: false,
    refusals: [],
  });
  await send(aPageview(companyId, { url: 'https://www.shop.test/pricing?a=1' }));
  await expect.poll(async () => (await readArrivals()).scriptVersion).toBe('3.1.0');
  expect(await readArrivals()).toMatchObject({
    last: { path: '/pricing', host: 'www.shop.test' },
    newestVersion: '3.1.0',
  });
});
