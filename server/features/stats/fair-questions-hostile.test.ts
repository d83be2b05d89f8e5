import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { formatFilter, type StatsFilter } from '../../../contract/stats/filter.ts';
import { statsLimits } from '../../../contract/stats/model/limits.ts';
import { aCompany, aViewerCookie } from '../../testing/builders.ts';
import { readCounter } from '../../testing/read-counter.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { type LoadedEvent, loadEvents } from '../tracking/import/bulk-load.ts';

let t: TestApp;
let large: Portal;
let small: Portal;

interface Portal {
  id: string;
  cookie: string;
}

const start = Date.parse('2026-10-20T00:00:00Z');
const days = 'from=2026-10-19&to=2026-10-24';

/** Visits of eight rows over two days. */
function* listEvents(count: number): Generator<LoadedEvent> {
  for (let index = 0; index < count; index += 1) {
    const isEvent = index % 5 === 0;
    yield {
      id: randomUUID(),
      kind: isEvent ? 'event' : 'pageview',
      ...(isEvent ? { event_name: `event ${index % 50}` } : {}),
      path: `/shop/category-${index % 40}/product-${(index * 7919) % 2000}`,
      host: 'shop.test',
      referrer_host: '',
      browser: 'Firefox',
      os: 'Linux',
      device: 'desktop',
      occurred_at: new Date(start + index * Math.floor(172_800_000 / count)),
      visitor_id: BigInt(Math.floor(index / 8) + 1),
      source: 'Direct',
      channel: 'Direct',
    };
  }
}

async function openPortal(count: number): Promise<Portal> {
  const { company, accessKey } = await aCompany(t.db, { domain: `${randomUUID()}.test` });
  const deps = { db: t.db, ownerUrl: t.databaseUrl };
  await loadEvents(deps, company.id, listEvents(count), { now: new Date() });
  return { id: company.id, cookie: await aViewerCookie(t.app, accessKey) };
}

beforeAll(async () => {
  t = await buildTestApp();
  large = await openPortal(60_000);
  small = await openPortal(500);
});
afterAll(() => t.close());

const get = (url: string, { cookie }: Portal) => t.app.inject({ url, headers: { cookie } });
const words = (count: number, of: string) => Array.from({ length: count }, (_, index) => `${of} ${index}`);
const toQuery = (filters: StatsFilter[]) =>
  filters.map((filter) => `&filter=${encodeURIComponent(formatFilter(filter))}`).join('');

test('20 filters of 50 values are refused and name the field', async () => {
  const filters = Array.from(
    { length: statsLimits.filters },
    (_, index): StatsFilter => ({ subject: 'saw-page', operator: 'contains', values: words(50, `${index}`) }),
  );
  const answer = await get(`${apiPaths.statsSummary(large.id)}?${days}${toQuery(filters)}`, large);
  expectError(answer, 400, 'invalid-request');
  expect(answer.json().error).toMatchObject({
    field: 'filter',
    message: 'All filters together have at most 100 values.',
  });
});

/** The questions that take longest of those that are allowed. No two of them have the same answer. */
function listLargestQuestions(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const searched = Array.from(
      { length: statsLimits.withinVisitFilters },
      (_each, part): StatsFilter => ({
        subject: part % 2 === 0 ? 'saw-page' : 'did-event',
        operator: 'contains',
        values: ['o', ...words(statsLimits.searchedFilterValues / 5 - 1, `${index} ${part}`)],
      }),
    );
    const left: StatsFilter = { subject: 'page', operator: 'is-not', values: words(50, `${index}`) };
    const query = `${days}&dimension=page&limit=1000&metrics=visitors,visits,page-views,events`;
    return `${apiPaths.statsBreakdown(large.id)}?${query}${toQuery([...searched, left])}`;
  });
}

/** The questions of an opened page. */
const listPageQuestions = ({ id }: Portal) => [
  `${apiPaths.statsSummary(id)}?${days}&compare=previous`,
  `${apiPaths.statsTimeseries(id)}?${days}&compare=previous`,
  `${apiPaths.statsGoals(id)}?${days}`,
  `${apiPaths.portalOrders(id)}?${days}`,
  ...['page', 'entry-page', 'source', 'country', 'browser', 'device', 'event', 'utm-campaign'].map(
    (dimension) => `${apiPaths.statsBreakdown(id)}?${days}&dimension=${dimension}`,
  ),
];

test('the largest questions of one session leave the questions of another company answered', async () => {
  // Until the segments of the large company are built, the engine has nothing to do for it.
  const isBuilt = async () => (await get(`${apiPaths.statsSummary(large.id)}?${days}`, large)).statusCode;
  await expect.poll(isBuilt, { timeout: 120_000, interval: 500 }).toBe(200);
  expect((await get(listPageQuestions(small)[0] ?? '', small)).statusCode).toBe(200);

  let answeredLarge = 0;
  const attack = Promise.all(
    listLargestQuestions(12).map(async (url) => {
      await get(url, large);
      answeredLarge += 1;
    }),
  );
  // As many questions are admitted as may be asked at once, and those that are not run yet wait in the engine.
  const isWaiting = () => readCounter(t, 'northlight_questions_waiting');
  await expect.poll(isWaiting, { timeout: 30_000, interval: 10 }).toBeGreaterThan(0);
  const answers = await Promise.all(listPageQuestions(small).map((url) => get(url, small)));
  expect(answers.map(({ statusCode, body }) => [statusCode, body.slice(0, 80)])).toEqual(
    answers.map(({ body }) => [200, body.slice(0, 80)]),
  );
  // They did not wait until the earlier ones were answered.
  expect(answeredLarge).toBeLessThan(6);
  await attack;
}, 300_000);
