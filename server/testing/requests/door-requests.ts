import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { ErrorCode } from '../../../contract/errors.ts';
import { usualReportTemplate } from '../../../contract/reports/report-template.ts';
import { anEmail, anIpAddress } from '../accounts/accounts.ts';
import { publicOrigin } from '../builders.ts';
import { aPlainRecipient } from '../reports/reporting-company.ts';
import type { TestApp } from '../test-app.ts';
import { expectError } from './expect-answers.ts';
import type { Route } from './route-list.ts';

export const noCompany = '0198c0de-0000-4000-8000-000000000000';

const change = { name: 'Test Shop', domain: 'shop.test', description: '', allowDuplicate: true };
const note = { date: '2026-10-05', text: 'Campaign started' };
const password = { password: 'a wrong password' };
const goal = { name: 'Sign-ups', kind: 'event', target: 'sign-up' };
const token = { name: 'Reports', rights: ['dashboard'] };
const recipient = {
  ...{ name: 'Mia Sand', locale: 'en-GB', kinds: ['silence'], seesMoney: false, quietHours: null },
  timeZone: 'UTC',
};
const aRecipient = () => ({ ...recipient, email: anEmail() });
const webhook = { url: 'https://hooks.test/alerts', description: '', kinds: ['silence'] };
const funnel = { name: 'Order', steps: [goal, goal] };
/** A body for each route that requires one. */
const bodies: Record<string, (companyId: string) => object> = {
  'POST /api/simulate-analytics': (id) => ({ companyId: id }),
  'PUT /api/companies/:companyId/presence/:sessionId': () => ({ page_url: '/company-portal' }),
  'POST /api/companies': () => change,
  'PUT /api/companies/:companyId/setup': () => ({ skipped: [] }),
  'POST /api/companies/:companyId/annotations': () => note,
  'PUT /api/companies/:companyId/annotations/:annotationId': () => note,
  'PATCH /api/companies/:companyId': () => change,
  'DELETE /api/companies/:companyId': () => ({ name: 'not its name' }),
  'PUT /api/companies/:companyId/groups': () => ({ groups: ['Retail'] }),
  'POST /api/companies/:companyId/accesses': () => ({ kind: 'person', name: 'Mia', rights: ['dashboard'] }),
  'PATCH /api/companies/:companyId/accesses/:accessId': () => ({ name: 'Mia' }),
  'POST /api/companies/:companyId/accesses/:accessId/link': () => ({ sendsMail: false }),
  'POST /api/orders/:orderId/portal': () => change,
  'POST /api/team/invitations': () => ({ email: anEmail(), role: 'support', companies: null }),
  'PATCH /api/team/members/:userId': () => ({ role: 'support', companies: null }),
  'PATCH /api/inbox/:itemId': () => ({ state: 'open' }),
  'POST /api/companies/:companyId/shop-orders/correct': () => ({ orderId: 'A-1', amount: null }),
  'POST /api/companies/:companyId/tokens': () => token,
  'POST /api/companies/:companyId/site-check': () => ({ url: 'https://elsewhere.test/' }),
  'POST /api/tokens': () => ({ ...token, companies: 'all' }),
  'POST /api/companies/:companyId/shares': () => ({ name: 'Intranet', view: 'period=7d' }),
  'PATCH /api/companies/:companyId/shares/:accessId': () => ({ name: 'Intranet' }),
  'POST /api/companies/:companyId/goals': () => ({ ...goal, name: randomUUID() }),
  'PUT /api/companies/:companyId/goals/:goalId': () => goal,
  'PUT /api/companies/:companyId/shop-connections/:provider': () => ({ secret: null }),
  'POST /api/companies/:companyId/funnels': () => ({ ...funnel, name: randomUUID() }),
  'PUT /api/companies/:companyId/funnels/:funnelId': () => funnel,
  'PUT /api/reports/template': () => ({ version: 0, template: usualReportTemplate }),
  'POST /api/reports/release': (id) => ({ reports: [{ companyId: id, period: 'monthly-2026-08-01' }] }),
  'PUT /api/companies/:companyId/report-settings': () => ({
    ...{ isWeekly: false, isMonthly: false, isHeld: true },
  }),
  'POST /api/companies/:companyId/report-recipients': () => aPlainRecipient(),
  'PATCH /api/companies/:companyId/report-recipients/:recipientId': () => ({ locale: 'de-DE' }),
  'PUT /api/companies/:companyId/alert-settings': () => ({ kinds: ['silence'] }),
  'POST /api/companies/:companyId/alert-recipients': aRecipient,
  'PATCH /api/companies/:companyId/alert-recipients/:recipientId': () => ({ name: 'Mia Sand' }),
  'POST /api/companies/:companyId/alert-webhooks': () => webhook,
  'PATCH /api/companies/:companyId/alert-webhooks/:webhookId': () => ({ isOn: false }),
  'POST /api/alert-recipients': aRecipient,
  'PATCH /api/alert-recipients/:recipientId': () => ({ name: 'Mia Sand' }),
  'POST /api/alert-webhooks': () => webhook,
  'PATCH /api/alert-webhooks/:webhookId': () => ({ isOn: false }),
  'POST /api/auth/two-factor/enable': () => password,
  'POST /api/auth/two-factor/disable': () => password,
  'POST /api/auth/two-factor/generate-backup-codes': () => password,
  'POST /api/auth/renew-sign-in': () => password,
  'PUT /api/settings': () => ({ version: 0, settings: {} }),
  'POST /api/settings/versions/:version/restore': () => ({ version: 0 }),
  'PUT /api/me/name': () => ({ name: 'Ada' }),
  'POST /api/me/password': () => ({ ...password, newPassword: 'nine lanterns under the pier' }),
  'POST /api/me/address': () => ({ ...password, newEmail: 'new@people.test' }),
  'POST /api/me/address/confirm': () => ({ token: 'x'.repeat(80) }),
  'POST /api/me/delete': () => ({ ...password, email: 'not its address' }),
};

/** The response inside the door where it is not 200 or 204. */
const expectedInside: Record<string, readonly [status: number, code?: ErrorCode]> = {
  'POST /api/companies': [201],
  'POST /api/team/invitations': [201],
  'POST /api/companies/:companyId/annotations': [201],
  'PUT /api/companies/:companyId/annotations/:annotationId': [404, 'not-found'],
  'DELETE /api/companies/:companyId/annotations/:annotationId': [404, 'not-found'],
  'DELETE /api/companies/:companyId': [409, 'conflict'],
  'POST /api/companies/:companyId/domains': [400, 'invalid-request'],
  'POST /api/domains': [400, 'invalid-request'],
  'POST /api/companies/:companyId/site-check': [400, 'invalid-request'],
  'POST /api/companies/:companyId/goals': [201],
  'POST /api/companies/:companyId/shares': [201],
  'PATCH /api/companies/:companyId/shares/:accessId': [404, 'not-found'],
  'GET /api/companies/:companyId/shares/:accessId/address': [404, 'not-found'],
  'HEAD /api/companies/:companyId/shares/:accessId/address': [404],
  'POST /api/companies/:companyId/accesses': [201],
  'POST /api/companies/:companyId/alert-recipients': [201],
  'POST /api/companies/:companyId/alert-webhooks': [201],
  'POST /api/alert-recipients': [201],
  'POST /api/alert-webhooks': [201],
  'POST /api/companies/:companyId/tokens': [201],
  'POST /api/tokens': [201],
  // No folder of backups is set.
  'POST /api/backups': [409, 'conflict'],
  // No job has an id for a name.
  'POST /api/jobs/:name/retry': [400, 'invalid-request'],
  'GET /api/companies/:companyId/stats/order': [400, 'invalid-request'],
  'HEAD /api/companies/:companyId/stats/order': [400],
  'POST /api/companies/:companyId/funnels': [201],
  'GET /api/companies/:companyId/stats/funnel': [400, 'invalid-request'],
  'HEAD /api/companies/:companyId/stats/funnel': [400],
  'POST /api/companies/:companyId/shop-orders/correct': [404, 'not-found'],
  // No provider has an id for a name.
  'PUT /api/companies/:companyId/shop-connections/:provider': [400, 'invalid-request'],
  'DELETE /api/companies/:companyId/shop-connections/:provider': [400, 'invalid-request'],
  'GET /api/overview/values': [400, 'invalid-request'],
  'HEAD /api/overview/values': [400],
  'GET /api/companies/:companyId/stats/breakdown': [400, 'invalid-request'],
  'HEAD /api/companies/:companyId/stats/breakdown': [400],
  'GET /api/companies/:companyId/stats/lists': [400, 'invalid-request'],
  'HEAD /api/companies/:companyId/stats/lists': [400],
  'GET /api/companies/:companyId/stats/export': [400, 'invalid-request'],
  'POST /api/companies/:companyId/report-recipients': [201],
  // No report has an id for a period.
  'GET /api/companies/:companyId/reports/:period': [400, 'invalid-request'],
  'HEAD /api/companies/:companyId/reports/:period': [400],
  'PUT /api/companies/:companyId/reports/:period/comment': [400, 'invalid-request'],
  'PUT /api/companies/:companyId/reports/:period/state': [400, 'invalid-request'],
  'GET /api/companies/:companyId/reports/:period/mail': [400, 'invalid-request'],
  'HEAD /api/companies/:companyId/reports/:period/mail': [400],
  'GET /api/companies/:companyId/reports/:period/report.pdf': [400, 'invalid-request'],
  'POST /api/companies/:companyId/reports/:period/test': [400, 'invalid-request'],
  'POST /api/companies/:companyId/reports/:period/resend': [400, 'invalid-request'],
  'DELETE /api/me/sessions/:sessionId': [404, 'not-found'],
  'POST /api/auth/two-factor/enable': [400, 'wrong-password'],
  'POST /api/auth/two-factor/disable': [400, 'two-factor-off'],
  'POST /api/auth/two-factor/generate-backup-codes': [400, 'two-factor-off'],
  'POST /api/auth/renew-sign-in': [400, 'wrong-password'],
  'POST /api/me/password': [400, 'wrong-password'],
  'POST /api/me/address': [400, 'wrong-password'],
  'POST /api/me/address/confirm': [400, 'link-invalid'],
  'POST /api/me/delete': [409, 'conflict'],
  // Its number is an id here.
  'GET /api/settings/versions/:version': [400, 'invalid-request'],
  'HEAD /api/settings/versions/:version': [400],
  'POST /api/settings/versions/:version/restore': [400, 'invalid-request'],
  'POST /api/settings/preview': [400, 'invalid-request'],
  'POST /api/settings/logos': [400, 'invalid-request'],
  'POST /api/companies/:companyId/logos': [400, 'invalid-request'],
};

interface DoorRequest {
  /** The company of the route. */
  of: string;
  cookie: string;
  origin?: string;
  /** The route may open a stream. */
  opens?: boolean;
}

/** Sends a request to a route. Of a stream that opens, only the head is read. */
export async function sendToRoute(
  t: TestApp,
  route: Route,
  { of, cookie, origin = publicOrigin, opens = false }: DoorRequest,
): Promise<LightMyRequestResponse> {
  const isStream = opens && /(?<!stats\/)\blive$/.test(route.url);
  const body = bodies[`${route.method} ${route.url}`]?.(of);
  const answer = await t.app.inject({
    method: route.method,
    url: route.url
      .replace(':companyId', of)
      .replace(':sessionId', 'tab-1')
      .replaceAll(/:\w+/g, noCompany)
      .replace('*', 'nothing'),
    headers: { origin, ...(cookie ? { cookie } : {}) },
    remoteAddress: anIpAddress(),
    ...(body ? { payload: body } : {}),
    payloadAsStream: isStream,
  });
  if (isStream) answer.stream().destroy();
  return answer;
}

export const toName = ({ method, url }: Route) => `${method} ${url}`;

/** The answer in front of a door. */
export function expectDenied(
  answer: LightMyRequestResponse,
  route: Route,
  status: number,
  code: ErrorCode,
): void {
  if (route.method === 'HEAD') expect(answer.statusCode, toName(route)).toBe(status);
  else expectError(answer, status, code);
}

/** The response of the route itself, behind the door. Unknown ids in the URL give 404. */
export function expectInside(answer: LightMyRequestResponse, route: Route, role: string): void {
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

/** Headers without times and counters. */
export function comparable(answer: LightMyRequestResponse) {
  const { date: _, 'x-ratelimit-remaining': _r, 'x-ratelimit-reset': _s, ...headers } = answer.headers;
  return headers;
}
