import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { LiveFigures } from '../../../../contract/live.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { statsSummary, statsTimeseries } from '../../../../contract/stats/answers.ts';
import { listPortalMetrics } from '../../../../contract/stats/requests.ts';
import {
  aCompany,
  anOrder,
  aPageview,
  aViewerCookie,
  publicOrigin,
  track,
} from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { repeatWhileBusy } from '../../../testing/requests/repeat-while-busy.ts';
import { PortalStreamReader } from '../../../testing/streams/portal-stream-reader.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let second: TestApp;
let base: string;
let secondBase: string;
beforeAll(async () => {
  t = await buildTestApp();
  second = await buildTestApp({ databaseUrl: t.databaseUrl });
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  secondBase = await second.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await second.close();
  await t.close();
});

const readers: PortalStreamReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

const view = { period: 'today', compare: 'previous' };

async function aViewedCompany() {
  const { company, accessKey } = await aCompany(t.db, { currency: 'EUR' });
  return { company, cookie: await aViewerCookie(t.app, accessKey) };
}

async function watch(
  companyId: string,
  cookie: string,
  { on = base, query = view }: { on?: string; query?: Record<string, string> } = {},
): Promise<PortalStreamReader> {
  // A busy server ends a stream that it cannot begin in time, and a browser opens it again.
  for (let attempt = 1; ; attempt += 1) {
    const reader = await PortalStreamReader.open(on, companyId, cookie, { query });
    readers.push(reader);
    try {
      await reader.waitForFrame((frame) => frame.is === 'snapshot');
      return reader;
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

const hasRevenue = (value: string) => (figures: LiveFigures | null) =>
  figures?.summary.metrics.revenue?.value === value;

/** The figures of a page after these events, as `web/portal/live-figures.ts` applies them. */
function applyAll(events: readonly (LiveFigures | null)[]): LiveFigures | undefined {
  let shown: LiveFigures | undefined;
  for (const change of events) {
    if (change?.isComplete) shown = change;
    else if (change && shown) {
      const before = shown;
      const merge = (old: LiveFigures['series'][number]['points'], changed: typeof old) =>
        old.map((point) => changed.find(({ at }) => at === point.at) ?? point);
      shown = {
        isComplete: true,
        summary: { ...change.summary, metrics: { ...before.summary.metrics, ...change.summary.metrics } },
        series: change.series.map((answer, nth) => ({
          ...answer,
          points: merge(before.series[nth]?.points ?? [], answer.points),
          compared: answer.compared && merge(before.series[nth]?.compared ?? [], answer.compared),
        })),
      };
    }
  }
  return shown;
}

async function ask(path: string, cookie: string, query: Record<string, string>): Promise<unknown> {
  const url = `${path}?${new URLSearchParams(query)}`;
  return (await repeatWhileBusy(() => t.app.inject({ url, headers: { cookie } }))).json();
}

test('the figures of a view follow the snapshot, and every event changes them on the portals of each process', async () => {
  const { company, cookie } = await aViewedCompany();
  const here = await watch(company.id, cookie);
  const there = await watch(company.id, cookie, { on: secondBase });
  for (const portal of [here, there]) {
    const first = await portal.waitForFigures(hasRevenue('0.00'));
    expect(first?.isComplete).toBe(true);
  }
  await track(t.app, [aPageview(company.id, { sessionId: 's1' }), anOrder(company.id, 'A', 9.5)]);
  for (const portal of [here, there]) {
    const changed = await portal.waitForFigures(hasRevenue('9.50'));
    expect(changed?.summary.metrics).toMatchObject({
      orders: { value: 1 },
      visitors: { value: expect.any(Number) },
    });
    // Only the hour of the order.
    if (changed?.isComplete === false) expect(changed.series[0]?.points).toHaveLength(1);
  }
});

test('the changes add up to what the statistics answer', async () => {
  const { company, cookie } = await aViewedCompany();
  const query = { ...view, interval: 'hour' };
  const portal = await watch(company.id, cookie, { query });
  await portal.waitForFigures((figures) => figures !== null);
  for (let order = 1; order <= 6; order += 1) {
    await track(t.app, [
      aPageview(company.id, { sessionId: `s${order}`, url: `https://shop.test/${order % 3}` }),
      anOrder(company.id, `order-${order}`, order),
    ]);
    await portal.waitForFigures((figures) => figures?.summary.metrics.orders?.value === order);
  }
  const shown = applyAll(portal.figures);
  const summary = statsSummary.parse(await ask(apiPaths.statsSummary(company.id), cookie, view));
  expect(shown?.summary.metrics).toEqual(summary.metrics);
  // The curves of the cards by what suits the length of the day so far, and the charts by hour.
  expect(shown?.series).toHaveLength(2);
  expect(shown?.series[1]?.interval).toBe('hour');
  for (const { interval, points } of shown?.series ?? []) {
    const asked = { ...view, interval, metrics: listPortalMetrics(true).join(',') };
    const answer = statsTimeseries.parse(await ask(apiPaths.statsTimeseries(company.id), cookie, asked));
    // Another minute may have begun since the last event.
    expect(points).toEqual(answer.points.slice(0, points.length));
    expect(points.length).toBeGreaterThan(0);
  }
});

test('a stream without a period has no figures, and one with a filter or an unknown period is rejected', async () => {
  const { company, cookie } = await aViewedCompany();
  const without = await watch(company.id, cookie, { query: {} });
  const beside = await watch(company.id, cookie);
  await track(t.app, anOrder(company.id, 'A', 5));
  await beside.waitForFigures(hasRevenue('5.00'));
  await without.waitForRevision(1);
  expect(without.figures).toEqual([]);
  for (const query of ['period=30d&filter=page:is:/', 'period=ever', 'from=2026-02-01', 'period=30d&tab=%00'])
    expectError(
      await t.app.inject({ url: `${apiPaths.live(company.id)}?${query}`, headers: { cookie } }),
      400,
      'invalid-request',
    );
});

test('presence alone computes no figures', async () => {
  const { company, cookie } = await aViewedCompany();
  const portal = await watch(company.id, cookie);
  await portal.waitForFigures((figures) => figures !== null);
  await watch(company.id, cookie, { query: { period: 'today', tab: 'another' } });
  await portal.waitForFrame((frame) => frame.is !== 'end' && (frame.data.active?.onPortal ?? 0) > 0);
  await track(t.app, anOrder(company.id, 'A', 5));
  await portal.waitForFigures(hasRevenue('5.00'));
  expect(portal.figures).toHaveLength(2);
});

test('a page that has the current figures does not receive them again, only what changes later', async () => {
  const { company, cookie } = await aViewedCompany();
  await track(t.app, anOrder(company.id, 'A', 5));
  const knowing = await watch(company.id, cookie, { query: { ...view, known: '1' } });
  const outdated = await watch(company.id, cookie, { query: { ...view, known: '0' } });
  expect((await outdated.waitForFigures(hasRevenue('5.00')))?.isComplete).toBe(true);
  await track(t.app, anOrder(company.id, 'B', 2));
  await knowing.waitForFigures(hasRevenue('7.00'));
  expect(knowing.figures.every((figures) => figures?.isComplete === false)).toBe(true);
});

test('figures of a view are computed once for all who look at it', async () => {
  const { company, cookie } = await aViewedCompany();
  const portals = await Promise.all(Array.from({ length: 5 }, () => watch(company.id, cookie)));
  await Promise.all(portals.map((portal) => portal.waitForFigures((figures) => figures !== null)));
  const count = () =>
    t.server.metrics.read().find(({ name }) => name === 'northlight_live_figures_total')?.samples[0]?.value ??
    0;
  const before = count();
  await track(t.app, anOrder(company.id, 'A', 5));
  await Promise.all(portals.map((portal) => portal.waitForFigures(hasRevenue('5.00'))));
  expect(count()).toBe(before + 1);
});

test('demo data replaces the figures of open portals', async () => {
  const { company, cookie } = await aViewedCompany();
  const portal = await watch(company.id, cookie);
  await portal.waitForFigures((figures) => figures?.summary.source === 'tracked');
  // A busy server answers 503, and changes nothing.
  const generate = async () => {
    const { statusCode } = await t.app.inject({
      method: 'POST',
      url: apiPaths.simulateAnalytics,
      headers: { cookie, origin: publicOrigin },
      payload: { companyId: company.id },
    });
    return statusCode;
  };
  await expect.poll(generate, { interval: 500 }).toBe(200);
  await portal.waitForFigures((figures) => figures?.summary.source === 'simulated');
});
