import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { verifiedAmountMax } from '../../../../contract/shop/orders.ts';
import { statsBreakdown, statsSummary } from '../../../../contract/stats/answers.ts';
import { aCompany, aPageview, aViewerCookie, track } from '../../../testing/builders.ts';
import { repeatWhileBusy } from '../../../testing/requests/repeat-while-busy.ts';
import { anOrderToken } from '../../../testing/shop/a-token.ts';
import { anApiOrder, openOrderApi, resultsOf } from '../../../testing/shop/order-api.ts';
import { productSources } from '../../../testing/stats/product-sources.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { Segments } from '../../segments/segments.ts';
import { StatsReader } from '../reader.ts';
import { verifyCompany } from '../recount/verify-company.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

async function aShop() {
  const { company, accessKey } = await aCompany(t.db);
  const cookie = await aViewerCookie(t.app, accessKey);
  return { companyId: company.id, key: await anOrderToken(t, company.id), cookie };
}

/** Differences between every number of the portal and a recount, day by day. */
async function recount(segments: Segments, companyId: string): Promise<string[]> {
  const options = { sources: productSources, now: new Date(), from: undefined, to: undefined };
  const deps = { db: t.db, reader: new StatsReader(segments) };
  const found: string[] = [];
  let days = 0;
  for await (const { differences } of verifyCompany(deps, companyId, options)) {
    days += 1;
    found.push(...differences);
  }
  expect(days).toBeGreaterThan(0);
  return found;
}

test('101 of the largest orders in one visit leave the statistics of the company working', async () => {
  const shop = await aShop();
  const { companyId, cookie } = shop;
  const view = aPageview(companyId);
  const visit = { visitorId: 'b1', sessionId: 's1' };
  await track(t.app, { ...view, metadata: { ...view.metadata, ...visit } }, { origin: 'https://shop.test' });
  const { report } = openOrderApi(t);
  const orders = Array.from({ length: 101 }, (_, n) =>
    anApiOrder(`A-${n}`, verifiedAmountMax, { visitor: 'b1' }),
  );
  for (const part of [orders.slice(0, 100), orders.slice(100)]) resultsOf(await report(shop, part));
  const get = async (path: string, query: string) => {
    const url = `${path}?period=7d${query}`;
    const answer = await repeatWhileBusy(() => t.app.inject({ url, headers: { cookie } }));
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const segments = new Segments({
    db: t.db,
    databaseUrl: t.databaseUrl,
    dataDir: join(t.config.dataDir, 'large-orders'),
    retentionDays: undefined,
    diskReserveBytes: 0,
    log: { info: () => {}, warn: () => {} },
  });
  try {
    for (const isBuilt of [false, true]) {
      if (isBuilt) {
        expect(await segments.builder.runPass([companyId])).toBe(true);
        expect(segments.builder.counts.failures).toBe(0);
      }
      // From PostgreSQL alone at first, then with segments.
      expect(await recount(segments, companyId)).toEqual([]);
    }
  } finally {
    await segments.close();
  }
  const sum = '100999999999899.00';
  const { metrics } = statsSummary.parse(await get(apiPaths.statsSummary(companyId), ''));
  expect(metrics).toMatchObject({ orders: { value: 101 }, revenue: { value: sum }, visits: { value: 1 } });
  const { rows } = statsBreakdown.parse(
    await get(apiPaths.statsBreakdown(companyId), '&dimension=source&metrics=revenue'),
  );
  expect(rows).toMatchObject([{ value: 'Direct', metrics: { revenue: sum } }]);
});
