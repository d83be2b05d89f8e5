import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portalCompany } from '../../../contract/company/companies.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { statsSummary, statsTimeseries } from '../../../contract/stats/answers.ts';
import { toSummaryPath, toTimeseriesPath } from '../../../contract/stats/requests.ts';
import { readPortalView } from '../../../contract/stats/view.ts';
import { anAdminCookie } from '../../testing/accounts/accounts.ts';
import { aCompany, aViewerCookie } from '../../testing/builders.ts';
import { makePagesFolder } from '../../testing/make-pages-folder.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../testing/test-app.ts';
import { replaceAccessKey } from '../access/access.ts';

const start = '<!doctype html><html><body><script>start()</script>';
const end = '</body></html>';
const unknownId = '0198c0de-0000-4000-8000-000000000000';

let folder: string;
let t: TestApp;
beforeAll(async () => {
  folder = makePagesFolder({ '404/index.html': 'Not found', '__spa-fallback.html': start + end });
  t = await buildTestApp({ pagesFolder: folder });
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

/** The text of the element with the answers. Checks that the rest of the page is complete. */
function readElement(html: string): string {
  const opening = '<script type="application/json" id="page-answers">';
  const closing = '</script>';
  expect(html.startsWith(start + opening)).toBe(true);
  expect(html.endsWith(closing + end)).toBe(true);
  return html.slice((start + opening).length, -(closing + end).length);
}
const readAnswers = (html: string): Record<string, unknown> => JSON.parse(readElement(html));

/** Opens a page until it has the answers to all three questions: on a busy machine some come too late for it. */
async function openAnswered(path: string, cookie: string) {
  for (;;) {
    const answer = await open(path, cookie);
    const answers = readAnswers(answer.body);
    if (Object.keys(answers).length === 3) return { answer, answers };
  }
}

test('the page of a portal has the answers to what it asks first, for viewers and administrators', async () => {
  const { company, cookie } = await aViewedCompany();
  const view = readPortalView(new URLSearchParams());
  for (const [viewedAs, by] of [
    ['viewer', cookie],
    ['admin', await anAdminCookie(t)],
  ] as const) {
    const { answer, answers } = await openAnswered(company.id, by);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers.etag).toBeUndefined();
    expect(answer.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+';/);
    expect(portalCompany.parse(answers[apiPaths.company(company.id)])).toMatchObject({
      name: 'Test Shop',
      viewedAs,
    });
    statsSummary.parse(answers[toSummaryPath(company.id, view)]);
    statsTimeseries.parse(answers[toTimeseriesPath(company.id, view)]);
  }
});

test('the answers follow the view in the address', async () => {
  const { company, cookie } = await aViewedCompany();
  const search = 'period=7d&compare=none&filter=page%3Ais%3A%2Fa%3Fb&metric=events&utm_source=mail?x';
  const { answers } = await openAnswered(`${company.id.toUpperCase()}?${search}`, cookie);
  const view = readPortalView(new URLSearchParams(search));
  expect(Object.keys(answers)).toEqual([
    apiPaths.company(company.id),
    toSummaryPath(company.id, view),
    toTimeseriesPath(company.id, view),
  ]);
});

test('a name that looks like HTML stays text', async () => {
  const name = '</script><script>alert(1)</script><!--\u2028\u2029';
  const { company, cookie } = await aViewedCompany(name);
  const element = readElement((await open(company.id, cookie)).body);
  expect(element).not.toMatch(/[<\u2028\u2029]/);
  const stored = await t.app.inject({ url: apiPaths.company(company.id), headers: { cookie } });
  expect(JSON.parse(element)[apiPaths.company(company.id)]).toEqual(stored.json());
});

test('without access the page is the same for every company, existing or not', async () => {
  const { company } = await aViewedCompany();
  const other = await aViewedCompany();
  const replaced = await aViewedCompany();
  await replaceAccessKey(t.db, testAppSecret, replaced.company.id);
  const expected = await open(unknownId);
  expect(expected.body).toBe(start + end);
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
    expect([path, answer.statusCode, answer.body]).toEqual([path, 200, start + end]);
    const { date: _, ...headers } = answer.headers;
    const { date: __, ...expectedHeaders } = expected.headers;
    expect(headers).toEqual(expectedHeaders);
  }
});

test('a view that the API refuses leaves the page complete', async () => {
  const { company, cookie } = await aViewedCompany();
  // A view with too many filters has those that fit.
  const filters = Array.from({ length: 21 }, (_, at) => `filter=page:is:/${at}`).join('&');
  const answer = await open(`${company.id}?${filters}`, cookie);
  expect(Object.keys(readAnswers(answer.body))).toHaveLength(3);
  for (const search of ['filter=%E0%A4%A', 'from=1&to=2', `filter=page:is:/${'x'.repeat(8000)}`]) {
    const { statusCode, body } = await open(`${company.id}?${search}`, cookie);
    expect([search, statusCode]).toEqual([search, 200]);
    readAnswers(body);
  }
});

test('a question that takes too long is left out, and the page is complete', async () => {
  const { company, cookie } = await aViewedCompany();
  const lock = await t.db.connect();
  try {
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE events IN ACCESS EXCLUSIVE MODE');
    const answer = await open(company.id, cookie);
    expect(answer.statusCode).toBe(200);
    expect(answer.body.startsWith(start) && answer.body.endsWith(end)).toBe(true);
    expect(answer.body).not.toContain('/stats/summary');
  } finally {
    await lock.query('ROLLBACK');
    lock.release();
  }
});

test('a HEAD request has the same headers and no body', async () => {
  const { company, cookie } = await aViewedCompany();
  const answer = await t.app.inject({
    method: 'HEAD',
    url: `/company-portal/${company.id}`,
    headers: { cookie },
  });
  expect([answer.statusCode, answer.body]).toEqual([200, '']);
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('a compressed page arrives in parts and is complete', async () => {
  const { company, cookie } = await aViewedCompany();
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
  for (const encoding of ['br', 'gzip', 'identity']) {
    const response = await fetch(`${origin}/company-portal/${company.id}`, {
      headers: { cookie, 'accept-encoding': encoding },
    });
    expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
    expect(readAnswers(await response.text())).toHaveProperty([apiPaths.company(company.id)]);
  }
});
