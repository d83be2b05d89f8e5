import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { portalCompany } from '../../../contract/company/companies.ts';
import { usualDisplay } from '../../../contract/company/portal-display.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { lateAnswerAttribute, pageDataId, portalPageMarks } from '../../../contract/portal-page.ts';
import { statsLists, statsSummary, statsTimeseries } from '../../../contract/stats/answers.ts';
import {
  listFirstDimensions,
  listPortalMetrics,
  toListsPath,
  toSummaryPath,
  toTimeseriesPath,
} from '../../../contract/stats/requests.ts';
import { readPortalView } from '../../../contract/stats/view.ts';
import { aViewerWith } from '../../testing/access/a-viewer-with.ts';
import { anAdminCookie } from '../../testing/accounts/accounts.ts';
import { aCompany, aViewerCookie } from '../../testing/builders.ts';
import { makePagesFolder } from '../../testing/make-pages-folder.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../testing/test-app.ts';
import { replaceAccessKey } from '../access/company-key.ts';
import { usualState } from '../agency/agency.ts';
import { createPortalRenderer } from './portal-renderer.ts';

const head = '<!doctype html><html><head><script>start()</script></head><body><div id="portal">';
const middle = '</div>';
const end = '</body></html>';
const { content, data, late } = portalPageMarks;
const withoutContent = head + middle + end;
const unknownId = '0198c0de-0000-4000-8000-000000000000';
const nameLikeHtml = '</script><script>alert(1)</script><!--\u2028\u2029';
const brokenName = 'Cannot be rendered';

/** A build of the renderer whose HTML states what it was given. Browser tests open the portal itself. */
const renderer = `export function renderPortal(data) {
  const text = JSON.stringify(data);
  if (text.includes('${brokenName}')) throw new Error('cannot be rendered');
  return '<main>' + encodeURIComponent(text) + '</main>';
}`;

let folder: string;
let t: TestApp;
let origin: string;
beforeAll(async () => {
  folder = makePagesFolder({
    'web/client/404/index.html': 'Not found',
    'web/client/__spa-fallback.html': 'Another page',
    'web/client/portal.html': head + content + middle + data + late + end,
    'portal-page/package.json': '{"type":"module"}',
    'portal-page/entry.server.js': renderer,
  });
  t = await buildTestApp({ pagesFolder: join(folder, 'web', 'client') });
  origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true });
});

async function aViewedCompany(name = 'Test Shop') {
  const { company, accessKey } = await aCompany(t.db, { name });
  return { company, cookie: await aViewerCookie(t.app, accessKey) };
}

const open = (path: string, cookie?: string, headers: Record<string, string> = {}) =>
  t.app.inject({
    url: `/company-portal/${path}`,
    headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
  });

const pageData = z.strictObject({
  pathname: z.string(),
  search: z.string(),
  now: z.number(),
  locales: z.array(z.string()),
  answers: z.record(z.string(), z.unknown()),
  late: z.array(z.string()),
});

const opening = `<script type="application/json" id="${pageDataId}">`;
const closing = '</script>';
const lateElement = new RegExp(
  `<script type="application/json" ${lateAnswerAttribute}="([^"<>]*)">([^<\u2028\u2029]*)</script><i hidden></i>`,
  'g',
);

/** The parts of a page with data. Checks that it is complete, and that nothing else is in it. */
function readPage(html: string) {
  expect(html.startsWith(head)).toBe(true);
  expect(html.endsWith(end)).toBe(true);
  const [rendered = '', rest = ''] = html.slice(head.length, -end.length).split(middle + opening, 2);
  const element = rest.slice(0, rest.indexOf(closing));
  const following = rest.slice(element.length + closing.length);
  const lateAnswers = [...following.matchAll(lateElement)].map(
    ([, path = '', body = '']) => [path.replaceAll('&amp;', '&'), JSON.parse(body)] as const,
  );
  expect(following.replace(lateElement, '')).toBe('');
  return { rendered, element, data: pageData.parse(JSON.parse(element)), lateAnswers };
}

const readRendered = (rendered: string) =>
  JSON.parse(decodeURIComponent(/^<main>([^<]*)<\/main>$/.exec(rendered)?.[1] ?? 'null'));

/** Opens a page until it has all its answers at once: on a busy machine some come too late for its first part. */
async function openAnswered(path: string, cookie: string, headers: Record<string, string> = {}) {
  for (;;) {
    const answer = await open(path, cookie, headers);
    const page = readPage(answer.body);
    if (Object.keys(page.data.answers).length === 5) return { ...page, answer };
  }
}

/** Reads a page part by part over a real connection. */
async function openInParts(path: string, cookie: string) {
  const answer = await fetch(`${origin}/company-portal/${path}`, { headers: { cookie } });
  if (!answer.body) throw new Error('a page without a body');
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let html = '';
  const readUntil = async (isEnough: (html: string) => boolean) => {
    while (!isEnough(html)) {
      const { done, value } = await reader.read();
      if (done) return html;
      html += value;
    }
    return html;
  };
  return {
    readHead: () => readUntil((text) => text.length >= head.length),
    /** Everything up to the data that the page was rendered with. */
    readRendered: () => readUntil((text) => (text.split(opening)[1] ?? '').includes(closing)),
    readAll: () => readUntil(() => false),
  };
}

/** Runs something while no question about a table is answered, until it releases the table. */
async function whileLocked<Result>(
  table: 'companies' | 'events',
  run: (release: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const lock = await t.db.connect();
  let isLocked = true;
  const release = async () => {
    if (isLocked) await lock.query('ROLLBACK');
    isLocked = false;
  };
  try {
    await lock.query('BEGIN');
    await lock.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    return await run(release);
  } finally {
    await release();
    lock.release();
  }
}

/** The database ends questions that waited too long, which on a busy machine happens before a test has read the page. */
async function repeatUntilAnswered(attempt: () => Promise<boolean>) {
  while (!(await attempt()));
}

const listFirstPaths = (companyId: string, search = '', display = usualDisplay) => {
  const view = readPortalView(new URLSearchParams(search), display.period);
  return [
    apiPaths.company(companyId),
    apiPaths.active(companyId),
    toSummaryPath(companyId, view),
    toTimeseriesPath(companyId, view, { metrics: listPortalMetrics(true) }),
    toListsPath(companyId, view, listFirstDimensions(display)),
  ];
};

test('the page of a portal is rendered with the answers to what it asks first, for viewers and administrators', async () => {
  const { company, cookie } = await aViewedCompany();
  for (const [viewedAs, by] of [
    ['viewer', cookie],
    ['admin', await anAdminCookie(t)],
  ] as const) {
    const before = Date.now();
    const { answer, rendered, data: given } = await openAnswered(company.id, by);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers.etag).toBeUndefined();
    expect(answer.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+';/);
    const [companyPath = '', , summary = '', timeseries = '', lists = ''] = listFirstPaths(company.id);
    expect(portalCompany.parse(given.answers[companyPath])).toMatchObject({ name: 'Test Shop', viewedAs });
    statsSummary.parse(given.answers[summary]);
    statsTimeseries.parse(given.answers[timeseries]);
    statsLists.parse(given.answers[lists]);
    expect(given.late).toEqual([]);
    expect(given.now).toBeGreaterThanOrEqual(before);
    expect(given.now).toBeLessThanOrEqual(Date.now());
    const pathname = `/company-portal/${company.id}`;
    expect(given).toMatchObject({ pathname, search: '' });
    expect(readRendered(rendered)).toEqual(given);
  }
});

test('the answers follow the view in the address', async () => {
  const { company, cookie } = await aViewedCompany();
  const search = 'period=7d&compare=none&filter=page%3Ais%3A%2Fa%3Fb&metric=events&utm_source=mail?x';
  const path = `${company.id.toUpperCase()}?${search}`;
  const { data: given, rendered } = await openAnswered(path, cookie);
  expect(Object.keys(given.answers).toSorted()).toEqual(listFirstPaths(company.id, search).toSorted());
  expect(given.search).toBe(`?${search}`);
  expect(readRendered(rendered)).toEqual(given);
});

test('the answers follow the period and the lists that an administrator chose for the company', async () => {
  const { company, cookie } = await aViewedCompany();
  const display = {
    ...usualDisplay,
    period: 'this-month',
    sections: ['locations', 'sources'],
    firstLists: { sources: 'utm-campaign' },
  } satisfies typeof usualDisplay;
  const update = 'UPDATE companies SET portal_display = $2 WHERE id = $1';
  await t.db.query(update, [company.id, JSON.stringify(display)]);
  for (const search of ['', 'period=today']) {
    const { answers } = (await openAnswered(`${company.id}?${search}`, cookie)).data;
    const paths = listFirstPaths(company.id, search, display);
    expect(Object.keys(answers).toSorted()).toEqual(paths.toSorted());
    expect(paths[2]).toContain(search === '' ? 'period=this-month' : 'period=today');
    expect(paths[4]).toMatch(/dimension=\w+&dimension=utm-campaign$/);
  }
});

test('a page is rendered for the locales that its browser prefers', async () => {
  const { company, cookie } = await aViewedCompany();
  for (const [accepted, locales] of [
    ['de-CH, fr;q=0.5, no_locale, en;q=0.9, *;q=0.1, it;q=0, es;q=much', ['de-CH', 'en', 'fr']],
    [`<b>, ${'x'.repeat(2000)}`, ['en']],
    ['', ['en']],
  ] as const) {
    const { data: given } = readPage((await open(company.id, cookie, { 'accept-language': accepted })).body);
    expect(given.locales).toEqual(locales);
  }
  expect(readPage((await open(company.id, cookie)).body).data.locales).toEqual(['en']);
});

test('a name that looks like HTML stays text', async () => {
  const { company, cookie } = await aViewedCompany(nameLikeHtml);
  const { element, data: given } = await openAnswered(company.id, cookie);
  expect(element).not.toMatch(/[<\u2028\u2029]/);
  const stored = await t.app.inject({ url: apiPaths.company(company.id), headers: { cookie } });
  expect(given.answers[apiPaths.company(company.id)]).toEqual(stored.json());
});

test('without access the page is the same for every company, existing or not', async () => {
  const { company } = await aViewedCompany();
  const other = await aViewedCompany();
  const replaced = await aViewedCompany();
  await replaceAccessKey(t.db, testAppSecret, replaced.company.id);
  const expected = await open(unknownId);
  expect(expected.body).toBe(withoutContent);
  for (const [path, cookie] of [
    [company.id, undefined],
    [company.id, 'a=b'],
    [company.id, other.cookie],
    [company.id, other.cookie.replace(other.company.id, company.id)],
    [unknownId, other.cookie],
    [replaced.company.id, replaced.cookie],
    ['not-an-id', other.cookie],
  ] as const) {
    const answer = await open(path, cookie);
    expect([path, answer.statusCode, answer.body]).toEqual([path, 200, withoutContent]);
    const { date: _, ...headers } = answer.headers;
    const { date: __, ...expectedHeaders } = expected.headers;
    expect(headers).toEqual(expectedHeaders);
  }
});

test('a view that the API refuses leaves the page complete', async () => {
  const { company, cookie } = await aViewedCompany();
  // A view with too many filters has those that fit.
  const filters = Array.from({ length: 21 }, (_, at) => `filter=page:is:/${at}`).join('&');
  await openAnswered(`${company.id}?${filters}`, cookie);
  for (const search of ['filter=%E0%A4%A', 'from=1&to=2', `filter=page:is:/${'x'.repeat(8000)}`]) {
    const { statusCode, body } = await open(`${company.id}?${search}`, cookie);
    expect([search, statusCode]).toEqual([search, 200]);
    readPage(body);
  }
});

test('the beginning of a page arrives before the first answer, and a late answer follows', async () => {
  const { company, cookie } = await aViewedCompany(nameLikeHtml);
  const path = apiPaths.company(company.id);
  const stored = await t.app.inject({ url: path, headers: { cookie } });
  await repeatUntilAnswered(() =>
    whileLocked('companies', async (release) => {
      const page = await openInParts(company.id, cookie);
      expect(await page.readHead()).toBe(head);
      // Without the company the server does not know what to ask or to render: the browser does both.
      const first = readPage((await page.readRendered()) + end);
      expect([first.rendered, first.data.answers, first.data.late]).toEqual(['', {}, [path]]);
      await release();
      const { lateAnswers } = readPage(await page.readAll());
      if (lateAnswers.length === 0) return false;
      expect(lateAnswers).toEqual([[path, stored.json()]]);
      return true;
    }),
  );
});

test('a question that takes long delays no other one, and its answer follows', async () => {
  const { company, cookie } = await aViewedCompany();
  const paths = listFirstPaths(company.id);
  await repeatUntilAnswered(() =>
    whileLocked('events', async (release) => {
      const page = await openInParts(company.id, cookie);
      const first = readPage((await page.readRendered()) + end);
      const { answers, late: latePaths } = first.data;
      if (latePaths.includes(apiPaths.company(company.id))) return false;
      expect(answers).toHaveProperty([apiPaths.company(company.id)]);
      expect(latePaths).toContain(paths[2]);
      expect([...Object.keys(answers), ...latePaths].toSorted()).toEqual(paths.toSorted());
      expect(readRendered(first.rendered)).toEqual(first.data);
      await release();
      const whole = readPage(await page.readAll());
      expect(whole.data).toEqual(first.data);
      const lateAnswers = new Map(whole.lateAnswers);
      if (lateAnswers.size < latePaths.length) return false;
      expect([...lateAnswers.keys()].toSorted()).toEqual(latePaths.toSorted());
      statsSummary.parse(lateAnswers.get(paths[2] ?? ''));
      return true;
    }),
  );
});

test('a page ends without the answers to questions that fail', async () => {
  const { company, cookie } = await aViewedCompany();
  const summary = toSummaryPath(company.id, readPortalView(new URLSearchParams()));
  await whileLocked('events', async () => {
    const { data: given, lateAnswers } = readPage((await open(company.id, cookie)).body);
    expect(given.answers).not.toHaveProperty([summary]);
    expect(lateAnswers.map(([path]) => path)).not.toContain(summary);
  });
});

test('a portal that cannot be rendered has its data, and the browser renders it', async () => {
  const { company, cookie } = await aViewedCompany(brokenName);
  const { rendered, data: given } = await openAnswered(company.id, cookie);
  expect(rendered).toBe('');
  expect(given.answers[apiPaths.company(company.id)]).toMatchObject({ name: brokenName });
  const next = await aViewedCompany();
  expect((await openAnswered(next.company.id, next.cookie)).rendered).not.toBe('');
});

test('without a built renderer, or with one that cannot be loaded, nothing is rendered', async () => {
  const data = { pathname: '/company-portal/1', search: '', now: 0, locales: ['en'], answers: {}, late: [] };
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  expect(
    await createPortalRenderer({ folder: join(folder, 'nothing'), onError })(data, usualState.site.settings),
  ).toBe('');
  expect(errors).toEqual([]);
  const broken = makePagesFolder({ 'entry.server.js': 'export const a = ;' });
  expect(await createPortalRenderer({ folder: broken, onError })(data, usualState.site.settings)).toBe('');
  expect(errors).toHaveLength(1);
  rmSync(broken, { recursive: true });
});

test('a HEAD request has the same headers and no body', async () => {
  const { company, cookie } = await aViewedCompany();
  const answer = await t.app.inject({
    method: 'HEAD',
    url: `/company-portal/${company.id}`,
    headers: { cookie },
  });
  expect([answer.statusCode, answer.body]).toEqual([200, '']);
  const { date: _, 'transfer-encoding': __, ...expected } = (await open(company.id, cookie)).headers;
  expect(answer.headers).toMatchObject(expected);
});

test('a compressed page arrives in parts and is complete', async () => {
  const { company, cookie } = await aViewedCompany();
  for (const encoding of ['br', 'gzip', 'identity']) {
    const response = await fetch(`${origin}/company-portal/${company.id}`, {
      headers: { cookie, 'accept-encoding': encoding },
    });
    expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
    const { data: given, lateAnswers } = readPage(await response.text());
    const answered = [...Object.keys(given.answers), ...lateAnswers.map(([path]) => path)];
    expect(answered).toContain(apiPaths.company(company.id));
  }
});

test('a page asks only what its reader may ask', async () => {
  const { company } = await aCompany(t.db);
  const { id } = company;
  const readAnswers = async (given: Parameters<typeof aViewerWith>[2]) => {
    const page = readPage((await open(id, await aViewerWith(t, id, given))).body);
    return { paths: [...Object.keys(page.data.answers), ...page.data.late], text: page.element };
  };
  const orders = await readAnswers({ rights: ['orders'] });
  expect(orders.paths).toEqual([apiPaths.company(id)]);
  const part = await readAnswers({ rights: ['dashboard'], filters: ['host:is:shop.test'] });
  expect(part.paths).not.toContain(apiPaths.active(id));
  expect(part.paths.join(' ')).not.toContain('revenue');
  expect(part.paths).toHaveLength(4);
});
