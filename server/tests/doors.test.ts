import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { viewerRights } from '../../contract/company/access-rights.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Door } from '../doors.ts';
import { replaceAccessKey } from '../features/access/access.ts';
import { changeKeyRights } from '../testing/access/a-viewer-with.ts';
import { aNewSession, anAccount, anAdmin, anIpAddress } from '../testing/accounts/accounts.ts';
import { aCompany, aViewerCookie, publicOrigin } from '../testing/builders.ts';
import { expectError } from '../testing/requests/expect-answers.ts';
import { listRoutes, type Route } from '../testing/requests/route-list.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../testing/test-app.ts';

const roles = [
  'anonymous',
  'user',
  'viewer of another company',
  'viewer with a replaced key',
  'viewer',
  'admin',
] as const;
type Role = (typeof roles)[number];

let t: TestApp;
let routes: Route[];
const cookies = new Map<Role, string>();
let companyId: string;
/** A company whose key and name may change without affecting the viewers of the other one. */
let managedId: string;
const noCompany = '0198c0de-0000-4000-8000-000000000000';

const change = { name: 'Test Shop', domain: 'shop.test', description: '', allowDuplicate: true };
const note = { date: '2026-10-05', text: 'Campaign started' };
const password = { password: 'a wrong password' };
const goal = { name: 'Sign-ups', kind: 'event', target: 'sign-up' };
const funnel = { name: 'Order', steps: [goal, goal] };
/** A body for each route that requires one. */
const bodies: Record<string, (companyId: string) => object> = {
  'POST /api/simulate-analytics': (id) => ({ companyId: id }),
  'PUT /api/companies/:companyId/presence/:sessionId': () => ({ page_url: '/company-portal' }),
  'POST /api/companies': () => change,
  'POST /api/companies/:companyId/annotations': () => note,
  'PUT /api/companies/:companyId/annotations/:annotationId': () => note,
  'PATCH /api/companies/:companyId': () => change,
  'DELETE /api/companies/:companyId': () => ({ name: 'not its name' }),
  'POST /api/orders/:orderId/portal': () => change,
  'PATCH /api/inbox/:itemId': () => ({ state: 'open' }),
  'POST /api/companies/:companyId/shop-orders/correct': () => ({ orderId: 'A-1', amount: null }),
  'POST /api/companies/:companyId/api-keys': () => ({ name: 'Shop' }),
  'POST /api/companies/:companyId/shares': () => ({ name: 'Intranet', view: 'period=7d' }),
  'PATCH /api/companies/:companyId/shares/:accessId': () => ({ name: 'Intranet' }),
  'POST /api/companies/:companyId/goals': () => ({ ...goal, name: randomUUID() }),
  'PUT /api/companies/:companyId/goals/:goalId': () => goal,
  'PUT /api/companies/:companyId/shop-connections/:provider': () => ({ secret: null }),
  'POST /api/companies/:companyId/funnels': () => ({ ...funnel, name: randomUUID() }),
  'PUT /api/companies/:companyId/funnels/:funnelId': () => funnel,
  'POST /api/auth/two-factor/enable': () => password,
  'POST /api/auth/two-factor/disable': () => password,
  'POST /api/auth/two-factor/generate-backup-codes': () => password,
  'POST /api/auth/renew-sign-in': () => password,
  'PUT /api/me/name': () => ({ name: 'Ada' }),
  'POST /api/me/password': () => ({ ...password, newPassword: 'nine lanterns under the pier' }),
  'POST /api/me/address': () => ({ ...password, newEmail: 'new@people.test' }),
  'POST /api/me/address/confirm': () => ({ token: 'x'.repeat(80) }),
  'POST /api/me/delete': () => ({ ...password, email: 'not its address' }),
};

/** The response inside the door where it is not 200 or 204. */
const expectedInside: Record<string, readonly [status: number, code?: ErrorCode]> = {
  'POST /api/companies': [201],
  'POST /api/companies/:companyId/annotations': [201],
  'PUT /api/companies/:companyId/annotations/:annotationId': [404, 'not-found'],
  'DELETE /api/companies/:companyId/annotations/:annotationId': [404, 'not-found'],
  'DELETE /api/companies/:companyId': [409, 'conflict'],
  'POST /api/companies/:companyId/goals': [201],
  'POST /api/companies/:companyId/shares': [201],
  'PATCH /api/companies/:companyId/shares/:accessId': [404, 'not-found'],
  'GET /api/companies/:companyId/shares/:accessId/address': [404, 'not-found'],
  'HEAD /api/companies/:companyId/shares/:accessId/address': [404],
  'POST /api/companies/:companyId/api-keys': [201],
  'GET /api/companies/:companyId/stats/order': [400, 'invalid-request'],
  'HEAD /api/companies/:companyId/stats/order': [400],
  'POST /api/companies/:companyId/funnels': [201],
  'GET /api/companies/:companyId/stats/funnel': [400, 'invalid-request'],
  'HEAD /api/companies/:companyId/stats/funnel': [400],
  'POST /api/companies/:companyId/shop-orders/correct': [404, 'not-found'],
  // No provider has an id for a name.
  'PUT /api/companies/:companyId/shop-connections/:provider': [400, 'invalid-request'],
  'DELETE /api/companies/:companyId/shop-connections/:provider': [400, 'invalid-request'],
  'GET /api/companies/:companyId/stats/breakdown': [400, 'invalid-request'],
  'HEAD /api/companies/:companyId/stats/breakdown': [400],
  'GET /api/companies/:companyId/stats/lists': [400, 'invalid-request'],
  'HEAD /api/companies/:companyId/stats/lists': [400],
  'GET /api/companies/:companyId/stats/export': [400, 'invalid-request'],
  'DELETE /api/me/sessions/:sessionId': [404, 'not-found'],
  'POST /api/auth/two-factor/enable': [400, 'wrong-password'],
  'POST /api/auth/two-factor/disable': [400, 'two-factor-off'],
  'POST /api/auth/two-factor/generate-backup-codes': [400, 'two-factor-off'],
  'POST /api/auth/renew-sign-in': [400, 'wrong-password'],
  'POST /api/me/password': [400, 'wrong-password'],
  'POST /api/me/address': [400, 'wrong-password'],
  'POST /api/me/address/confirm': [400, 'link-invalid'],
  'POST /api/me/delete': [409, 'conflict'],
};

beforeAll(async () => {
  ({ built: t, routes } = await listRoutes(buildTestApp));

  const { company, accessKey } = await aCompany(t.db);
  companyId = company.id;
  await changeKeyRights(t.db, companyId, viewerRights);
  managedId = (await aCompany(t.db)).company.id;
  cookies.set('anonymous', '');
  cookies.set('viewer with a replaced key', await aViewerCookie(t.app, accessKey));
  const rotated = await replaceAccessKey(t.db, testAppSecret, company.id);
  cookies.set('viewer', await aViewerCookie(t.app, rotated.accessKey));
  cookies.set('viewer of another company', await aViewerCookie(t.app, (await aCompany(t.db)).accessKey));
  cookies.set('user', (await anAccount(t)).cookie);
  cookies.set('admin', (await anAdmin(t)).cookie);
});
afterAll(() => t.close());

const cookieOf = (role: Role) => cookies.get(role) ?? '';

/** Sends a request to a route. Of a stream that opens, only the head is read. */
async function sendTo(
  route: Route,
  of: string,
  role: Role,
  { origin = publicOrigin, opens = false } = {},
): Promise<LightMyRequestResponse> {
  const isStream = opens && /(?<!stats\/)\blive$/.test(route.url);
  const body = bodies[`${route.method} ${route.url}`]?.(of);
  const cookie = cookieOf(role);
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

function expectDenied(answer: LightMyRequestResponse, route: Route, status: number, code: ErrorCode) {
  if (route.method === 'HEAD') expect(answer.statusCode).toBe(status);
  else expectError(answer, status, code);
}

/** The response of the route itself, behind the door. Unknown ids in the URL give 404. */
function expectInside(answer: LightMyRequestResponse, route: Route, role: Role): void {
  const what = `${toName(route)} as ${role}: ${answer.statusCode}`;
  const [status, code] = expectedInside[toName(route)] ?? [];
  if (status !== undefined) {
    expect(answer.statusCode, what).toBe(status);
    if (code) expectError(answer, status, code);
    return;
  }
  const namesSomething = /:(?!companyId)\w+/.test(route.url) && route.door !== 'viewer';
  expect(namesSomething ? [200, 204, 404] : [200, 204], what).toContain(answer.statusCode);
}

test('every route has a door', () => {
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter((route) => route.door === undefined)).toEqual([]);
});

test('exactly these routes are open', () => {
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
    'POST /api/webhooks/:provider/:connectionId',
    'any /api/*',
  ]);
});

test('/metrics is the only operator route', () => {
  const operators = behind('operator').filter((route) => route.method !== 'HEAD');
  expect(operators.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /metrics']);
});

test('a route for API keys answers everyone without one with 401', async () => {
  expect(behind('api-key').length).toBeGreaterThan(2);
  for (const route of behind('api-key'))
    for (const role of roles)
      expectDenied(await sendTo(route, companyId, role), route, 401, 'invalid-api-key');
});

test('an operator route looks to others like an unknown URL', async () => {
  for (const route of behind('operator')) {
    const answer = await sendTo(route, noCompany, 'viewer');
    const unknown = await sendTo({ ...route, url: '/nothing' }, noCompany, 'viewer');
    expect(answer.statusCode, route.url).toBe(404);
    expect(answer.body, route.url).toBe(unknown.body);
    expect(comparable(answer), route.url).toEqual(comparable(unknown));
  }
});

describe('a route of a company', () => {
  test('answers its viewers and administrators, and looks to all others like an unknown company', async () => {
    for (const route of behind('viewer')) {
      const toUnknownCompany = await sendTo(route, noCompany, 'anonymous');
      for (const role of roles) {
        const what = `${toName(route)} as ${role}`;
        if (role === 'viewer' || role === 'admin') {
          expectInside(await sendTo(route, companyId, role, { opens: true }), route, role);
          expectDenied(await sendTo(route, noCompany, role), route, 404, 'company-not-found');
          continue;
        }
        const answer = await sendTo(route, companyId, role);
        expectDenied(answer, route, 404, 'company-not-found');
        expect(answer.body, what).toBe(toUnknownCompany.body);
        expect(comparable(answer), what).toEqual(comparable(toUnknownCompany));
      }
    }
  });

  test('rejects malformed ids', async () => {
    for (const route of behind('viewer').filter((each) => each.method === 'GET')) {
      for (const role of ['viewer', 'admin'] as const) {
        for (const id of ['x', '%00', '..%2f..', `${companyId}0`, "'%20OR%201=1", '%F0%9F%9B%92']) {
          const answer = await sendTo(route, id, role);
          expect([400, 404], `${route.url} of ${id}`).toContain(answer.statusCode);
        }
      }
    }
  });
});

test('a signed-in route accepts accounts and administrators and answers all others with 401', async () => {
  expect(behind('signed-in').length).toBeGreaterThan(4);
  for (const route of behind('signed-in')) {
    for (const role of roles) {
      const answer = await sendTo(route, managedId, role);
      if (role === 'user' || role === 'admin') expectInside(answer, route, role);
      else expectDenied(answer, route, 401, 'not-signed-in');
    }
  }
});

test('an admin route accepts administrators only', async () => {
  expect(behind('admin').length).toBeGreaterThan(6);
  for (const route of behind('admin')) {
    for (const role of roles) {
      const answer = await sendTo(route, managedId, role, { opens: role === 'admin' });
      if (role === 'admin') expectInside(answer, route, role);
      else if (role === 'user') expectDenied(answer, route, 403, 'not-admin');
      else expectDenied(answer, route, 401, 'not-signed-in');
    }
  }
});

test('an open route answers all roles with the same status', async () => {
  const user = await anAccount(t);
  for (const route of behind('open').filter((each) => !each.url.startsWith('/api/*'))) {
    // Signing out would end the session for the next routes. No viewer has a cookie of the company used here.
    if (route.url === '/api/auth/sign-out') cookies.set('user', (await aNewSession(t, user)).cookie);
    const of = route.url.startsWith('/api/my-portals/') ? noCompany : companyId;
    const toAnonymous = await sendTo(route, of, 'anonymous');
    for (const role of roles.filter((each) => each !== 'admin')) {
      const answer = await sendTo(route, of, role);
      expect(answer.statusCode, `${toName(route)} as ${role}`).toBe(toAnonymous.statusCode);
      expect(answer.statusCode, toName(route)).toBeLessThan(500);
    }
  }
});

test('routes that change data reject requests from other origins, with any cookie', async () => {
  cookies.set('user', (await anAccount(t)).cookie);
  const inside = [
    ['viewer', 'viewer'],
    ['signed-in', 'user'],
    ['admin', 'admin'],
  ] as const;
  for (const [door, role] of inside) {
    for (const route of behind(door).filter(changes)) {
      const of = door === 'viewer' ? companyId : managedId;
      for (const origin of [
        'https://evil.test',
        'null',
        'http://localhost:3000.evil.test',
        'https://localhost:3000',
      ]) {
        expectError(await sendTo(route, of, role, { origin }), 403, 'foreign-origin');
      }
      expectInside(await sendTo(route, of, role), route, role);
    }
  }
});

/** Headers without times and counters. */
function comparable(answer: LightMyRequestResponse) {
  const { date: _, 'x-ratelimit-remaining': _r, 'x-ratelimit-reset': _s, ...headers } = answer.headers;
  return headers;
}
