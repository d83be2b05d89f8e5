import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, HTTPMethods, LightMyRequestResponse, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Door } from './app.ts';
import { rotateKey } from './features/access/access.ts';
import { aCompany, aViewerCookie, ownOrigin } from './testing/builders.ts';
import { expectError } from './testing/expect-answers.ts';
import { buildTestApp, type TestApp, testAppSecret } from './testing/test-app.ts';

interface Route {
  method: HTTPMethods;
  url: string;
  door: Door | undefined;
}

let t: TestApp;
const started = z.object({ fastify: z.custom<FastifyInstance>() });
const routes: Route[] = [];
const people: Record<
  'nobody' | 'viewer of another company' | 'viewer whose key was rotated' | 'viewer',
  string
> = { nobody: '', 'viewer of another company': '', 'viewer whose key was rotated': '', viewer: '' };
let companyId: string;
const noCompany = '0198c0de-0000-4000-8000-000000000000';

/** What each route that takes a body wants in it. */
const bodies: Record<string, (companyId: string) => object> = {
  'POST /api/simulate-analytics': (id) => ({ companyId: id }),
  'PUT /api/companies/:companyId/presence/:sessionId': () => ({ page_url: '/company-portal' }),
};

beforeAll(async () => {
  const collect = (message: unknown) => {
    const { fastify } = started.parse(message);
    fastify.addHook('onRoute', (route: RouteOptions) => {
      // The scopes set the door in hooks of theirs, which run after this one.
      queueMicrotask(() => {
        for (const method of [route.method].flat()) {
          routes.push({ method, url: route.url, door: route.config?.door });
        }
      });
    });
  };
  subscribe('fastify.initialization', collect);
  t = await buildTestApp();
  unsubscribe('fastify.initialization', collect);

  const { company, accessKey } = await aCompany(t.db);
  companyId = company.id;
  people['viewer whose key was rotated'] = await aViewerCookie(t.app, accessKey);
  people.viewer = await aViewerCookie(t.app, (await rotateKey(t.db, testAppSecret, company.id)).accessKey);
  people['viewer of another company'] = await aViewerCookie(t.app, (await aCompany(t.db)).accessKey);
});
afterAll(() => t.close());

async function ask(
  route: Route,
  of: string,
  cookie: string,
  origin = ownOrigin,
): Promise<LightMyRequestResponse> {
  const isStream = route.url.endsWith('/live') && of === companyId && cookie === people.viewer;
  const body = bodies[`${route.method} ${route.url}`]?.(of);
  const answer = await t.app.inject({
    method: route.method,
    url: route.url.replace(':companyId', of).replace(':sessionId', 'tab-1').replace('*', 'nothing'),
    headers: { origin, ...(cookie ? { cookie } : {}) },
    remoteAddress: `10.1.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`,
    ...(body ? { payload: body } : {}),
    payloadAsStream: isStream,
  });
  if (isStream) answer.stream().destroy();
  return answer;
}

const isClosed = (route: Route) => route.door === 'viewer';
const changes = (route: Route) => !['GET', 'HEAD', 'OPTIONS'].includes(route.method);

test('every route stands behind a door', () => {
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter((route) => route.door === undefined)).toEqual([]);
});

test('these routes, and no others, are open to anybody', () => {
  const open = routes
    .filter((route) => route.door === 'open' && route.method !== 'HEAD')
    .map((route) => (route.url === '/api/*' ? 'any /api/*' : `${route.method} ${route.url}`));
  expect([...new Set(open)].filter((route) => !/^GET \/t-\d/.test(route)).sort()).toEqual([
    'GET /api/me',
    'GET /api/payment-status',
    'GET /api/test-checkout/:checkoutId',
    'GET /healthz',
    'GET /openapi.json',
    'GET /readyz',
    'GET /t.js',
    'OPTIONS /api/track-analytics',
    'POST /api/auth/request-password-reset',
    'POST /api/auth/reset-password',
    'POST /api/auth/send-verification-email',
    'POST /api/auth/sign-in/email',
    'POST /api/auth/sign-out',
    'POST /api/auth/sign-up/email',
    'POST /api/auth/two-factor/verify-backup-code',
    'POST /api/auth/two-factor/verify-totp',
    'POST /api/auth/verify-email',
    'POST /api/book-demo',
    'POST /api/contact-message',
    'POST /api/create-payment',
    'POST /api/grant-admin',
    'POST /api/send-contact-email',
    'POST /api/stripe-webhook',
    'POST /api/test-checkout/:checkoutId',
    'POST /api/track-analytics',
    'POST /api/verify-company-access',
    'any /api/*',
  ]);
});

test('one route is the operator’s alone', () => {
  const operators = routes.filter((route) => route.door === 'operator' && route.method !== 'HEAD');
  expect(operators.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /metrics']);
});

test('every operator’s route is, to somebody from afar, an address that does not exist', async () => {
  for (const route of routes.filter((each) => each.door === 'operator')) {
    const answer = await ask(route, noCompany, people.viewer);
    const unknown = await ask({ ...route, url: '/nothing' }, noCompany, people.viewer);
    expect(answer.statusCode, route.url).toBe(404);
    expect(answer.body, route.url).toBe(unknown.body);
    expect(comparable(answer), route.url).toEqual(comparable(unknown));
  }
});

describe('every closed route', () => {
  test('answers its viewer, and to everybody else looks as if there were no such company', async () => {
    for (const route of routes.filter(isClosed)) {
      const what = `${route.method} ${route.url}`;
      const toNobodyOfNothing = await ask(route, noCompany, '');
      for (const who of ['nobody', 'viewer of another company', 'viewer whose key was rotated'] as const) {
        const answer = await ask(route, companyId, people[who]);
        expect(answer.statusCode, `${what} as ${who}`).toBe(404);
        if (route.method !== 'HEAD') expectError(answer, 404, 'company-not-found');
        expect(answer.body, `${what} as ${who}`).toBe(toNobodyOfNothing.body);
        expect(comparable(answer), `${what} as ${who}`).toEqual(comparable(toNobodyOfNothing));
      }
      const answer = await ask(route, companyId, people.viewer);
      expect([200, 204], `${what} as viewer`).toContain(answer.statusCode);
      expect((await ask(route, noCompany, people.viewer)).statusCode, what).toBe(404);
    }
  });

  test('that changes something refuses other sites, and no site, even with the viewer’s cookie', async () => {
    for (const route of routes.filter((each) => isClosed(each) && changes(each))) {
      for (const origin of [
        'https://evil.test',
        'null',
        'http://localhost:3000.evil.test',
        'https://localhost:3000',
      ]) {
        const answer = await ask(route, companyId, people.viewer, origin);
        expectError(answer, 403, 'foreign-origin');
      }
      expect([200, 204]).toContain((await ask(route, companyId, people.viewer)).statusCode);
    }
  });

  test('refuses ids that are none in the same words', async () => {
    for (const route of routes.filter((each) => isClosed(each) && each.method === 'GET')) {
      for (const id of ['x', '%00', '..%2f..', `${companyId}0`, "'%20OR%201=1", '%F0%9F%9B%92']) {
        const answer = await ask(route, id, people.viewer);
        expect([400, 404], `${route.url} of ${id}`).toContain(answer.statusCode);
      }
    }
  });
});

/** Headers that do not tell the time or count the calls. */
function comparable(answer: LightMyRequestResponse) {
  const { date: _, 'x-ratelimit-remaining': _r, 'x-ratelimit-reset': _s, ...headers } = answer.headers;
  return headers;
}
