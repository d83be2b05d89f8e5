import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPaths } from '../../contract/paths.ts';
import { anIpAddress } from '../testing/accounts/accounts.ts';
import { aCompany, aViewerCookie, publicOrigin } from '../testing/builders.ts';
import { expectError } from '../testing/requests/expect-answers.ts';
import { listRoutes, type Route } from '../testing/requests/route-list.ts';
import { anOrderToken } from '../testing/shop/a-token.ts';
import { anApiOrder } from '../testing/shop/order-api.ts';
import { aConnection, sendDelivery } from '../testing/shop/shop-deliveries.ts';
import { wooDelivery } from '../testing/shop/woocommerce-samples.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let routes: Route[];
beforeAll(async () => {
  ({ built: t, routes } = await listRoutes(() => buildTestApp({ env: { DISK_RESERVE_MB: '1000000000' } })));
});
afterAll(() => t.close());

/** Routes outside the admin area that work while the disk is almost full, with the reason. */
const open: Record<string, string> = {
  'POST /api/stripe-webhook': 'what is paid must be known; only the payment provider can sign it',
  'POST /api/test-checkout/:checkoutId': 'in place of the payment provider',
  'POST /api/csp-reports': 'stores nothing',
  'POST /api/verify-company-access': 'limited attempts, deleted after their window',
  'POST /api/portal-links': 'mails have budgets, and only addresses with access get one',
  'POST /api/portal-links/open': 'marks a stored link as used',
  'POST /api/shared-views/:accessId/open': 'one row for each link in half an hour',
  'POST /api/my-portals/:companyId/sign-out': 'a row for each cookie that ends, deleted when it expires',
  'POST /api/report-links/open': 'marks a stored mail as opened',
  'POST /api/report-links/report.pdf': 'marks a stored mail as opened',
  'POST /api/subscriptions': 'stores nothing',
  'POST /api/subscriptions/change': 'a time in a stored row, and only with a token of this server',
  'POST /api/unsubscribe/:token': 'a time in a stored row, and only with a token of this server',
  'POST /api/grant-admin': 'for administrators, who make space',
  'POST /api/auth/sign-in/email': 'for administrators, who make space',
  'POST /api/auth/sign-out': 'deletes',
  'POST /api/auth/send-verification-email': 'mails have budgets',
  'POST /api/auth/renew-verification-link': 'mails have budgets',
  'POST /api/auth/request-password-reset': 'for administrators, who make space; mails have budgets',
  'POST /api/auth/verify-email': 'turns a stored sign-up into an account',
  'POST /api/auth/reset-password': 'for administrators, who make space',
  'POST /api/auth/invitation': 'stores nothing',
  'POST /api/auth/join': 'turns an invitation into an account',
  'POST /api/auth/two-factor/verify-totp': 'for administrators, who make space',
  'POST /api/auth/two-factor/verify-backup-code': 'for administrators, who make space',
  'POST /api/companies/:companyId/annotations': 'few, and only with access',
  'PUT /api/companies/:companyId/annotations/:annotationId': 'few, and only with access',
  'PUT /api/companies/:companyId/presence/:sessionId': 'one row for each open portal',
};

test('every public way in that stores something is closed on a full disk, or listed with the reason why not', () => {
  const changing = routes.filter(
    ({ method, door, url }) =>
      ['POST', 'PUT', 'PATCH'].includes(String(method)) &&
      (door === 'open' || door === 'viewer' || door === 'token') &&
      url !== '/api/*',
  );
  const others = changing.filter(({ needsSpace }) => !needsSpace);
  expect(others.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(Object.keys(open).sort());
});

describe('below the disk reserve', () => {
  const json = { 'content-type': 'application/json' };
  const send = (url: string, payload: object, headers: Record<string, string> = {}) =>
    t.app.inject({
      ...{ method: 'POST', url, payload, remoteAddress: anIpAddress() },
      headers: { ...json, origin: publicOrigin, ...headers },
    });

  test.each([
    ['a contact message', apiPaths.sendContactEmail],
    ['a message of the contact page', apiPaths.contactMessage],
    ['a demo request', apiPaths.bookDemo],
    ['a checkout', apiPaths.createCheckout],
    ['a sign-up', apiPaths.signUp],
    ['an event', apiPaths.trackAnalytics],
  ])('%s is refused for a minute, with the reason', async (_name, url) => {
    const answer = await send(url, {});
    expectError(answer, 503, 'unavailable');
    expect(answer.headers['retry-after']).toBe('60');
    expect(answer.json().error.message).toContain('too little disk space');
  });

  test('orders, refunds and deliveries of shops are refused and not stored, and listing works', async () => {
    const { company } = await aCompany(t.db);
    const key = { authorization: `Bearer ${await anOrderToken(t, company.id)}` };
    expectError(await send(apiPaths.apiOrders, anApiOrder('A-1', 5), key), 503, 'unavailable');
    expectError(await send(apiPaths.apiRefunds('A-1'), { refundId: 'R-1' }, key), 503, 'unavailable');
    const connection = await aConnection(t, company.id, 'woocommerce');
    expectError(await sendDelivery(t.app, connection, wooDelivery('updated', 0)), 503, 'unavailable');
    const list = await t.app.inject({ url: apiPaths.apiOrders, headers: key });
    expect(list.json()).toEqual({ orders: [], next: null });
    const { rows } = await t.db.query('SELECT 1 FROM shop_deliveries WHERE connection_id = $1', [
      connection.connectionId,
    ]);
    expect(rows).toEqual([]);
    // Without a key nothing is revealed about the disk.
    expectError(await send(apiPaths.apiOrders, anApiOrder('A-1', 5)), 401, 'invalid-api-key');
  });

  test('viewers cannot generate demo data, and everything they look at works', async () => {
    const { company, accessKey } = await aCompany(t.db);
    const cookie = await aViewerCookie(t.app, accessKey);
    const generated = await send(apiPaths.simulateAnalytics, { companyId: company.id }, { cookie });
    expectError(generated, 503, 'unavailable');
    const summary = await t.app.inject({
      url: `${apiPaths.statsSummary(company.id)}?period=today`,
      headers: { cookie },
    });
    expect(summary.statusCode).toBe(200);
  });
});
