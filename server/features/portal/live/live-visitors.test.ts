import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveFrame, liveVisitors } from '../../../../contract/live.ts';
import { toFrame } from '../../../platform/live/event-stream.ts';
import { openTestDb } from '../../../testing/test-app.ts';
import { readLiveState, toLiveFrame } from './live-frame.ts';
import { readPresentVisitors } from './live-visitors.queries.ts';
import { cutText, readLiveVisitors } from './live-visitors.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  t = await openTestDb();
});
afterAll(() => t.close());

const now = new Date('2026-06-15T12:00:00Z');
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);

interface Tab {
  visitor?: number | null;
  page?: string;
  source?: string | null;
  country?: string | null;
  origin?: 'site' | 'portal';
  seen?: Date;
}

async function plantTabs(companyId: string, tabs: Tab[]): Promise<void> {
  for (const {
    visitor = null,
    page = '/',
    source = null,
    country = null,
    origin = 'site',
    seen = now,
  } of tabs)
    await t.db.query(
      `INSERT INTO active_sessions
         (company_id, session_id, origin, page_url, user_agent, last_seen, visitor_id, source, country)
       VALUES ($1, $2, $3, $4, '', $5, $6, $7, $8)`,
      [companyId, randomUUID(), origin, page, seen, visitor, source, country],
    );
}

test('a visitor with several tabs is one live visitor, on each of the pages and from one source', async () => {
  const company = randomUUID();
  await plantTabs(company, [
    { visitor: 1, page: '/', source: 'Google', country: 'DE' },
    { visitor: 1, page: '/pricing', source: 'Direct', country: 'DE' },
    { visitor: 1, page: '/pricing', source: 'Direct', country: 'DE' },
    { visitor: 2, page: '/pricing', source: 'Direct', country: 'FR' },
    { visitor: 3, page: '/blog', source: 'Bing', country: null },
  ]);
  expect(liveVisitors.strict().parse(await readLiveVisitors(t.db, company, now))).toEqual({
    visitors: 3,
    onPortal: 0,
    pages: [
      { value: '/pricing', visitors: 2 },
      { value: '/', visitors: 1 },
      { value: '/blog', visitors: 1 },
    ],
    sources: [
      { value: 'Bing', visitors: 1 },
      { value: 'Direct', visitors: 1 },
      { value: 'Google', visitors: 1 },
    ],
    countries: [
      { value: 'DE', visitors: 1 },
      { value: 'FR', visitors: 1 },
      { value: 'unknown', visitors: 1 },
    ],
  });
});

test('open portals are counted apart, and their pages are not read pages', async () => {
  const company = randomUUID();
  await plantTabs(company, [
    { origin: 'portal', page: '/company-portal/x' },
    { origin: 'portal', page: '/company-portal/x' },
    { visitor: 1, page: '/' },
  ]);
  await plantTabs(randomUUID(), [{ visitor: 1, page: '/other' }]);
  const found = await readLiveVisitors(t.db, company, now);
  expect(found).toMatchObject({ visitors: 1, onPortal: 2, pages: [{ value: '/', visitors: 1 }] });
});

test('a tab counts until five minutes after it was last seen', async () => {
  const company = randomUUID();
  await plantTabs(company, [
    { visitor: 1, page: '/now', seen: secondsAgo(300) },
    { visitor: 2, page: '/before', seen: secondsAgo(300.001) },
  ]);
  const found = await readLiveVisitors(t.db, company, now);
  expect(found).toMatchObject({ visitors: 1, pages: [{ value: '/now', visitors: 1 }] });
});

test('tabs without a visitor, stored by an earlier version, count one each', async () => {
  const company = randomUUID();
  await plantTabs(company, [{}, {}, { visitor: 7 }]);
  expect((await readLiveVisitors(t.db, company, now)).visitors).toBe(3);
});

test('the lists have the ten pages, five sources and ten countries with the most visitors', async () => {
  const company = randomUUID();
  const tabs = Array.from({ length: 200 }, (_, visitor) => {
    // Value n has n + 1 visitors.
    const n = Math.floor((Math.sqrt(8 * visitor + 1) - 1) / 2);
    return { visitor, page: `/${n}`, source: `s${n}`, country: `${n}` };
  }).slice(0, 190);
  await plantTabs(company, tabs);
  const { pages, sources, countries } = await readLiveVisitors(t.db, company, now);
  expect(pages.map(({ value }) => value)).toEqual(
    [18, 17, 16, 15, 14, 13, 12, 11, 10, 9].map((n) => `/${n}`),
  );
  expect(pages[0]).toEqual({ value: '/18', visitors: 19 });
  expect(sources.map(({ value }) => value)).toEqual(['s18', 's17', 's16', 's15', 's14']);
  expect(countries.map(({ visitors }) => visitors)).toEqual([19, 18, 17, 16, 15, 14, 13, 12, 11, 10]);
});

test.each([
  ['letters', 'a'],
  ['quotes, which JSON escapes', '"'],
  ['control characters, which JSON writes with six', '\u0001'],
  ['three bytes each', '漢'],
  ['four bytes each', '😀'],
  ['line separators', '\u2028'],
])('a frame stays below 4 kB with paths and sources of 300 characters: %s', async (_name, character) => {
  const company = randomUUID();
  const long = (n: number) => character.repeat(300 / character.length - 2) + String(n).padStart(2, '0');
  await plantTabs(
    company,
    Array.from({ length: 20 }, (_, n) => ({
      visitor: n,
      page: long(n),
      source: long(n),
      country: long(n),
    })),
  );
  const change = liveFrame.strict().parse(toLiveFrame(await readLiveState(t.db, company, now), 'visitors'));
  expect(change.liveVisitors?.pages).toHaveLength(10);
  expect(change.liveVisitors?.pages[0]?.value.at(-1)).toBe('…');
  expect(change.liveVisitors?.pages[0]?.value.isWellFormed()).toBe(true);
  expect(Buffer.byteLength(toFrame('change', change))).toBeLessThan(4_000);
});

test('only a text that is too long is cut', () => {
  expect(cutText('/short', 160)).toBe('/short');
  expect(cutText('x'.repeat(158), 160)).toBe('x'.repeat(158));
  expect(cutText('x'.repeat(159), 160)).toBe(`${'x'.repeat(155)}…`);
});

test('ten thousand tabs are read at most once a second', async () => {
  const company = randomUUID();
  await t.db.query(
    `INSERT INTO active_sessions (company_id, session_id, origin, page_url, user_agent, last_seen, visitor_id, source, country)
     SELECT $1, 's' || n, 'site', '/p' || n % 300, '', $2, n / 2, 'source-' || n % 40, 'DE' FROM generate_series(1, 10000) AS n`,
    [company, now],
  );
  const first = await readPresentVisitors(t.db, company, now);
  expect(first).toMatchObject({ tabs: 10_000, visitors: 5_001 });
  await t.db.query('DELETE FROM active_sessions WHERE company_id = $1', [company]);
  const at = (ms: number) => readPresentVisitors(t.db, company, new Date(now.getTime() + ms));
  expect(await at(999)).toBe(first);
  expect(await at(1_000)).toMatchObject({ tabs: 0, visitors: 0, pages: [] });
});
