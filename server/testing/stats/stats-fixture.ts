import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import {
  statsBreakdown,
  statsLists,
  statsSummary,
  statsTimeseries,
} from '../../../contract/stats/answers.ts';
import { statsMetrics } from '../../../contract/stats/model/metrics.ts';
import { type LoadedEvent, loadEvents } from '../../features/tracking/import/bulk-load.ts';
import { aCompany, aViewerCookie } from '../builders.ts';
import { repeatWhileBusy } from '../requests/repeat-while-busy.ts';
import { buildTestApp } from '../test-app.ts';

type Query = Record<string, string | string[]>;

/** Wall time in Berlin on 24 to 26 October 2026; clocks go back at 03:00 on the 25th. */
export const inBerlin = (day: number, time: string) => new Date(`2026-10-${day}T${time}:00+02:00`);
/** The days with events. */
export const days = { from: '2026-10-24', to: '2026-10-25' };
export const firstDay = { from: '2026-10-24', to: '2026-10-24' };

export function aLoadedEvent(
  visitor: number | null,
  occurredAt: Date,
  given: Partial<LoadedEvent> = {},
): LoadedEvent {
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
  aLoadedEvent(1, inBerlin(24, '10:00'), google),
  aLoadedEvent(1, inBerlin(24, '10:01'), { ...google, kind: 'engagement', engaged_ms: 20_000 }),
  aLoadedEvent(1, inBerlin(24, '10:02'), { ...google, path: '/Blog/one' }),
  aLoadedEvent(1, inBerlin(24, '12:00'), { path: '/pricing' }),
  // A visit with an event and an order.
  aLoadedEvent(2, inBerlin(24, '10:30'), { ...phone, path: '/pricing' }),
  aLoadedEvent(2, inBerlin(24, '10:31'), {
    ...phone,
    path: '/pricing',
    kind: 'event',
    event_name: 'sign-up',
    properties: { plan: 'pro', seats: 3 },
  }),
  aLoadedEvent(2, inBerlin(24, '10:32'), {
    ...phone,
    kind: 'order',
    order_id: 'A-1',
    amount: '99.90',
    reported_by: 'verified',
  }),
  aLoadedEvent(null, inBerlin(24, '18:00'), {
    ...phone,
    ...{ path: '/pricing', kind: 'refund', order_id: 'A-1', amount: '10.00', event_name: 'R-1' },
  }),
  // The next day of the company begins at 00:00 in Berlin, at 22:00 UTC.
  aLoadedEvent(3, inBerlin(25, '00:00'), { ...google, path: '/Blog/two', host: 'blog.shop.test' }),
  // 02:30 twice: before and after clocks go back.
  aLoadedEvent(4, new Date('2026-10-25T00:30:00Z'), { path: '/night' }),
  aLoadedEvent(5, new Date('2026-10-25T01:30:00Z'), { path: '/night' }),
  // Without a visitor: a page view of the literal payload, and a server's order.
  aLoadedEvent(null, inBerlin(25, '12:00'), { path: '/no-visit' }),
  aLoadedEvent(null, inBerlin(25, '13:00'), { kind: 'order', order_id: 'B-1', amount: '5.05' }),
];

export type StatsFixture = Awaited<ReturnType<typeof openStatsFixture>>;

/** A server with one company of the time zone of Berlin and a dozen events, and its statistics as a viewer asks for them. */
export async function openStatsFixture() {
  const t = await buildTestApp();
  const { company, accessKey } = await aCompany(t.db, { timeZone: 'Europe/Berlin', currency: 'EUR' });
  const companyId = company.id;
  const cookie = await aViewerCookie(t.app, accessKey);
  const load = (datasetId: string, rows: LoadedEvent[]) =>
    loadEvents({ db: t.db, ownerUrl: t.databaseUrl }, datasetId, rows, { now: new Date() });
  await load(companyId, events());

  async function get(path: (companyId: string) => string, query: Query) {
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([name, given]) =>
        [given].flat().map((value): [string, string] => [name, value]),
      ),
    );
    const ask = () => t.app.inject({ url: `${path(companyId)}?${search}`, headers: { cookie } });
    const answer = await repeatWhileBusy(ask);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  }

  const summarize = async (query: Query) =>
    statsSummary.strict().parse(await get(apiPaths.statsSummary, { ...days, ...query }));
  const list = async (query: Query) =>
    statsTimeseries.strict().parse(await get(apiPaths.statsTimeseries, { ...days, ...query }));
  const breakDown = async (query: Query) =>
    statsBreakdown.strict().parse(await get(apiPaths.statsBreakdown, { ...days, ...query }));
  const listAtOnce = async (query: Query) =>
    statsLists.strict().parse(await get(apiPaths.statsLists, { ...days, ...query })).lists;

  /** The values of a summary's metrics. */
  async function valuesOf(query: Query, metrics = 'visits,page-views') {
    const { metrics: found } = await summarize({ metrics, ...query });
    return metrics
      .split(',')
      .map((metric) => found[statsMetrics.find((name) => name === metric) ?? 'visits']?.value);
  }

  return {
    t,
    companyId,
    cookie,
    load,
    summarize,
    list,
    breakDown,
    listAtOnce,
    valuesOf,
    close: () => t.close(),
  };
}
