import { rmSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { accessRights } from '../../contract/company/access-rights.ts';
import { apiPaths } from '../../contract/paths.ts';
import { dimensionNames } from '../../contract/stats/model/dimensions.ts';
import { metricOf, statsMetrics } from '../../contract/stats/model/metrics.ts';
import type { Door } from '../doors.ts';
import { makePagesFolder } from '../testing/make-pages-folder.ts';
import { type ApiOperation, readOpenapi } from '../testing/openapi-document.ts';
import { aRequestFixture, cookieThrough } from '../testing/requests/request-fixture.ts';
import { listRoutes, type Route } from '../testing/requests/route-list.ts';
import { sendValid } from '../testing/requests/send-valid.ts';
import type { RequestFixture } from '../testing/requests/valid/valid-request.ts';
import { validRequests } from '../testing/requests/valid/valid-requests.ts';
import { buildTestApp } from '../testing/test-app.ts';

let fixture: RequestFixture;
let routes: Route[];
let api: Awaited<ReturnType<typeof readOpenapi>>;
const page = '<html><head></head><body></body></html>';
const pagesFolder = makePagesFolder({ 'index.html': page, '__spa-fallback.html': page, 'icon.png': 'x' });
beforeAll(async () => {
  const listed = await listRoutes(() => buildTestApp({ pagesFolder }));
  routes = listed.routes;
  fixture = await aRequestFixture(listed.built);
  api = await readOpenapi(listed.built.app);
});
afterAll(async () => {
  await fixture.t.close();
  rmSync(pagesFolder, { recursive: true });
});

const toName = ({ method, url }: Route) => `${method} ${url}`;
const listOperations = () => [...api.operations].map(([name, operation]) => ({ name, ...operation }));

/** Routes of the API that no client calls: a page for people, an answer to browsers, and unknown paths. */
const undescribed = [
  'GET /api/unsubscribe/:token',
  'GET /api/tls/allowed',
  'GET /api/test-checkout/:checkoutId',
  'POST /api/test-checkout/:checkoutId',
  'OPTIONS /api/track-analytics',
  'POST /api/settings/preview',
];

/** The operations that the session of a share link may ask. */
const ofSharedView = [
  apiPaths.company(':companyId'),
  apiPaths.active(':companyId'),
  apiPaths.statsSummary(':companyId'),
  apiPaths.statsTimeseries(':companyId'),
  apiPaths.statsLists(':companyId'),
  apiPaths.live(':companyId'),
].map((path) => `GET ${path}`);

test('the document is valid', async () => {
  const result = await new Validator().validate(JSON.parse(api.text));
  expect(result).toEqual({ valid: true });
});

test('the API is in the document, and nothing else: no pages, files or routes of operators', () => {
  const isApi = ({ method, url }: Route) =>
    method !== 'HEAD' &&
    (url === '/healthz' || url === '/readyz' || /^\/api\/./.test(url)) &&
    url !== '/api/*';
  const expected = routes
    .filter(isApi)
    .map(toName)
    .filter((name) => !undescribed.includes(name));
  expect([...api.operations.keys()].sort()).toEqual(expected.sort());
  expect(routes.length).toBeGreaterThan(expected.length + 30);
  expect(api.text).not.toMatch(/text\/html|\/metrics|test-checkout/);
});

test('each operation has a readable, unique id, and the ids of the order API never change', () => {
  const ids = listOperations().map(({ operationId }) => operationId);
  expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)+$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  const ofShops = listOperations().filter(({ tags }) => tags.includes('Order API'));
  expect(ofShops.map(({ operationId }) => operationId)).toEqual([
    'reportOrders',
    'listOrders',
    'reportRefund',
  ]);
});

test('each operation has one tag of the list, and each tag has operations', () => {
  const listed = api.document.tags.map(({ name }) => name);
  const used = listOperations().map(({ tags }) => tags);
  expect(used.filter((tags) => tags.length !== 1)).toEqual([]);
  expect([...new Set(used.flat())].sort()).toEqual(listed.sort());
});

test('each operation names what its door asks for', () => {
  const expected: Record<Door, ApiOperation['security'] | undefined> = {
    open: [],
    viewer: [{ viewer: [] }, { session: [] }],
    'signed-in': [{ session: [] }],
    admin: [{ session: [] }],
    // Checked below: it names the rights that the token needs.
    token: undefined,
    operator: undefined,
  };
  for (const { name, security } of listOperations()) {
    const door = routes.find((route) => toName(route) === name)?.door;
    const rights = z.array(z.enum(accessRights)).safeParse(security?.at(-1)?.apiKey);
    if (door === 'token') {
      expect({ name, security }).toEqual({ name, security: [{ apiKey: rights.data }] });
      continue;
    }
    // The session of a share link asks about its view.
    const withShareLink = ofSharedView.includes(name) ? [{ sharedView: [] }] : [];
    // A token reads the portals, with the rights of the route.
    const withToken = door === 'viewer' && name.startsWith('GET ') ? [{ apiKey: rights.data }] : [];
    const withBearers = door && [...(expected[door] ?? []), ...withShareLink, ...withToken];
    expect({ name, security }).toEqual({ name, security: withBearers });
  }
});

describe('the security schemes have the names of the cookies', () => {
  test.each([
    ['http://localhost:3000', 'account.session_token', 'viewer-{companyId}'],
    ['https://analytics.example', '__Host-account.session_token', '__Host-viewer-{companyId}'],
  ])('of %s', async (url, session, viewer) => {
    const t = await buildTestApp({ env: { PUBLIC_URL: url } });
    const { document } = await readOpenapi(t.app);
    await t.close();
    expect(document.servers).toEqual([{ url }]);
    expect(document.components.securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie', name: session },
      viewer: { type: 'apiKey', in: 'cookie', name: viewer },
      apiKey: { type: 'http', scheme: 'bearer' },
      sharedView: { type: 'http', scheme: 'bearer', description: expect.stringContaining('nlv_') },
    });
  });

  test('that the server sets', () => {
    expect(fixture.user.cookie).toContain('account.session_token=');
    expect(fixture.viewerCookie).toContain(`viewer-${fixture.companyId}=`);
  });
});

test('each answer has a schema, and errors have the same', () => {
  for (const { name, responses } of listOperations()) {
    const statuses = Object.keys(responses);
    expect(
      statuses.filter((status) => status.startsWith('2')),
      name,
    ).toHaveLength(1);
    expect(statuses, name).toContain('default');
    for (const [status, { content, description }] of Object.entries(responses)) {
      expect(description, name).not.toBe('Default Response');
      if (status === '204') expect(content, name).toBeUndefined();
      else if (status.startsWith('2')) expect(Object.values(content ?? {}), name).not.toEqual([]);
      else
        expect(content, name).toEqual({
          'application/json': { schema: { $ref: '#/components/schemas/Error' } },
        });
      for (const { schema } of Object.values(content ?? {})) expect(schema, name).not.toEqual({});
    }
  }
});

test('each route answers with a status and a content type of the document', async () => {
  const tried: string[] = [];
  for (const [name, request] of Object.entries(validRequests)) {
    const operation = api.operations.get(name);
    const route = routes.find((each) => toName(each) === name);
    if (!operation || !route?.door) continue;
    tried.push(name);
    const answer = await sendValid(fixture, route, request, cookieThrough(fixture, route.door));
    expect(Object.keys(operation.responses), name).toContain(String(answer.statusCode));
    const { content } = operation.responses[answer.statusCode] ?? {};
    const type = answer.headers['content-type']?.toString().split(';')[0];
    expect(content ? Object.keys(content) : [undefined], name).toContain(type);
  }
  expect(tried.sort()).toEqual([...api.operations.keys()].sort());
});

test('a request without access is answered with a status of the document', async () => {
  for (const [name, { responses }] of api.operations) {
    const route = routes.find((each) => toName(each) === name);
    if (!route || route.door === 'open') continue;
    const answer = await fixture.t.app.inject({
      method: route.method,
      url: route.url.replaceAll(/:\w+/g, fixture.companyId),
      headers: { origin: fixture.t.config.publicUrl },
      ...(validRequests[name]?.body === undefined ? {} : { payload: { companyId: fixture.companyId } }),
    });
    expect(Object.keys(responses), name).toContain(String(answer.statusCode));
  }
});

test('an amount of an order or refund may be a number or text', () => {
  const refund = api.operations.get('POST /api/v1/orders/:orderId/refunds')?.requestBody;
  for (const schema of [
    api.document.components.schemas.OrderInput,
    refund?.content['application/json']?.schema,
  ]) {
    expect(schema).toMatchObject({ properties: { amount: { type: ['number', 'string'] } } });
  }
});

describe('what the statistics count is in the document:', () => {
  const findParameter = (path: string, name: string) =>
    api.operations.get(`GET ${path}`)?.parameters?.find((parameter) => parameter.name === name);

  test('the parameters name every dimension and metric', () => {
    const path = apiPaths.statsBreakdown(':companyId');
    const dimension = findParameter(path, 'dimension')?.description ?? '';
    expect(dimensionNames.filter((name) => !dimension.includes(name))).toEqual([]);
    expect(dimension).toContain('property:<name>');
    const metrics = findParameter(path, 'metrics')?.description ?? '';
    expect(statsMetrics.filter((name) => !metrics.includes(name))).toEqual([]);
  });

  test('each metric has its label, definition and unit, once', () => {
    expect(api.document.components.schemas.MetricValues).toMatchObject({
      properties: {
        visitors: {
          title: 'Visitors',
          description: 'Browsers that opened the site, each counted once a day.',
        },
        'bounce-rate': { title: 'Bounce rate', description: expect.stringContaining('In percent.') },
        revenue: { title: 'Revenue', description: expect.stringContaining('units of the currency') },
      },
    });
    for (const name of statsMetrics)
      expect(api.text.split(`"title":"${metricOf(name).label}"`), name).toHaveLength(2);
  });
});
