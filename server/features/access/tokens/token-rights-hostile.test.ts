import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TokenRight } from '../../../../contract/company/access-rights.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { aViewerWith } from '../../../testing/access/a-viewer-with.ts';
import { portalQuestions } from '../../../testing/access/portal-questions.ts';
import { aCompanyOfTwoBrands, amounts, otherBrand } from '../../../testing/access/two-brands.ts';
import { anIpAddress } from '../../../testing/accounts/accounts.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { repeatWhileBusy } from '../../../testing/requests/repeat-while-busy.ts';
import { aSharedToken, aToken } from '../../../testing/shop/a-token.ts';
import { stopClock } from '../../../testing/stop-clock.ts';
import { PortalStreamReader } from '../../../testing/streams/portal-stream-reader.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let company: Awaited<ReturnType<typeof aCompanyOfTwoBrands>>;
beforeAll(async () => {
  t = await buildTestApp();
  company = await aCompanyOfTwoBrands(t);
}, 120_000);
afterAll(() => t.close());

const hostFilter = 'host:is:a.example';

function* listQuestions(): Generator<string> {
  for (const [name, { path, asked = [{}] }] of Object.entries(portalQuestions)) {
    const [method, url = ''] = name.split(' ');
    if (method !== 'GET') continue;
    const asks = path?.(company) ?? url.replace(':companyId', company.companyId);
    for (const { query } of asked)
      yield query === undefined ? asks : `${asks}${asks.includes('?') ? '&' : '?'}${query}`;
  }
}

const get = (url: string, headers: Record<string, string>) =>
  repeatWhileBusy(() => t.app.inject({ url, headers, remoteAddress: anIpAddress() }));
const withToken = (token: string) => ({ authorization: `Bearer ${token}` });

/** Without the times of the answer. */
const toComparable = ({ statusCode, headers, body }: LightMyRequestResponse) => ({
  statusCode,
  type: headers['content-type'],
  body: body.replaceAll(/T\d\d:\d\d:\d\d(?:\.\d+)?Z|\b1\d{9}\b/g, ''),
});

const sets: [rights: TokenRight[], filters: string[]][] = [
  [['dashboard'], []],
  [['dashboard', 'money'], [hostFilter]],
  [['orders'], [hostFilter]],
  [['orders', 'money', 'export'], []],
  [['dashboard', 'orders', 'export'], [hostFilter]],
  [['dashboard', 'money', 'orders', 'export'], [hostFilter]],
  [['dashboard', 'money', 'orders', 'export'], []],
];

describe.each(sets)('a token with the rights %j and the filters %j', (rights, filters) => {
  test('gets from every route what a person with them gets', async () => {
    // Answers about the last hours and days differ once another hour has begun.
    stopClock();
    const cookie = await aViewerWith(t, company.companyId, { rights, filters });
    const own = withToken(await aToken(t, company.companyId, { rights, filters }));
    const shared = withToken(await aSharedToken(t, [company.companyId], { rights, filters }));
    let answered = 0;
    for (const url of listQuestions()) {
      if (url.includes('of=hits')) continue;
      const expected = await get(url, { cookie });
      if (expected.statusCode === 200) answered += 1;
      for (const headers of [own, shared])
        expect(toComparable(await get(url, headers)), url).toEqual(toComparable(expected));
    }
    expect(answered).toBeGreaterThan(1);
  }, 240_000);
});

test('the stream of a token without money, of one brand, has nothing else', async () => {
  const base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const token = await aToken(t, company.companyId, { rights: ['dashboard'], filters: [hostFilter] });
  const stream = await PortalStreamReader.open(base, company.companyId, token, {
    query: { period: 'today', tab: 'tab-of-a-program' },
  });
  const figures = await stream.waitForFigures((each) => each !== null);
  stream.close();
  const text = JSON.stringify([stream.frames, stream.figures]);
  for (const unseen of [...otherBrand, ...Object.values(amounts)]) expect(text).not.toContain(unseen);
  expect(figures?.summary.metrics.visitors?.value).toBe(1);
  // A program does not look at the portal.
  const { rows } = await t.db.query('SELECT 1 FROM active_sessions WHERE session_id = $1', [
    'tab-of-a-program',
  ]);
  expect(rows).toEqual([]);
});

describe('raw rows as Parquet', () => {
  const all: TokenRight[] = ['dashboard', 'money', 'orders', 'export'];
  const download = async (rights: TokenRight[], filters: string[] = []) => {
    const token = await aToken(t, company.companyId, { rights, filters });
    return get(`${apiPaths.statsExport(company.companyId)}?of=hits&format=parquet`, withToken(token));
  };

  test('are for a token that sees everything, and recorded', async () => {
    const answer = await download(all);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/vnd.apache.parquet');
    expect(answer.rawPayload.subarray(0, 4).toString()).toBe('PAR1');
    const { rows } = await t.db.query(`SELECT actor FROM audit_log WHERE action = 'hits.exported'`);
    expect(rows).toEqual([{ actor: 'token “Shop”' }]);
  });

  test('are refused without one of the rights, or with a fixed filter', async () => {
    for (const missing of all)
      expectError(await download(all.filter((right) => right !== missing)), 403, 'missing-right');
    expectError(await download(all, [hostFilter]), 403, 'missing-right');
  });

  test('are refused to a person, whatever the rights', async () => {
    const cookie = await aViewerWith(t, company.companyId, { rights: all });
    const url = `${apiPaths.statsExport(company.companyId)}?of=hits&format=parquet`;
    expectError(await get(url, { cookie }), 403, 'not-admin');
  });
});
