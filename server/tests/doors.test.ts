import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Door } from '../app.ts';
import { replaceAccessKey } from '../features/access/access.ts';
import { aNewSession, anAccount, anAdmin, anIpAddress } from '../testing/accounts.ts';
import { aCompany, aViewerCookie, publicOrigin } from '../testing/builders.ts';
import { expectError } from '../testing/requests/expect-answers.ts';
import { listRoutes, type Route } from '../testing/requests/route-list.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../testing/test-app.ts';

const everybody = [
  'nobody',
  'user',
  'viewer of another company',
  'viewer whose key was rotated',
  'viewer',
  'admin',
] as const;
type Person = (typeof everybody)[number];

let t: TestApp;
let routes: Route[];
const people = new Map<Person, string>();
let companyId: string;
/** A company whose key and name may change while the other's viewers look on. */
let managedId: string;
const noCompany = '0198c0de-0000-4000-8000-000000000000';

const change = { name: 'Test Shop', domain: 'shop.test', description: '', allowDuplicate: true };
const password = { password: 'not the password of anybody' };
/** What each route that takes a body wants in it. */
const bodies: Record<string, (companyId: string) => object> = {
  'POST /api/simulate-analytics': (id) => ({ companyId: id }),
  'PUT /api/companies/:companyId/presence/:sessionId': () => ({ page_url: '/company-portal' }),
  'POST /api/companies': () => change,
  'PATCH /api/companies/:companyId': () => change,
  'DELETE /api/companies/:companyId': () => ({ name: 'not its name' }),
  'POST /api/orders/:orderId/portal': () => change,
  'PATCH /api/inbox/:itemId': () => ({ state: 'open' }),
  'POST /api/companies/:companyId/shop-orders/correct': () => ({ orderId: 'A-1', amount: null }),
  'POST /api/auth/two-factor/enable': () => password,
  'POST /api/auth/two-factor/disable': () => password,
  'POST /api/auth/two-factor/generate-backup-codes': () => password,
  'POST /api/auth/renew-sign-in': () => password,
};

/** What those are told who are let in, where it is not 200 or 204. */
const answersInside: Record<string, readonly [status: number, code?: ErrorCode]> = {
  'POST /api/companies': [201],
  'DELETE /api/companies/:companyId': [409, 'conflict'],
  'POST /api/companies/:companyId/shop-orders/correct': [404, 'not-found'],
  'DELETE /api/me/sessions/:sessionId': [404, 'not-found'],
  'POST /api/auth/two-factor/enable': [400, 'auth-refused'],
  'POST /api/auth/two-factor/disable': [400, 'auth-refused'],
  'POST /api/auth/two-factor/generate-backup-codes': [400, 'auth-refused'],
  'POST /api/auth/renew-sign-in': [400, 'auth-refused'],
};

beforeAll(async () => {
  ({ built: t, routes } = await listRoutes(buildTestApp));

  const { company, accessKey } = await aCompany(t.db);
  companyId = company.id;
  managedId = (await aCompany(t.db)).company.id;
  people.set('nobody', '');
  people.set('viewer whose key was rotated', await aViewerCookie(t.app, accessKey));
  const rotated = await replaceAccessKey(t.db, testAppSecret, company.id);
  people.set('viewer', await aViewerCookie(t.app, rotated.accessKey));
  people.set('viewer of another company', await aViewerCookie(t.app, (await aCompany(t.db)).accessKey));
  people.set('user', (await anAccount(t)).cookie);
  people.set('admin', (await anAdmin(t)).cookie);
});
afterAll(() => t.close());

const cookieOf = (who: Person) => people.get(who) ?? '';

/** Asks a route; of a stream that is expected to open only the head is read. */
async function ask(
  route: Route,
  of: string,
  who: Person,
  { origin = publicOrigin, opens = false } = {},
): Promise<LightMyRequestResponse> {
  const isStream = opens && /\blive$/.test(route.url);
  const body = bodies[`${route.method} ${route.url}`]?.(of);
  const cookie = cookieOf(who);
  const answer = await t.app.inject({
    method: route.method,
    url: route.url
      .replace(':companyId', of)
      .replace(':sessionId', 'tab-1')
      .replace(/:\w+/, noCompany)
      .replace('*', 'nothing'),
    headers: { origin, ...(cookie ? { cookie } : {}) },
    remoteAddress: anIpAddress(),
    ...(body ? { payload: body } : {}),
    payloadAsStream: isStream,
  });
  if (isStream) answer.stream().destroy();
  return answer;
}

const behind = (door: Door) => routes.filter((route) => route.door === door);
const toName = ({ method, url }: Route) => `${method} ${url}`;
const changes = (route: Route) => !['GET', 'HEAD', 'OPTIONS'].includes(route.method);

function expectRefused(answer: LightMyRequestResponse, route: Route, status: number, code: ErrorCode) {
  if (route.method === 'HEAD') expect(answer.statusCode).toBe(status);
  else expectError(answer, status, code);
}

/** Past the door: the route itself answers. Those that name something which is not there say so. */
function expectInside(answer: LightMyRequestResponse, route: Route, who: Person): void {
  const what = `${toName(route)} as ${who}: ${answer.statusCode}`;
  const [status, code] = answersInside[toName(route)] ?? [];
  if (status !== undefined) {
    expect(answer.statusCode, what).toBe(status);
    if (code) expectError(answer, status, code);
    return;
  }
  const namesSomething = /:(?!companyId)\w+/.test(route.url) && route.door !== 'viewer';
  expect(namesSomething ? [200, 204, 404] : [200, 204], what).toContain(answer.statusCode);
}

test('every route stands behind a door', () => {
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter((route) => route.door === undefined)).toEqual([]);
});

test('these routes, and no others, are open to anybody', () => {
  const open = behind('open')
    .filter((route) => route.method !== 'HEAD')
    .map((route) => (route.url === '/api/*' ? 'any /api/*' : `${route.method} ${route.url}`));
  expect([...new Set(open)].filter((route) => !/^GET \/t-\d/.test(route)).sort()).toEqual([
    'GET /api/me',
    'GET /api/my-portals',
    'GET /api/payment-status',
    'GET /api/test-checkout/:checkoutId',
    'GET /healthz',
    'GET /openapi.json',
    'GET /readyz',
    'GET /t.js',
    'OPTIONS /api/track-analytics',
    'POST /api/auth/renew-verification-link',
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
    'POST /api/csp-reports',
    'POST /api/grant-admin',
    'POST /api/my-portals/:companyId/sign-out',
    'POST /api/send-contact-email',
    'POST /api/stripe-webhook',
    'POST /api/test-checkout/:checkoutId',
    'POST /api/track-analytics',
    'POST /api/verify-company-access',
    'any /api/*',
  ]);
});

test('one route is the operator’s alone', () => {
  const operators = behind('operator').filter((route) => route.method !== 'HEAD');
  expect(operators.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /metrics']);
});

test('every operator’s route is, to somebody from afar, an address that does not exist', async () => {
  for (const route of behind('operator')) {
    const answer = await ask(route, noCompany, 'viewer');
    const unknown = await ask({ ...route, url: '/nothing' }, noCompany, 'viewer');
    expect(answer.statusCode, route.url).toBe(404);
    expect(answer.body, route.url).toBe(unknown.body);
    expect(comparable(answer), route.url).toEqual(comparable(unknown));
  }
});

describe('a route of a company', () => {
  test('answers its viewer and administrators, and to everybody else looks as if there were no such company', async () => {
    for (const route of behind('viewer')) {
      const toNobodyOfNothing = await ask(route, noCompany, 'nobody');
      for (const who of everybody) {
        const what = `${toName(route)} as ${who}`;
        if (who === 'viewer' || who === 'admin') {
          expectInside(await ask(route, companyId, who, { opens: true }), route, who);
          expectRefused(await ask(route, noCompany, who), route, 404, 'company-not-found');
          continue;
        }
        const answer = await ask(route, companyId, who);
        expectRefused(answer, route, 404, 'company-not-found');
        expect(answer.body, what).toBe(toNobodyOfNothing.body);
        expect(comparable(answer), what).toEqual(comparable(toNobodyOfNothing));
      }
    }
  });

  test('refuses ids that are none in the same words', async () => {
    for (const route of behind('viewer').filter((each) => each.method === 'GET')) {
      for (const who of ['viewer', 'admin'] as const) {
        for (const id of ['x', '%00', '..%2f..', `${companyId}0`, "'%20OR%201=1", '%F0%9F%9B%92']) {
          const answer = await ask(route, id, who);
          expect([400, 404], `${route.url} of ${id}`).toContain(answer.statusCode);
        }
      }
    }
  });
});

test('a route for those signed in lets users and administrators in, and tells others to sign in', async () => {
  expect(behind('signed-in').length).toBeGreaterThan(4);
  for (const route of behind('signed-in')) {
    for (const who of everybody) {
      const answer = await ask(route, managedId, who);
      if (who === 'user' || who === 'admin') expectInside(answer, route, who);
      else expectRefused(answer, route, 401, 'not-signed-in');
    }
  }
});

test('a route for administrators lets them in, and nobody else', async () => {
  expect(behind('admin').length).toBeGreaterThan(6);
  for (const route of behind('admin')) {
    for (const who of everybody) {
      const answer = await ask(route, managedId, who, { opens: who === 'admin' });
      if (who === 'admin') expectInside(answer, route, who);
      else if (who === 'user') expectRefused(answer, route, 403, 'not-admin');
      else expectRefused(answer, route, 401, 'not-signed-in');
    }
  }
});

test('an open route answers everybody alike', async () => {
  const user = await anAccount(t);
  for (const route of behind('open').filter((each) => !each.url.startsWith('/api/*'))) {
    // Signing out would end the person for the routes that follow. Of portals nobody holds the cookie here.
    if (route.url === '/api/auth/sign-out') people.set('user', (await aNewSession(t, user)).cookie);
    const of = route.url.startsWith('/api/my-portals/') ? noCompany : companyId;
    const toNobody = await ask(route, of, 'nobody');
    for (const who of everybody.filter((each) => each !== 'admin')) {
      const answer = await ask(route, of, who);
      expect(answer.statusCode, `${toName(route)} as ${who}`).toBe(toNobody.statusCode);
      expect(answer.statusCode, toName(route)).toBeLessThan(500);
    }
  }
});

test('whatever changes something refuses other sites, and no site, whoever’s cookie comes along', async () => {
  people.set('user', (await anAccount(t)).cookie);
  const inside = [
    ['viewer', 'viewer'],
    ['signed-in', 'user'],
    ['admin', 'admin'],
  ] as const;
  for (const [door, who] of inside) {
    for (const route of behind(door).filter(changes)) {
      const of = door === 'viewer' ? companyId : managedId;
      for (const origin of [
        'https://evil.test',
        'null',
        'http://localhost:3000.evil.test',
        'https://localhost:3000',
      ]) {
        expectError(await ask(route, of, who, { origin }), 403, 'foreign-origin');
      }
      expectInside(await ask(route, of, who), route, who);
    }
  }
});

/** Headers that do not tell the time or count the calls. */
function comparable(answer: LightMyRequestResponse) {
  const { date: _, 'x-ratelimit-remaining': _r, 'x-ratelimit-reset': _s, ...headers } = answer.headers;
  return headers;
}
