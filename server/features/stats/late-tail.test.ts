import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { funnelQuery, goalsQuery } from '../../../contract/stats/conversion-questions.ts';
import {
  breakdownQuery,
  ordersQuery,
  summaryQuery,
  timeseriesQuery,
} from '../../../contract/stats/questions.ts';
import {
  openSegmentsFixture,
  recordChange,
  type SegmentsFixture,
  storeEvents,
} from '../../testing/segments-fixture.ts';
import { storeVolume } from '../../testing/segments-volume.ts';
import { wholeScope } from '../access/access.ts';
import { insertFunnel } from '../goals/funnels.queries.ts';
import { insertGoal } from '../goals/goals.queries.ts';
import type { Segments } from '../segments/segments.ts';
import { countFunnel, countGoals } from './conversions/conversions.ts';
import { breakDown } from './lists/breakdowns.ts';
import { listPortalOrders } from './orders/orders.ts';
import { StatsReader } from './reader.ts';
import { exportHits, listTimeseries, summarize } from './stats.ts';

/** Days in November that have a segment each. */
const days = Array.from({ length: 20 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`);
const eventsOfDay = 1_050;
const visits = (days.length * eventsOfDay) / 6;
const now = new Date('2026-11-22T12:00:00Z');
const period = { from: '2026-11-01', to: '2026-11-22' };

let t: SegmentsFixture;
let segments: Segments;
const funnelId = randomUUID();
beforeAll(async () => {
  t = await openSegmentsFixture('UTC');
  // A question about 21,000 events needed more than 256 MB once twenty past days had changed.
  segments = t.open(undefined, { limits: { memoryMb: 128 } });
  for (const [index, day] of days.entries()) {
    await storeVolume(t, { events: eventsOfDay, day, firstVisitor: index * 1_000 });
    await segments.builder.runPass([t.dataset.id], new Date(`${day}T23:00:00Z`));
  }
  expect(segments.builder.counts.failures).toBe(0);
  const companyId = t.dataset.id;
  await insertGoal(t.db, {
    company_id: companyId,
    id: randomUUID(),
    name: 'Page',
    kind: 'page',
    target: '/p/*',
    value: null,
  });
  await insertGoal(t.db, {
    company_id: companyId,
    id: randomUUID(),
    name: 'Click',
    kind: 'event',
    target: 'click',
    value: '2',
  });
  await insertFunnel(t.db, {
    company_id: companyId,
    id: funnelId,
    name: 'Funnel',
    steps: [
      { kind: 'page', target: '/p/*' },
      { kind: 'event', target: 'click' },
    ],
  });
  // On each past day a returning visitor, an order of a server, and its refund.
  for (const day of days) {
    const { rows } = await t.db.query<{ visitor_id: string }>(
      `SELECT visitor_id::text FROM events WHERE company_id = $1 AND occurred_at = $2 LIMIT 1`,
      [companyId, `${day}T00:10:00Z`],
    );
    await t.db.query(
      `WITH late AS (
         INSERT INTO events (company_id, id, kind, path, referrer_host, browser, os, device, occurred_at, visitor_id, host,
           referrer_path, source, channel)
         VALUES ($1, $2, 'pageview', '/late', '', 'Firefox', 'Linux', 'desktop', $3, $4, 'shop.test', '', 'Direct', 'Direct')
         RETURNING id) SELECT id FROM late`,
      [companyId, late(day), `${day}T00:20:00Z`, rows[0]?.visitor_id],
    );
    await recordChange(t.db, companyId, [{ id: late(day), at: `${day}T00:20:00Z` }]);
    await storeEvents(t.db, companyId, [
      { at: `${day}T12:00:00Z`, kind: 'order', visitor: null, order: { id: `o-${day}`, amount: '10.00' } },
    ]);
  }
});
afterAll(() => t.close());

const late = (day: string) => `00000000-0000-7000-8000-0000${day.replaceAll('-', '')}`;

const filters = [
  [],
  ['country:is:DE'],
  ['country:is:DE', 'browser:is-not:Chrome'],
  ['page:starts-with:/p', 'source:is:Google'],
  ['saw-page:contains:/p/1', 'os:is:Linux'],
  ['event:is:click', 'country:is-not:US'],
];
const dimensions = ['page', 'entry-page', 'exit-page', 'source', 'country', 'event', 'host', 'property:plan'];

test.each(filters)(
  'every kind of question is answered with a late tail and little memory (%s %s)',
  async (...filter) => {
    const deps = { db: t.db, reader: new StatsReader(segments) };
    const companyId = t.dataset.id;
    const ask = { companyId, now, scope: wholeScope };
    const given = { ...period, filter };
    for (const goal of [undefined, 'page:/late', 'event:click']) {
      const query = { ...given, ...(goal === undefined ? {} : { goal }), compare: 'previous' };
      const summary = await summarize(deps, { ...ask, query: summaryQuery.parse(query) });
      expect(summary.pending).toBeNull();
      if (filter.length === 0) expect(summary.metrics.visits?.value).toBe(visits);
      if (filter.length === 0) expect(summary.metrics.orders?.value).toBe(days.length);
      for (const interval of ['day', 'hour'])
        await listTimeseries(deps, { ...ask, query: timeseriesQuery.parse({ ...query, interval }) });
      for (const dimension of dimensions) {
        const found = await breakDown(deps, { ...ask, query: breakdownQuery.parse({ ...query, dimension }) });
        expect(found.rows.length).toBeGreaterThan(0);
      }
    }
    const goals = await countGoals(deps, { ...ask, query: goalsQuery.parse(given) });
    expect(goals.goals).toHaveLength(2);
    const funnel = await countFunnel(deps, {
      ...ask,
      query: funnelQuery.parse({ ...given, funnel: funnelId }),
    });
    expect(funnel.steps).toHaveLength(2);
    await listPortalOrders(deps, { ...ask, query: ordersQuery.parse(given) });
    const file = await exportHits(deps, { ...ask, query: summaryQuery.parse(period) });
    file.resume();
    await new Promise((resolve) => file.on('close', resolve));
  },
);

test('raw rows are not exported while some of them are not counted', async () => {
  const small = t.open(undefined, { limits: { tailRows: 1 } });
  const deps = { db: t.db, reader: new StatsReader(small) };
  const ask = { companyId: t.dataset.id, now, scope: wholeScope };
  const query = summaryQuery.parse({ ...period, filter: 'country:is-not:nowhere' });
  const summary = await summarize(deps, { ...ask, query });
  expect(summary.pending).toMatchObject({ kind: 'newest', events: 2 * days.length });
  expect(summary.metrics.visits?.value).toBe(visits);
  // Questions without filters need no tail.
  const whole = await summarize(deps, { ...ask, query: summaryQuery.parse(period) });
  expect(whole.metrics.orders?.value).toBe(days.length);
  await expect(exportHits(deps, { ...ask, query: summaryQuery.parse(period) })).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('still being processed'),
  });
});
