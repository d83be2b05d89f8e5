import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { idempotencyKeyHeader } from '../../contract/constants.ts';
import { anAdmin, anIpAddress, send, type TestAccount } from '../testing/accounts/accounts.ts';
import { creatingAlertRequests } from '../testing/alerts/creating-alert-requests.ts';
import { publicOrigin } from '../testing/builders.ts';
import { creatingAccessRequests } from '../testing/requests/creating-access-requests.ts';
import type { CreatingRequest } from '../testing/requests/creating-request.ts';
import { creatingRequests } from '../testing/requests/creating-requests.ts';
import { expectError } from '../testing/requests/expect-answers.ts';
import { listRoutes, type Route } from '../testing/requests/route-list.ts';
import { isSuccess, sendWithKey } from '../testing/requests/send-with-key.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let routes: Route[];
let admin: TestAccount;
let port: number;
beforeAll(async () => {
  ({ built: t, routes } = await listRoutes(buildTestApp));
  admin = await anAdmin(t);
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const address = t.app.server.address() as AddressInfo;
  port = address.port;
});
afterAll(() => t.close());

const creating = { ...creatingRequests, ...creatingAccessRequests, ...creatingAlertRequests };

/** Routes that need no key, with the reason why repeating a request does no harm. */
const withoutKey: Record<string, string> = {
  'POST /api/track-analytics': 'each event has an id',
  'POST /api/stripe-webhook': 'each event has an id',
  'POST /api/webhooks/:provider/:connectionId': 'an order or refund with the same id is recorded once',
  'POST /api/test-checkout/:checkoutId': 'sends the same event id for the same checkout',
  'POST /api/csp-reports': 'stores nothing',
  'POST /api/v1/orders': 'each order has an id',
  'POST /api/v1/orders/:orderId/refunds': 'each refund has an id',
  'POST /api/verify-company-access': 'only sets a cookie for the same portal',
  'POST /api/portal-links': 'mails to an address are limited',
  'POST /api/portal-links/open': 'a link is used once',
  'POST /api/my-portals/:companyId/sign-out': 'already signed out',
  'POST /api/shared-views/:accessId/open': 'creates a session, which nothing lists',
  'POST /api/simulate-analytics': 'replaces the existing demo data',
  'POST /api/companies/:companyId/shop-orders/correct': 'an order that is already corrected is rejected',
  'POST /api/mails/:mailId/retry': 'a mail with the same id is sent once',
  'POST /api/backups': 'a second one is rejected while one is queued or running',
  'POST /api/jobs/:name/retry': 'what was tried again is no longer failed',
  'POST /api/reports/release': 'a report is sent once',
  'POST /api/companies/:companyId/report-recipients': 'the same address is added once',
  'POST /api/companies/:companyId/reports/:period/test': 'mails to the own address are limited',
  'POST /api/companies/:companyId/reports/:period/resend': 'rejected while the mail before waits',
  'POST /api/report-links/open': 'notes the first opening alone',
  'POST /api/report-links/report.pdf': 'notes the first opening alone',
  'POST /api/subscriptions': 'changes nothing',
  'POST /api/subscriptions/change': 'stores what it is to be',
  'POST /api/unsubscribe/:token': 'already unsubscribed',
  'POST /api/grant-admin': 'the rights are already granted',
  'POST /api/auth/sign-up/email': 'creates no account; mails to an address are limited',
  'POST /api/auth/sign-in/email': 'the second session replaces the first of the same browser',
  'POST /api/auth/sign-out': 'already signed out',
  'POST /api/auth/send-verification-email': 'mails to an address are limited',
  'POST /api/auth/renew-verification-link': 'mails to an address are limited',
  'POST /api/auth/request-password-reset': 'mails to an address are limited',
  'POST /api/auth/verify-email': 'a link is used once',
  'POST /api/auth/reset-password': 'a link is used once',
  'POST /api/auth/invitation': 'changes nothing',
  'POST /api/auth/join': 'a link is used once',
  'POST /api/team/invitations/:invitationId/renew': 'replaces the link; mails of an owner are limited',
  'POST /api/auth/renew-sign-in': 'replaces the session',
  'POST /api/auth/two-factor/enable': 'replaces the secret that was not confirmed',
  'POST /api/auth/two-factor/disable': 'already disabled',
  'POST /api/auth/two-factor/verify-totp': 'a code is used once',
  'POST /api/auth/two-factor/verify-backup-code': 'a code is used once',
  'POST /api/auth/two-factor/generate-backup-codes': 'replaces the codes',
  'POST /api/settings/versions/:version/restore': 'settings that are in use already are no new version',
  'POST /api/settings/logos': 'the same logo is stored once',
  'POST /api/companies/:companyId/logos': 'the same logo is stored once',
  'POST /api/domains': 'the same address is entered once',
  'POST /api/domains/:domainId/check': 'looks a record up',
  'POST /api/companies/:companyId/domains': 'the same address is entered once',
  'POST /api/companies/:companyId/domains/:domainId/check': 'looks a record up',
  'POST /api/companies/:companyId/site-check': 'loads a page, and replaces the last result',
  'POST /api/companies/:companyId/alert-webhooks/:webhookId/test': 'sends a message that changes nothing',
  'POST /api/companies/:companyId/alert-webhooks/:webhookId/messages/:messageId/replay':
    'what is sent again already is not sent twice',
  'POST /api/alert-webhooks/:webhookId/test': 'sends a message that changes nothing',
  'POST /api/alert-webhooks/:webhookId/messages/:messageId/replay':
    'what is sent again already is not sent twice',
  'POST /api/me/password': 'the old password no longer works',
  'POST /api/me/address': 'replaces the request before; mails to an address are limited',
  'POST /api/me/address/confirm': 'a link is used once',
  'POST /api/me/delete': 'already deleted',
};

test('every POST accepts an Idempotency-Key or is listed with the reason why not', async () => {
  const posts = routes.filter(({ method, url }) => method === 'POST' && url !== '/api/*');
  const named = [...Object.keys(creating), ...Object.keys(withoutKey)];
  expect(posts.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(named.sort());
});

describe.each(Object.entries(creating))('%s', (_route, make) => {
  let request: CreatingRequest;
  let key: string;
  beforeEach(async () => {
    request = await make(t, admin);
    key = randomUUID();
  });

  test('ten simultaneous clicks create one record and get the same response', async () => {
    const address = anIpAddress();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => sendWithKey(t, key, request, address)),
    );
    expect(answers.map((answer) => [answer.statusCode, answer.body])).toEqual(
      answers.map(() => [answers[0]?.statusCode, answers[0]?.body]),
    );
    expect(answers.every(isSuccess), answers[0]?.body).toBe(true);
    expect(await request.count()).toEqual(request.one);
    const later = await sendWithKey(t, key, request);
    expect([later.statusCode, later.body]).toEqual([answers[0]?.statusCode, answers[0]?.body]);
    expect(await request.count()).toEqual(request.one);
  });

  test('the key of one request is rejected for another', async () => {
    expect(isSuccess(await sendWithKey(t, key, request))).toBe(true);
    const other = { ...request, ...request.other };
    expectError(await sendWithKey(t, key, other), 422, 'idempotency-key-reused');
    expect(await request.count()).toEqual(request.one);
  });

  test('after a failure the key can be used again, also for another request', async () => {
    const { lastTable } = request;
    await t.db.query(`ALTER TABLE ${lastTable} RENAME TO away`);
    const failed = await sendWithKey(t, key, request);
    await t.db.query(`ALTER TABLE away RENAME TO ${lastTable}`);
    expectError(failed, 500, 'internal');
    expect(Object.values(await request.count()).every((count) => count === 0)).toBe(true);
    expect(isSuccess(await sendWithKey(t, key, request))).toBe(true);
    expect(await request.count()).toEqual(request.one);
  });

  test('a request repeated after a lost response creates nothing more', async () => {
    const payload = JSON.stringify(request.body);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      [
        `POST ${request.path} HTTP/1.1`,
        `host: ${new URL(publicOrigin).host}`,
        `origin: ${publicOrigin}`,
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(payload)}`,
        `${idempotencyKeyHeader}: ${key}`,
        ...(request.cookie ? [`cookie: ${request.cookie}`] : []),
        '',
        payload,
      ].join('\r\n'),
    );
    await vi.waitUntil(async () => (await request.count()).rows === 1, { timeout: 60_000 });
    // The connection is closed before the response is read.
    socket.destroy();
    expect(isSuccess(await sendWithKey(t, key, request))).toBe(true);
    expect(await request.count()).toEqual(request.one);
  });

  test('without a key, a repeated request creates another record where possible', async () => {
    const { path, body, cookie } = request;
    const sendPlain = () => send(t, path, body, cookie ? { cookie } : {});
    expect(isSuccess(await sendPlain())).toBe(true);
    const again = await sendPlain();
    // An order has at most one portal, names and addresses are unique, and a replaced secret stays for a day.
    const isOnce = /\/(portal|goals|funnels|invitations|replace|alert-recipients|secret)$/.test(path);
    if (isOnce) expectError(again, 409, 'conflict');
    else expect(isSuccess(again), again.body).toBe(true);
    expect((await request.count()).rows).toBe(isOnce ? 1 : 2);
  });

  test.each([
    ['empty', ''],
    ['too long', 'k'.repeat(101)],
    ['with a space', 'two words'],
    ['with an umlaut', 'schlüssel'],
  ])('a key that is %s is refused by name', async (_what, wrong) => {
    const message = expectError(
      await sendWithKey(t, wrong, request),
      400,
      'invalid-request',
      idempotencyKeyHeader,
    );
    expect(message).toMatch(/^Idempotency-Key must be/);
    expect(Object.values(await request.count()).every((count) => count === 0)).toBe(true);
  });
});
