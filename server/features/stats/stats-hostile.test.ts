import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { formatFilter } from '../../../contract/stats/filter.ts';
import {
  rowDimensions,
  type StatsDimension,
  visitDimensions,
} from '../../../contract/stats/model/dimensions.ts';
import { aCompany, aViewerCookie } from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { repeatWhileBusy } from '../../testing/requests/repeat-while-busy.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { type LoadedEvent, loadEvents } from '../tracking/import/bulk-load.ts';

let t: TestApp;
let ours: { id: string; cookie: string };
let theirs: { id: string; cookie: string };

/** Texts that would end a literal, match everything or name something else if they were part of a statement. */
const hostileTexts = [
  `'; DROP TABLE hits; --`,
  `' OR '1'='1`,
  '%',
  '_',
  '.*',
  '$1',
  '?',
  ':x',
  '"',
  '`',
  '{}',
  '$."plan"',
  '\u202egnirts',
  '<script>alert(1)</script>',
  '=1+1',
  '__proto__',
  `read_parquet('/etc/passwd')`,
];

const dims = (text: string) => ({
  source: text,
  channel: text,
  referrer_host: text.slice(0, 100),
  utm_source: text,
  utm_medium: text,
  utm_campaign: text,
  utm_term: text,
  utm_content: text,
  country: text,
  region: text,
  city: text,
  language: text,
  browser: text,
  browser_version: text,
  os: text,
  os_version: text,
  device: text,
  screen: text,
});

const at = new Date('2026-10-24T10:00:00Z');
let visitor = 0n;
/** A visit with one page view and one event, all of whose values are the text. */
function aVisit(text: string): LoadedEvent[] {
  visitor += 1n;
  const row = { host: text, path: text, occurred_at: at, visitor_id: visitor, ...dims(text) };
  return [
    { ...row, id: randomUUID(), kind: 'pageview' },
    { ...row, id: randomUUID(), kind: 'event', event_name: text, properties: { plan: text } },
  ];
}

beforeAll(async () => {
  t = await buildTestApp();
  const open = async (events: LoadedEvent[]) => {
    const { company, accessKey } = await aCompany(t.db);
    await loadEvents({ db: t.db, ownerUrl: t.databaseUrl }, company.id, events, { now: new Date() });
    return { id: company.id, cookie: await aViewerCookie(t.app, accessKey) };
  };
  ours = await open([...hostileTexts, 'shared', 'ours'].flatMap(aVisit));
  theirs = await open(['shared', 'shared', 'theirs'].flatMap(aVisit));
});
afterAll(() => t.close());

const days = 'from=2026-10-24&to=2026-10-24';
const get = (url: string, cookie = ours.cookie) =>
  repeatWhileBusy(() => t.app.inject({ url, headers: { cookie } }));

const endpoints = {
  summary: (id: string) => `${apiPaths.statsSummary(id)}?${days}`,
  timeseries: (id: string) => `${apiPaths.statsTimeseries(id)}?${days}`,
  breakdown: (id: string) => `${apiPaths.statsBreakdown(id)}?${days}&dimension=page&limit=100`,
  live: (id: string) => apiPaths.statsLive(id),
  export: (id: string) => `${apiPaths.statsExport(id)}?${days}&of=breakdown&dimension=page&limit=100`,
};

const dimensions: StatsDimension[] = [...visitDimensions, ...rowDimensions, 'property:plan'];

test.each(dimensions)(
  'hostile values of %s are plain text, as value, filter and search',
  async (dimension) => {
    const url = `${apiPaths.statsBreakdown(ours.id)}?${days}&limit=100&metrics=visits,events&dimension=${dimension}`;
    const all = (await get(url)).json();
    // A referrer is cut from the host that a browser sends, so only some of the texts are there as a whole.
    expect(all.rowCount).toBe(hostileTexts.length + 2);
    for (const text of hostileTexts) {
      for (const operator of ['is', 'starts-with', 'contains'] as const) {
        const filter = encodeURIComponent(formatFilter({ subject: dimension, operator, values: [text] }));
        const found = await get(`${url}&filter=${filter}`);
        expect(found.statusCode, found.body).toBe(200);
        const expected = [...hostileTexts, 'shared', 'ours'].filter((each) =>
          operator === 'is'
            ? each === text
            : operator === 'contains'
              ? each.includes(text)
              : each.startsWith(text),
        );
        const values = found.json().rows.map(({ value }: { value: string }) => value);
        expect(values.sort(), `${operator} ${text}`).toEqual(expected.sort());
      }
      const searched = await get(`${url}&search=${encodeURIComponent(text)}`);
      expect(searched.json().rowCount).toBe(
        [...hostileTexts, 'shared', 'ours'].filter((each) => each.includes(text)).length,
      );
    }
  },
);

test.each<[string, string, string]>([
  ['from', 'summary', 'from=1970-01-01&to=2026-01-01'],
  ['interval', 'timeseries', 'from=2017-01-01&to=2026-10-24&interval=minute'],
  ['interval', 'timeseries', 'from=2026-01-01&to=2026-10-24&interval=hour'],
  ['from', 'summary', 'from=-000001-01-01&to=2026-01-01'],
  ['from', 'summary', `from=${'9'.repeat(300)}&to=2026-01-01`],
  ['from', 'summary', 'from=2026-01-01%00&to=2026-01-01'],
  ['period', 'summary', 'period=7d&period=30d'],
  ['period', 'summary', 'period=__proto__'],
  ['compare', 'summary', 'compare=previous&compare=year'],
  ['filter', 'summary', `filter=${'country:is:x&filter='.repeat(20)}country:is:x`],
  ['filter', 'summary', 'filter=country:is:%00'],
  ['filter', 'summary', `filter=${encodeURIComponent(`property:a"b:is:x`)}`],
  ['filter', 'summary', `filter=${encodeURIComponent(`1=1) --:is:x`)}`],
  ['filter', 'summary', `filter=country:is:${'x,'.repeat(60)}`],
  ['metrics', 'summary', 'metrics=visits;count(*)'],
  ['dimension', 'breakdown', 'dimension=visitor'],
  ['dimension', 'breakdown', `dimension=${encodeURIComponent(`property:x') FROM hits --`)}`],
  ['sort', 'breakdown', 'dimension=page&sort=-visits%20DESC'],
  ['limit', 'breakdown', 'dimension=page&limit=1000000'],
  ['page', 'breakdown', 'dimension=page&page=9007199254740993'],
  ['search', 'breakdown', 'dimension=page&search=%00'],
  ['search', 'breakdown', `dimension=page&search=${'x'.repeat(201)}`],
  ['filters', 'summary', 'filters=country:is:DE'],
  ['companyId', 'summary', `companyId=${randomUUID()}`],
  ['dataset', 'breakdown', `dimension=page&dataset=${randomUUID()}`],
])('a hostile %s of %s is refused by its name: %s', async (field, endpoint, query) => {
  expectError(
    await get(`/api/companies/${ours.id}/stats/${endpoint}?${query}`),
    400,
    'invalid-request',
    field,
  );
});

test('every endpoint of another company looks like that of an unknown one', async () => {
  for (const [name, toUrl] of Object.entries(endpoints)) {
    const [foreign, unknown] = [await get(toUrl(theirs.id)), await get(toUrl(randomUUID()))];
    expectError(foreign, 404, 'company-not-found');
    expect(foreign.body, name).toBe(unknown.body);
    for (const id of [
      `${ours.id},${theirs.id}`,
      `${ours.id}%2F..%2F${theirs.id}`,
      `${ours.id}'--`,
      '*',
      '%25',
    ])
      expect([400, 404], name).toContain((await get(toUrl(id))).statusCode);
    expect((await get(toUrl(ours.id))).statusCode, name).toBe(200);
    expect((await get(toUrl(ours.id.toUpperCase()))).statusCode, name).toBe(200);
  }
});

test('values that two companies share are counted for each alone, and the others are never named', async () => {
  for (const dimension of dimensions) {
    const url = (id: string, more = '') =>
      `${apiPaths.statsBreakdown(id)}?${days}&limit=100&metrics=visits&dimension=${dimension}${more}`;
    for (const filter of [
      '',
      `&filter=${dimension}:is:shared,theirs,${theirs.id}`,
      `&filter=saw-page:is:shared,theirs`,
    ]) {
      const answer = await get(url(ours.id, filter));
      expect(answer.body).not.toContain('theirs"');
      const shared = answer.json().rows.find(({ value }: { value: string }) => value === 'shared');
      expect(shared.metrics, dimension).toEqual({ visits: 1 });
    }
    const their = (await get(url(theirs.id), theirs.cookie)).json();
    expect(
      their.rows.map(({ value, metrics }: { value: string; metrics: object }) => [value, metrics]),
    ).toEqual([
      ['shared', { visits: 2 }],
      ['theirs', { visits: 1 }],
    ]);
  }
  const total = async ({ id, cookie }: typeof ours) =>
    (await get(`${endpoints.summary(id)}&metrics=visits`, cookie)).json().metrics.visits.value;
  expect(await total(ours)).toBe(hostileTexts.length + 2);
  expect(await total(theirs)).toBe(3);
});
