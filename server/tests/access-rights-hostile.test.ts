import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type ViewerRight, viewerRights } from '../../contract/company/access-rights.ts';
import { apiPaths } from '../../contract/paths.ts';
import { isAboutMoney, statsMetrics } from '../../contract/stats/model/metrics.ts';
import { aViewerWith } from '../testing/access/a-viewer-with.ts';
import { portalQuestions } from '../testing/access/portal-questions.ts';
import { aCompanyOfTwoBrands, amounts, otherBrand } from '../testing/access/two-brands.ts';
import { anAdminCookie, anIpAddress } from '../testing/accounts/accounts.ts';
import { publicOrigin } from '../testing/builders.ts';
import { repeatWhileBusy } from '../testing/requests/repeat-while-busy.ts';
import { listRoutes, type Route } from '../testing/requests/route-list.ts';
import { stopClock } from '../testing/stop-clock.ts';
import { PortalStreamReader } from '../testing/streams/portal-stream-reader.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

const hostFilter = 'host:is:a.example';
const rightSets = viewerRights.reduce<ViewerRight[][]>(
  (sets, right) => sets.flatMap((set) => [set, [...set, right]]),
  [[]],
);
const moneyMetrics: readonly string[] = statsMetrics.filter(isAboutMoney);
/** Fields of answers that are amounts. */
const amountFields = ['amount', 'refunded', 'tax', 'shipping', 'net', 'price', 'orderAmountMax'];

interface Viewer {
  cookie: string;
  rights: ReadonlySet<ViewerRight>;
  isNarrowed: boolean;
}

let t: TestApp;
let base: string;
let routes: Route[];
let company: Awaited<ReturnType<typeof aCompanyOfTwoBrands>>;
let adminCookie: string;
/** All amounts in the answers to an administrator, also sums and averages. */
const known = new Set<string>();

beforeAll(async () => {
  ({ built: t, routes } = await listRoutes(buildTestApp));
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  company = await aCompanyOfTwoBrands(t);
  adminCookie = await anAdminCookie(t);
  for (const { question } of listQuestions())
    if (question.method === 'GET') collectAmounts(await ask(question, adminCookie));
}, 120_000);
afterAll(() => t.close());

interface Question {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  body: object | undefined;
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

function* listQuestions() {
  for (const [name, rule] of Object.entries(portalQuestions)) {
    const [given, url = ''] = name.split(' ');
    const method = methods.find((each) => each === given) ?? 'GET';
    const path = rule.path?.(company) ?? url.replace(':companyId', company.companyId);
    for (const asked of rule.asked ?? [{}]) {
      const { query } = asked;
      const withQuery = query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
      const question: Question = { name: `${method} ${withQuery}`, method, url: withQuery, body: rule.body };
      yield { rule, asked, question };
    }
  }
}

const ask = ({ method, url, body }: Question, cookie: string) =>
  repeatWhileBusy(() =>
    t.app.inject({
      ...{ method, url, remoteAddress: anIpAddress() },
      headers: { cookie, origin: publicOrigin },
      ...(body === undefined ? {} : { payload: body }),
    }),
  );

function collectAmounts(answer: LightMyRequestResponse): void {
  if (!answer.headers['content-type']?.toString().startsWith('application/json')) return;
  walk(answer.json(), (name, value) => {
    // The values of goals, and of the summary's metrics.
    const isAmount = name === 'value' || moneyMetrics.includes(name) || amountFields.includes(name);
    if (isAmount && typeof value === 'string' && /^-?\d{2,}\.\d+$/.test(value)) known.add(value);
  });
}

/** Calls `see` with every field of a body, also of nested ones. */
function walk(body: unknown, see: (name: string, value: unknown) => void): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    see(name, value);
    walk(value, see);
  }
}

/** Lists of refunds have objects, whose fields are tested by themselves. */
const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) && value.every((each) => typeof each === 'object' && !Array.isArray(each)));

/** Checks that a text without money has no amount, and names no metric with a value. */
function expectNoMoney(text: string, name: string): void {
  for (const amount of [...known, ...Object.values(amounts)]) {
    if (!text.includes(amount)) continue;
    // Not as a part of a longer number, such as a time.
    expect(text, name).not.toMatch(new RegExp(`(?<![\\d.])-?${amount.replace('.', '\\.')}(?!\\d)`));
  }
}

function expectNoMoneyFields(body: unknown, name: string): void {
  walk(body, (field, value) => {
    if (moneyMetrics.includes(field) || amountFields.includes(field))
      expect(isNothing(value), `${name} has ${field}: ${JSON.stringify(value)}`).toBe(true);
    if (field === 'otherCurrencies') expect(value, name).toEqual([]);
    if (field === 'totalValue') expect(value, name).toMatchObject({ value: null, compared: null });
  });
}

function expectAllowed(
  answer: LightMyRequestResponse,
  { rule, asked, question }: ReturnType<typeof listQuestions> extends Generator<infer Each> ? Each : never,
  viewer: Viewer,
): void {
  const title = `${question.name} with ${[...viewer.rights].join(', ') || 'no right'}`;
  const isMissing = rule.needs.some((right) => !viewer.rights.has(right as ViewerRight));
  const seesMoney = viewer.rights.has('money');
  const isAboutWhole = rule.isWhole === true && viewer.isNarrowed;
  const isRefused = isMissing || isAboutWhole || (asked.money !== undefined && !seesMoney);
  const { error } = answer.statusCode >= 400 ? answer.json() : { error: undefined };
  expect(error?.code === 'missing-right', `${title}: ${answer.statusCode} ${answer.body}`).toBe(isRefused);
  if (isRefused) expect(answer.statusCode, title).toBe(403);
  if (isRefused && !isMissing && !isAboutWhole) expect(error.field, title).toBe(asked.money);
  expect(answer.statusCode, title).toBeLessThan(500);
  const text = `${answer.body}\n${JSON.stringify(answer.headers)}`;
  if (!seesMoney) {
    expectNoMoney(text, title);
    const isJson = answer.headers['content-type']?.toString().startsWith('application/json');
    if (isJson && answer.statusCode === 200) expectNoMoneyFields(answer.json(), title);
    if (answer.statusCode >= 400 || !isJson)
      for (const metric of moneyMetrics) expect(answer.body, title).not.toContain(metric);
  }
  if (viewer.isNarrowed)
    for (const other of otherBrand) expect(text, `${title}: ${text}`).not.toContain(other);
}

test('every route behind the viewer door is asked', () => {
  const named = new Set(Object.keys(portalQuestions));
  const asked = routes.filter(({ door, method }) => door === 'viewer' && method !== 'HEAD');
  const missing = asked.map(({ method, url }) => `${method} ${url}`).filter((name) => !named.has(name));
  // The stream is tested below, and the body of demo data names the company.
  expect(missing.sort()).toEqual(['GET /api/companies/:companyId/live', 'POST /api/simulate-analytics']);
});

test('an administrator gets the amounts, so that they would be found', () => {
  for (const amount of Object.values(amounts)) expect([...known], amount).toContain(amount);
});

test.each([
  ['a viewer of the whole site', []],
  ['a viewer of one brand', [hostFilter]],
])(
  '%s with any set of rights gets what they include, and nothing else',
  async (_, filters) => {
    for (const rights of rightSets) {
      const cookie = await aViewerWith(t, company.companyId, { rights, filters });
      const viewer = { cookie, rights: new Set(rights), isNarrowed: filters.length > 0 };
      for (const asked of listQuestions()) expectAllowed(await ask(asked.question, cookie), asked, viewer);
    }
  },
  600_000,
);

test('a HEAD request is refused like the GET request', async () => {
  const cookie = await aViewerWith(t, company.companyId, { rights: ['orders'], filters: [hostFilter] });
  const heads = new Set(routes.flatMap(({ method, url }) => (method === 'HEAD' ? [url] : [])));
  for (const { question } of listQuestions()) {
    if (question.method !== 'GET') continue;
    const { pathname } = new URL(question.url, base);
    if (!heads.has(pathname.replace(company.companyId, ':companyId'))) continue;
    const headers = { cookie, origin: publicOrigin };
    const head = await repeatWhileBusy(() =>
      t.app.inject({ method: 'HEAD', url: question.url, headers, remoteAddress: anIpAddress() }),
    );
    const answer = await ask(question, cookie);
    expect([head.statusCode, head.body], question.name).toEqual([answer.statusCode, '']);
  }
});

test('a viewer of one brand gets the answers that the filter alone would have', async () => {
  // The range that today is compared with ends at the second of the question.
  stopClock();
  const rights = viewerRights;
  const cookie = await aViewerWith(t, company.companyId, { rights, filters: [hostFilter] });
  let compared = 0;
  for (const { asked, question } of listQuestions()) {
    if (!asked.isFilterable) continue;
    const filtered = { ...question, url: `${question.url}&filter=${hostFilter}` };
    const [narrowed, expected] = [await ask(question, cookie), await ask(filtered, adminCookie)];
    expect(narrowed.statusCode, question.name).toBe(200);
    expect(toComparable(narrowed), question.name).toEqual(toComparable(expected));
    compared += 1;
  }
  expect(compared).toBeGreaterThan(20);
});

function toComparable(answer: LightMyRequestResponse): unknown {
  const isJson = answer.headers['content-type']?.toString().startsWith('application/json');
  return isJson ? z.looseObject({}).parse(answer.json()) : answer.body;
}

test('a viewer of one brand learns nothing of orders of the other', async () => {
  const cookie = await aViewerWith(t, company.companyId, { rights: ['orders'], filters: [hostFilter] });
  const find = (orderId: string) =>
    t.app.inject({
      url: `${apiPaths.orderPage(company.companyId)}?orderId=${orderId}`,
      headers: { cookie },
      remoteAddress: anIpAddress(),
    });
  const unknown = await find('never-stored');
  expect(unknown.statusCode).toBe(404);
  for (const id of ['B-1', 'B-PENDING', 'A-PENDING']) {
    const answer = await find(id);
    expect([answer.statusCode, answer.body], id).toEqual([404, unknown.body]);
  }
  expect((await find('A-1')).statusCode).toBe(200);
});

test.each([
  ['a viewer of the whole site', []],
  ['a viewer of one brand', [hostFilter]],
])(
  'the stream of %s has what the rights include',
  async (_, filters) => {
    for (const rights of rightSets) {
      const title = `the stream with ${rights.join(', ') || 'no right'}`;
      const cookie = await aViewerWith(t, company.companyId, { rights, filters });
      const stream = await PortalStreamReader.open(base, company.companyId, cookie, {
        query: { period: 'today' },
      });
      const frame = await stream.waitForFrame(({ is }) => is === 'snapshot');
      const seesDashboard = rights.includes('dashboard');
      const isWhole = seesDashboard && filters.length === 0;
      if (frame.is === 'end') throw new Error('the stream ended first');
      const { active, liveVisitors, lastEventAt } = frame.data;
      expect(
        [active, liveVisitors, lastEventAt].every((each) => each !== null),
        title,
      ).toBe(isWhole);
      const figures = seesDashboard ? await stream.waitForFigures((each) => each !== null) : undefined;
      stream.close();
      const text = JSON.stringify([stream.frames, stream.figures]);
      if (!seesDashboard) expect(stream.figures, title).toEqual([]);
      else if (rights.includes('money')) expect(figures?.summary.metrics.revenue, title).toBeDefined();
      else expectNoMoneyFields([figures], title);
      if (!rights.includes('money')) expectNoMoney(text, title);
      if (filters.length > 0) {
        for (const other of otherBrand) expect(text, title).not.toContain(other);
        if (figures) expect(figures.summary.metrics.visitors?.value, title).toBe(1);
      }
    }
  },
  120_000,
);
