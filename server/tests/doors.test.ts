import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { viewerRights } from '../../contract/company/access-rights.ts';
import type { Door } from '../doors.ts';
import { replaceAccessKey } from '../features/access/company-key.ts';
import { changeKeyRights } from '../testing/access/a-viewer-with.ts';
import { aNewSession, anAccount, anAdmin } from '../testing/accounts/accounts.ts';
import { aCompany, aViewerCookie } from '../testing/builders.ts';
import {
  comparable,
  expectDenied,
  expectInside,
  noCompany,
  sendToRoute,
  toName,
} from '../testing/requests/door-requests.ts';
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

const sendTo = (route: Route, of: string, role: Role, options: { origin?: string; opens?: boolean } = {}) =>
  sendToRoute(t, route, { of, cookie: cookieOf(role), ...options });

const behind = (door: Door) => routes.filter((route) => route.door === door);
const changes = (route: Route) => !['GET', 'HEAD', 'OPTIONS'].includes(route.method);

test('every route has a door', () => {
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter((route) => route.door === undefined)).toEqual([]);
});

test('exactly these routes are open', () => {
  const open = behind('open')
    .filter((route) => route.method !== 'HEAD')
    .map((route) => (route.url === '/api/*' ? 'any /api/*' : `${route.method} ${route.url}`));
  expect([...new Set(open)].filter((route) => !/^GET \/t-\d/.test(route)).sort()).toEqual([
    'GET /.well-known/security.txt',
    'GET /api/me',
    'GET /api/my-portals',
    'GET /api/payment-status',
    'GET /api/test-checkout/:checkoutId',
    'GET /api/unsubscribe/:token',
    'GET /healthz',
    'GET /openapi.json',
    'GET /readyz',
    'GET /t.js',
    'OPTIONS /api/track-analytics',
    'POST /api/auth/invitation',
    'POST /api/auth/join',
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
    'POST /api/portal-links',
    'POST /api/portal-links/open',
    'POST /api/report-links/open',
    'POST /api/report-links/report.pdf',
    'POST /api/send-contact-email',
    'POST /api/shared-views/:accessId/open',
    'POST /api/stripe-webhook',
    'POST /api/subscriptions',
    'POST /api/subscriptions/change',
    'POST /api/test-checkout/:checkoutId',
    'POST /api/track-analytics',
    'POST /api/unsubscribe/:token',
    'POST /api/verify-company-access',
    'POST /api/webhooks/:provider/:connectionId',
    'any /api/*',
  ]);
});

test('the only operator routes are the metrics and the question about certificates', () => {
  const operators = behind('operator').filter((route) => route.method !== 'HEAD');
  expect(operators.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /api/tls/allowed',
    'GET /metrics',
  ]);
});

test('a route for tokens answers everyone without one with 401', async () => {
  expect(behind('token').length).toBeGreaterThan(2);
  for (const route of behind('token'))
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
