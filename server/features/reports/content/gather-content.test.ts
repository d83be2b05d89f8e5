import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccessRight, viewerRights } from '../../../../contract/company/access-rights.ts';
import { noteList } from '../../../../contract/company/notes.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import type { ReportContent, ReportSection } from '../../../../contract/reports/report-content.ts';
import { type ReportTemplate, usualReportTemplate } from '../../../../contract/reports/report-template.ts';
import { portalOrders } from '../../../../contract/shop/portal-orders.ts';
import { statsBreakdown, statsSummary, statsTimeseries } from '../../../../contract/stats/answers.ts';
import { statsFunnel, statsGoals } from '../../../../contract/stats/conversion-answers.ts';
import { parseFilter } from '../../../../contract/stats/filter.ts';
import { aViewerWith } from '../../../testing/access/a-viewer-with.ts';
import { aCompany } from '../../../testing/builders.ts';
import { repeatWhileBusy } from '../../../testing/requests/repeat-while-busy.ts';
import { aLoadedEvent } from '../../../testing/stats/stats-fixture.ts';
import { unhurriedLimits } from '../../../testing/stats/unhurried-limits.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { insertFunnel } from '../../goals/funnels.queries.ts';
import { insertGoal } from '../../goals/goals.queries.ts';
import { insertNote } from '../../notes/notes.queries.ts';
import { Segments } from '../../segments/segments.ts';
import { StatsReader } from '../../stats/reader.ts';
import { type LoadedEvent, loadEvents } from '../../tracking/import/bulk-load.ts';
import { type AskedContent, gatherContent, ReportNotCounted } from './gather-content.ts';

/** October has a day of 25 hours in Berlin, and one day more than September. */
const october = { firstDay: '2026-10-01', lastDay: '2026-10-31' };
const september = { firstDay: '2026-09-01', lastDay: '2026-09-30' };
const afterwards = new Date('2026-11-02T06:00:00Z');

let t: TestApp;
let segments: Segments;
let shopId: string;
let funnelId: string;

beforeAll(async () => {
  t = await buildTestApp();
  // It would build in the middle of a test, and delete changes that the test has made older than a week.
  await t.server.segments.builder.stop();
  segments = openSegments('reports');
  shopId = await aShop();
});
afterAll(async () => {
  await segments.close();
  await t.close();
});

const openSegments = (folder: string, limits: { tailRows?: number } = {}) =>
  new Segments({
    db: t.db,
    databaseUrl: t.databaseUrl,
    dataDir: join(t.config.dataDir, folder),
    retentionDays: undefined,
    diskReserveBytes: 1,
    log: { info: () => {}, warn: () => {} },
    limits: { ...unhurriedLimits, ...limits },
  });

const load = (datasetId: string, events: LoadedEvent[]) =>
  loadEvents({ db: t.db, ownerUrl: t.databaseUrl }, datasetId, events, { now: new Date() });

const at = (day: string, time = '10:00') => new Date(`2026-${day}T${time}:00+02:00`);
const google = { source: 'Google', channel: 'Organic Search', country: 'DE' };
const spring = {
  source: 'Newsletter',
  channel: 'Email',
  utm_campaign: 'spring',
  country: 'FR',
  device: 'phone',
};

/** Visits of one page each. */
const visits = (count: number, day: string, given: Partial<LoadedEvent> = {}) =>
  Array.from({ length: count }, (_, visitor) => aLoadedEvent(visitor + 1, at(day), given));

const anOrderOf = (id: string, day: string, amount: string, given: Partial<LoadedEvent> = {}) =>
  aLoadedEvent(900, at(day, '12:00'), {
    ...{ kind: 'order', order_id: id, amount, reported_by: 'verified' },
    ...given,
  });

/** A shop with little in September, and a campaign in October. */
async function aShop(): Promise<string> {
  const { company } = await aCompany(t.db, { timeZone: 'Europe/Berlin', currency: 'EUR' });
  const { id } = company;
  await load(id, [
    ...visits(12, '09-03', google),
    ...visits(8, '09-30', { path: '/pricing' }),
    anOrderOf('S-1', '09-04', '40.00'),
    ...visits(12, '10-05', google),
    ...visits(9, '10-06', { path: '/pricing' }),
    ...visits(30, '10-20', { ...spring, path: '/sale' }),
    ...visits(6, '10-20', { ...spring, path: '/basket' }).map((row) => ({
      ...row,
      occurred_at: at('10-20', '10:05'),
    })),
    // 02:30 twice, then the last minute of the month in winter time, and the first of the next.
    aLoadedEvent(40, new Date('2026-10-25T00:30:00Z'), google),
    aLoadedEvent(41, new Date('2026-10-25T01:30:00Z'), google),
    aLoadedEvent(42, new Date('2026-10-31T22:59:00Z'), google),
    aLoadedEvent(43, new Date('2026-10-31T23:00:00Z'), google),
    anOrderOf('O-1', '10-07', '99.90', google),
    anOrderOf('O-2', '10-20', '10.10', { ...spring, reported_by: 'page' }),
    aLoadedEvent(null, at('10-21'), {
      ...{ kind: 'refund', order_id: 'O-1', amount: '20.00', event_name: 'R-1', ...google },
    }),
  ]);
  const goal = { company_id: id, id: randomUUID(), created_at: new Date(), kind: 'page' as const };
  await insertGoal(t.db, { ...goal, name: 'Sale', target: '/sale', value: '12.50' });
  funnelId = randomUUID();
  const steps = ['/sale', '/basket'].map((target) => ({ kind: 'page' as const, target }));
  await insertFunnel(t.db, { company_id: id, id: funnelId, name: 'Purchase', steps });
  for (const [text, moment] of [
    ['Newsletter sent', '2026-10-20T06:00:00Z'],
    ['Last evening', '2026-10-31T22:30:00Z'],
    ['Not in October', '2026-10-31T23:00:00Z'],
  ] as const) {
    const note = { company_id: id, id: randomUUID(), at: new Date(moment), text };
    await insertNote(t.db, { ...note, author: 'Mia', viewer_id: null });
  }
  return id;
}

interface Given {
  companyId?: string;
  filters?: string[];
  rights?: readonly AccessRight[];
  template?: Partial<ReportTemplate>;
  period?: Partial<Pick<AskedContent, 'kind' | 'firstDay' | 'lastDay' | 'now' | 'isPreview'>>;
}

function gather(
  { companyId = shopId, filters = [], rights = viewerRights, template, period }: Given = {},
  engine = segments,
): Promise<ReportContent> {
  const parsed = filters.map((text) => {
    const filter = parseFilter(text);
    if ('problem' in filter) throw new Error(filter.problem);
    return filter;
  });
  const reader = new StatsReader(engine).inTurn(engine.admission.ownTurn);
  return gatherContent(
    { db: t.db, reader },
    {
      ...{ companyId, kind: 'monthly', ...october, comment: 'Hello', now: afterwards, ...period },
      template: { ...usualReportTemplate, ...template },
      rights: new Set(rights),
      scope: { seesMoney: rights.includes('money'), filters: parsed },
    },
  );
}

type SectionOf<Kind extends ReportSection['kind']> = Extract<ReportSection, { kind: Kind }>;

function sectionOf<Kind extends ReportSection['kind']>(content: ReportContent, kind: Kind): SectionOf<Kind> {
  const found = content.sections.find((section): section is SectionOf<Kind> => section.kind === kind);
  if (!found) throw new Error(`the report has no ${kind}`);
  return found;
}

const number = (value: number | string | null | undefined) => (value == null ? null : Number(value));

test.each([
  { about: 'everything', filters: [], rights: viewerRights },
  { about: 'a part of the site', filters: ['country:is:FR'], rights: viewerRights },
  {
    about: 'a part of the site, without money',
    filters: ['source:is:Google'],
    rights: ['dashboard', 'orders'],
  },
] as const)('the numbers of a report about $about are those of the portal', async ({ filters, rights }) => {
  const content = await gather({ filters: [...filters], rights });
  const cookie = await aViewerWith(t, shopId, { rights, filters });
  const get = async (path: string, month: typeof october, query: Record<string, string> = {}) => {
    const search = new URLSearchParams({ from: month.firstDay, to: month.lastDay, ...query });
    const answer = await repeatWhileBusy(() =>
      t.app.inject({ url: `${path}?${search}`, headers: { cookie } }),
    );
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const summaryOf = async (month: typeof october) =>
    statsSummary.parse(await get(apiPaths.statsSummary(shopId), month)).metrics;
  const [now, before] = [await summaryOf(october), await summaryOf(september)];

  for (const { metric, value, compared } of sectionOf(content, 'figures').figures)
    expect([metric, value, compared]).toEqual([
      metric,
      number(now[metric]?.value),
      number(before[metric]?.value),
    ]);

  const pointsOf = async (month: typeof october) =>
    statsTimeseries
      .parse(await get(apiPaths.statsTimeseries(shopId), month, { interval: 'day', metrics: 'visitors' }))
      .points.map(({ metrics }) => metrics.visitors);
  const chart = sectionOf(content, 'chart');
  expect(chart.days.map(({ value }) => value)).toEqual(await pointsOf(october));
  expect(chart.ghost).toEqual([...(await pointsOf(september)), null]);

  const lists = { sources: 'source', pages: 'page', countries: 'country', devices: 'device' } as const;
  for (const kind of ['sources', 'pages', 'countries', 'devices'] as const) {
    const listOf = async (month: typeof october) =>
      statsBreakdown.parse(
        await get(apiPaths.statsBreakdown(shopId), month, { dimension: lists[kind], limit: '100' }),
      );
    const [list, earlier] = [await listOf(october), await listOf(september)];
    const { rows, rowCount } = sectionOf(content, kind);
    expect(rowCount).toBe(list.rowCount);
    expect(rows).toEqual(
      list.rows.map(({ value, metrics }) => ({
        value: value === 'unknown' ? '' : value,
        visitors: metrics.visitors,
        compared: earlier.rows.find((row) => row.value === value)?.metrics.visitors ?? 0,
        share: expect.closeTo((100 * (metrics.visitors ?? 0)) / (list.totals.visitors ?? 0), 2),
      })),
    );
  }

  const goalsOf = async (month: typeof october) =>
    statsGoals.parse(await get(apiPaths.statsGoals(shopId), month)).goals[0];
  const funnel = statsFunnel.parse(await get(apiPaths.statsFunnel(shopId), october, { funnel: funnelId }));
  const [goal, goalBefore] = [await goalsOf(october), await goalsOf(september)];
  const goals = sectionOf(content, 'goals');
  expect(goals.goals).toEqual([
    {
      name: 'Sale',
      value: goal?.conversions.value,
      compared: goalBefore?.conversions.value,
      rate: goal?.rate.value,
    },
  ]);
  expect(goals.funnels[0]?.steps).toEqual(
    funnel.steps.map(({ target, visits: count, rateFromFirst }) => ({
      ...{ label: target, visits: count, rateFromFirst },
    })),
  );

  const listed = portalOrders.parse(await get(apiPaths.portalOrders(shopId), october));
  const orders = sectionOf(content, 'orders');
  expect(orders.orders).toEqual({
    value: listed.rowCount,
    compared: number(before.orders?.value),
  });
  expect(orders.verified).toBe(now['verified-orders']?.value);
  expect(orders.money).toEqual(
    (rights as readonly AccessRight[]).includes('money')
      ? {
          revenue: { value: number(now.revenue?.value), compared: number(before.revenue?.value) },
          refunded: { value: number(now.refunds?.value), compared: number(before.refunds?.value) },
          averageOrder: {
            value: number(now['average-order-value']?.value),
            compared: number(before['average-order-value']?.value),
          },
        }
      : null,
  );

  const shown = await t.app.inject({
    url: `${apiPaths.notes(shopId)}?${new URLSearchParams({ from: '2026-09-30T22:00:00Z', to: '2026-10-31T23:00:00Z' })}`,
    headers: { cookie },
  });
  expect(sectionOf(content, 'notes').notes.map(({ text }) => text)).toEqual(
    noteList.parse(shown.json()).annotations.map(({ text }) => text),
  );
});

test('a report has the days, the causes and the refunds of its month', async () => {
  const content = await gather();
  expect(content).toMatchObject({
    ...{ comparedFirstDay: '2026-09-01', comparedLastDay: '2026-09-30', source: 'tracked' },
    ...{ comment: 'Hello', hasMoney: true },
    company: { id: shopId, timeZone: 'Europe/Berlin', currency: 'EUR' },
  });
  expect(content.sections.map(({ kind }) => kind)).toEqual(usualReportTemplate.sections);
  const { days } = sectionOf(content, 'chart');
  expect(days.map(({ day }) => day)).toEqual(
    Array.from({ length: 31 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`),
  );
  expect(
    days.filter(({ day }) => day === '2026-10-25' || day === '2026-10-31').map(({ value }) => value),
  ).toEqual([2, 1]);
  const { figures } = sectionOf(content, 'figures');
  expect(figures.map(({ metric }) => metric)).toEqual([
    ...['visitors', 'visits', 'orders', 'revenue', 'conversion-rate'],
  ]);
  expect(figures[0]?.cause).toEqual({ dimension: 'utm-campaign', value: 'spring', before: 0, now: 31 });
  // One order more is not worth an explanation, and a rate is no sum.
  expect(figures.map(({ metric, cause }) => [metric, cause !== null])).toEqual([
    ...[
      ['visitors', true],
      ['visits', true],
      ['orders', false],
      ['revenue', true],
      ['conversion-rate', false],
    ],
  ]);
  expect(sectionOf(content, 'campaigns')).toMatchObject({
    rows: [{ value: 'spring', visitors: 31 }],
    rowCount: 1,
  });
  expect(sectionOf(content, 'orders')).toMatchObject({
    ...{ orders: { value: 2, compared: 1 }, verified: 1, refunds: { value: 1, compared: 0 } },
    money: { revenue: { value: 90, compared: 40 }, refunded: { value: 20, compared: 0 } },
  });
  expect(sectionOf(content, 'notes').notes).toEqual([
    { day: '2026-10-20', text: 'Newsletter sent' },
    { day: '2026-10-31', text: 'Last evening' },
  ]);
});

test.each([
  { why: 'the reader', rights: ['dashboard', 'orders'], template: {} },
  { why: 'the template', rights: viewerRights, template: { hasMoney: false } },
] as const)('without money for $why no amount is in a report', async ({ rights, template }) => {
  const content = await gather({ rights, template });
  expect(content.hasMoney).toBe(false);
  expect(sectionOf(content, 'orders').money).toBeNull();
  expect(sectionOf(content, 'figures').figures.map(({ metric }) => metric)).toEqual([
    ...['visitors', 'visits', 'orders', 'page-views', 'conversion-rate'],
  ]);
  // Every amount of the shop, and the value of its goal.
  expect(JSON.stringify(content)).not.toMatch(/revenue|\b(?:99\.9|10\.1|110|90|40\.00|12\.5|375)\b/);
});

test('the rights of the reader decide which sections a report has', async () => {
  const kinds = (await gather({ rights: ['dashboard', 'money'] })).sections.map(({ kind }) => kind);
  expect(kinds).toEqual(usualReportTemplate.sections.filter((name) => name !== 'orders'));
  await expect(gather({ rights: ['money', 'orders'] })).rejects.toMatchObject({ code: 'missing-right' });
});

test('sections are those of the template, in its order, without empty ones', async () => {
  const { company } = await aCompany(t.db, { timeZone: 'Europe/Berlin' });
  await load(company.id, visits(3, '10-02'));
  const template = {
    sections: ['link', 'orders', 'notes', 'goals', 'campaigns', 'devices', 'figures'] as const,
  };
  const content = await gather({
    ...{ companyId: company.id, template: { ...template, sections: [...template.sections] } },
  });
  expect(content.sections.map(({ kind }) => kind)).toEqual(['link', 'devices', 'figures']);
  expect(content.hasMoney).toBe(false);
  expect(sectionOf(content, 'figures').figures.map(({ metric, value }) => [metric, value])).toEqual([
    ...[
      ['visitors', 3],
      ['visits', 3],
      ['page-views', 3],
      ['visit-duration', 0],
      ['bounce-rate', 100],
    ],
  ]);
});

const week = { kind: 'weekly', firstDay: '2026-10-19', lastDay: '2026-10-25' } as const;
const february = { kind: 'monthly', firstDay: '2025-02-01', lastDay: '2025-02-28' } as const;
test.each([
  ['a month and the one before', { ...october, kind: 'monthly' }, 'previous', '2026-09-01', '2026-09-30'],
  [
    'a month and that of the year before',
    { ...october, kind: 'monthly' },
    'year',
    '2025-10-01',
    '2025-10-31',
  ],
  ['a February and that of a leap year', february, 'year', '2024-02-01', '2024-02-29'],
  ['a February and the January before', february, 'previous', '2025-01-01', '2025-01-31'],
  ['a month alone', { ...october, kind: 'monthly' }, 'none', null, null],
  ['a week and the one before', week, 'previous', '2026-10-12', '2026-10-18'],
  ['a week and the same weekdays of the year before', week, 'year', '2025-10-20', '2025-10-26'],
] as const)('%s are compared by the calendar', async (_, period, compare, from, to) => {
  const sections: ReportTemplate['sections'] = ['figures', 'chart'];
  const content = await gather({ period, template: { compare, sections } });
  expect([content.comparedFirstDay, content.comparedLastDay]).toEqual([from, to]);
  const { days, ghost } = sectionOf(content, 'chart');
  expect([days[0]?.day, days.at(-1)?.day]).toEqual([period.firstDay, period.lastDay]);
  expect(ghost?.length).toBe(from === null ? undefined : days.length);
});

test('a period that is not over ends now, and is compared up to the same day', async () => {
  const template = { sections: ['chart' as const] };
  const now = new Date('2026-10-20T12:00:00Z');
  const month = await gather({ period: { now }, template });
  expect([month.comparedLastDay, sectionOf(month, 'chart').days.length]).toEqual(['2026-09-20', 20]);
  const running = await gather({ period: { ...week, now }, template });
  expect([running.comparedFirstDay, running.comparedLastDay]).toEqual(['2026-10-12', '2026-10-13']);
});

test('a company with demo data has a report about it, which is marked', async () => {
  const { company } = await aCompany(t.db, { timeZone: 'Europe/Berlin' });
  const demoId = randomUUID();
  await load(company.id, visits(1, '10-02'));
  await load(demoId, visits(5, '10-02'));
  await t.db.query('UPDATE companies SET demo_dataset_id = $2 WHERE id = $1', [company.id, demoId]);
  const content = await gather({ companyId: company.id });
  expect(content.source).toBe('simulated');
  expect(sectionOf(content, 'figures').figures[0]?.value).toBe(5);
});

test('a report is not made while events that arrived in its period are not counted', async () => {
  const { company } = await aCompany(t.db, { timeZone: 'Europe/Berlin' });
  const small = openSegments('small', { tailRows: 1 });
  const ask = async (isPreview = false) => {
    const given = { companyId: company.id, filters: ['country:is:DE'], period: { isPreview } };
    return sectionOf(await gather(given, small), 'figures').figures[0]?.value;
  };
  const arrivedAt = (moment: string) =>
    t.db.query('UPDATE event_changes SET changed_at = $2 WHERE company_id = $1', [company.id, moment]);
  try {
    await load(company.id, visits(5, '10-02', google));
    expect(await small.builder.runPass([company.id])).toBe(true);
    expect(await ask()).toBe(5);
    await load(company.id, visits(4, '10-30', google));
    await arrivedAt('2026-10-31T22:00:00Z');
    await expect(ask()).rejects.toThrow(ReportNotCounted);
    // A preview has what is counted, as the portal.
    expect(await ask(true)).toBe(5);
    // Events that arrived since then may be of the next month.
    await load(company.id, visits(2, '11-01', google));
    await arrivedAt('2026-10-31T23:00:00Z');
    expect(await ask()).toBe(5);
    expect(await small.builder.runPass([company.id])).toBe(true);
    expect(await ask()).toBe(9);
  } finally {
    await small.close();
  }
});
