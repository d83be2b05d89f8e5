import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { recoveryCodes, signedInSessions, twoFactorSecret } from '../../../contract/account/accounts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { purchaseList } from '../../../contract/public/purchases.ts';
import { createdApiKey } from '../../../contract/shop/api-keys.ts';
import { toExpectedPayment } from '../../features/purchases/purchase-status.ts';
import { findPurchaseBySession } from '../../features/purchases/purchases.queries.ts';
import { createTestProvider } from '../../platform/payment-provider/test-provider.ts';
import { aNewSession, anEmail, aStrongPassword, send, toCookieHeader } from '../accounts/accounts.ts';
import { toTotp } from '../accounts/totp.ts';
import { aCompany, anOrder, aPageview, browserUserAgent, publicOrigin, track } from '../builders.ts';
import { findMail, toLinkToken } from '../mail/sent-mails.ts';
import { messageForms } from '../message-forms.ts';
import { anOpenCheckout, submitTestCheckout } from '../purchases/purchases.ts';
import { aConnection, toDeliveryHeaders } from '../shop/shop-deliveries.ts';
import { wooDelivery } from '../shop/woocommerce-samples.ts';
import { type TestApp, testAdminKey, testAppSecret } from '../test-app.ts';
import type { RequestFixture, ValidRequest } from './valid-request.ts';

const shop = { name: 'Test Shop', domain: 'shop.test', description: '', allowDuplicate: true };
const goal = { name: 'Sign-ups', kind: 'page', target: '/thanks*', value: '12.50' };
const funnel = {
  name: 'Order',
  steps: [
    { kind: 'page', target: '/shop/*' },
    { kind: 'event', target: 'cart' },
  ],
};
const password = { password: aStrongPassword };
const email = { email: 'unknown@people.test' };

/** The confirmation token of a new sign-up. */
async function aConfirmationToken(t: TestApp): Promise<string> {
  const fresh = anEmail();
  await send(t, apiPaths.signUp, { email: fresh, ...password });
  return toLinkToken(await findMail(t, fresh, /^Confirm/));
}
const note = { date: '2026-10-05', time: '09:30', text: 'Campaign started' };

/** An administrator's request about a new note. */
async function toAnnotation({ t, admin, companyId }: RequestFixture) {
  const answer = await t.app.inject({
    method: 'POST',
    url: apiPaths.annotations(companyId),
    headers: { origin: publicOrigin, cookie: admin.cookie },
    payload: note,
  });
  return {
    url: apiPaths.annotation(companyId, created.parse(answer.json()).id),
    cookie: admin.cookie,
  };
}
const created = z.object({ id: z.string() });

const asAdmin = async ({ t, admin }: RequestFixture, url: string) =>
  (await t.app.inject({ url, headers: { cookie: admin.cookie } })).json();

const withKey = ({ apiKey }: RequestFixture) => ({ authorization: `Bearer ${apiKey}` });

const anApiOrder = (orderId: string) => ({
  ...{ orderId, amount: '12.50', currency: 'USD', occurredAt: new Date().toISOString() },
});

async function aVerifiedOrderId(fixture: RequestFixture): Promise<string> {
  const orderId = randomUUID();
  await fixture.t.app.inject({
    ...{ method: 'POST', url: apiPaths.apiOrders, headers: withKey(fixture), payload: anApiOrder(orderId) },
  });
  return orderId;
}

/** A key of a new company: malformed requests may have filled up the managed one. */
async function anApiKeyId({ t, admin }: RequestFixture): Promise<{ companyId: string; keyId: string }> {
  const companyId = (await aCompany(t.db)).company.id;
  const answer = await send(t, apiPaths.apiKeys(companyId), { name: 'Shop' }, { cookie: admin.cookie });
  return { companyId, keyId: createdApiKey.parse(answer.json()).apiKey.id };
}

type ListPath = (companyId: string) => string;
type ItemPath = (companyId: string, id: string) => string;

/** A new goal or funnel. */
async function aDefinitionId({ t, admin }: RequestFixture, url: string, body: object): Promise<string> {
  const answer = await send(t, url, { ...body, name: randomUUID() }, { cookie: admin.cookie });
  return created.parse(answer.json()).id;
}

/** The path of a new goal or funnel of a new company: malformed requests may have filled up the managed one. */
async function aDefinitionPath(fixture: RequestFixture, list: ListPath, item: ItemPath, body: object) {
  const { id } = (await aCompany(fixture.t.db)).company;
  return { url: item(id, await aDefinitionId(fixture, list(id), body)) };
}

async function aPaidCheckout({ t }: RequestFixture) {
  const checkout = await anOpenCheckout(t.app);
  await submitTestCheckout(t.app, checkout.sessionId, 'pay');
  return checkout;
}

async function anItemId(fixture: RequestFixture): Promise<string> {
  await send(fixture.t, messageForms.home.path, messageForms.home.body());
  const { items } = z.object({ items: z.array(created) }).parse(await asAdmin(fixture, apiPaths.inbox));
  return items[0]?.id ?? '';
}

/**
 * One valid request to each route, by method and registered URL, to be sent in this order. Malformed requests are
 * derived from `body`.
 */
export const validRequests: Record<string, ValidRequest> = {
  'GET /openapi.json': {},
  'GET /healthz': {},
  'GET /readyz': {},
  'GET /t.js': {},
  'GET /metrics': { override: () => ({ remoteAddress: '127.0.0.1', headers: { host: 'localhost' } }) },
  'GET /api/me': {},
  'OPTIONS /api/track-analytics': { status: 204 },
  'POST /api/track-analytics': {
    body: {
      companyId: randomUUID(),
      eventType: 'pageview',
      metadata: { url: 'https://shop.test/', sessionId: 's' },
    },
    override: ({ companyId }) => ({
      body: aPageview(companyId),
      headers: { origin: 'https://shop.test', 'user-agent': browserUserAgent },
    }),
  },
  'POST /api/verify-company-access': {
    body: { accessKey: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA' },
    override: ({ accessKey }) => ({ body: { accessKey } }),
    // A malformed request may have been valid enough to sign the viewer out.
    onAnswer: (answer, fixture) => {
      fixture.viewerCookie = toCookieHeader(answer);
    },
  },
  'GET /api/my-portals': {},
  'POST /api/my-portals/:companyId/sign-out': { status: 204 },
  'POST /api/send-contact-email': { body: messageForms.home.body() },
  'POST /api/contact-message': { body: messageForms.contact.body() },
  'POST /api/book-demo': { body: messageForms.demo.body() },

  'POST /api/create-payment': {
    body: {
      priceId: 'price_chatbots',
      customerEmail: 'ada@buyer.example',
      currency: 'gbp',
    },
    override: () => ({ body: { priceId: 'price_chatbots', customerEmail: 'ada@buyer.example' } }),
  },
  'GET /api/payment-status': {
    override: async (fixture) => ({
      url: `${apiPaths.purchaseStatus}?session_id=${(await anOpenCheckout(fixture.t.app)).sessionId}`,
    }),
  },
  'GET /api/test-checkout/:checkoutId': {
    override: async ({ t }) => ({ url: apiPaths.testCheckout((await anOpenCheckout(t.app)).sessionId) }),
  },
  'POST /api/test-checkout/:checkoutId': {
    status: 303,
    isForm: true,
    body: { decision: 'pay' },
    override: async ({ t }) => ({
      url: apiPaths.testCheckout((await anOpenCheckout(t.app)).sessionId),
      rawBody: 'decision=pay',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  },
  'POST /api/csp-reports': { status: 204, body: { 'csp-report': { 'effective-directive': 'img-src' } } },
  'POST /api/stripe-webhook': {
    body: { id: 'evt_1', object: 'event', type: 'charge.refunded', created: 1, livemode: false, data: {} },
    override: async ({ t }) => {
      const { sessionId } = await anOpenCheckout(t.app);
      const payment = await findPurchaseBySession(t.db, sessionId);
      if (!payment) throw new Error('the purchase is not stored');
      const maker = createTestProvider({ appSecret: testAppSecret, publicUrl: publicOrigin });
      const { body, signature } = await maker.pay({
        ...toExpectedPayment(payment),
        purchaseId: payment.id,
        sessionId,
      });
      return { rawBody: body, headers: { 'stripe-signature': signature } };
    },
  },

  'POST /api/auth/sign-up/email': {
    body: { ...email, ...password },
    override: () => ({ body: { email: anEmail(), ...password } }),
  },
  'POST /api/auth/send-verification-email': { body: { ...email, ...password } },
  'POST /api/auth/verify-email': {
    body: { token: 'x'.repeat(80), ...password },
    override: async ({ t }) => ({ body: { token: await aConfirmationToken(t), ...password } }),
  },
  'POST /api/auth/renew-verification-link': {
    body: { token: 'x'.repeat(80) },
    override: async ({ t }) => ({ body: { token: await aConfirmationToken(t) } }),
  },
  'POST /api/auth/request-password-reset': { body: email },
  'POST /api/auth/reset-password': {
    body: { token: 'x'.repeat(80), newPassword: aStrongPassword },
    override: async ({ t, user }) => {
      await send(t, apiPaths.requestPasswordReset, { email: user.email });
      const token = toLinkToken(await findMail(t, user.email, /new password/));
      return { body: { token, newPassword: aStrongPassword } };
    },
  },
  'POST /api/auth/sign-in/email': {
    body: { ...email, ...password },
    override: ({ user }) => ({ body: { email: user.email, password: user.password } }),
    onAnswer: (answer, { user }) => {
      user.cookie = toCookieHeader(answer);
    },
  },
  'GET /api/me/sessions': {},
  'DELETE /api/me/sessions/:sessionId': {
    status: 204,
    override: async ({ t, user }) => {
      await aNewSession(t, user);
      const answer = await t.app.inject({ url: apiPaths.mySessions, headers: { cookie: user.cookie } });
      const { sessions } = signedInSessions.parse(answer.json());
      return { url: apiPaths.mySession(sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '') };
    },
  },
  'POST /api/auth/two-factor/enable': {
    body: password,
    onAnswer: (answer, fixture) => {
      fixture.secret = twoFactorSecret.parse(answer.json());
    },
  },
  'POST /api/auth/two-factor/verify-totp': {
    body: { code: '123456' },
    override: ({ secret, user }) => ({ body: { code: toTotp(secret?.totpURI ?? '') }, cookie: user.cookie }),
    onAnswer: (answer, { user }) => {
      user.cookie = toCookieHeader(answer);
    },
  },
  'POST /api/auth/two-factor/generate-backup-codes': {
    body: password,
    override: ({ secret }) => ({ body: { ...password, code: secret?.backupCodes[0] } }),
    onAnswer: (answer, { secret }) => {
      if (secret) secret.backupCodes = recoveryCodes.parse(answer.json()).backupCodes;
    },
  },
  'POST /api/auth/two-factor/verify-backup-code': {
    body: { code: 'aaaaa-bbbbb' },
    override: async ({ t, secret, user }) => {
      const half = await send(t, apiPaths.signIn, { email: user.email, password: user.password });
      return { body: { code: secret?.backupCodes[0] }, cookie: toCookieHeader(half) };
    },
  },
  'POST /api/auth/renew-sign-in': {
    body: password,
    override: ({ secret }) => ({ body: { ...password, code: secret?.backupCodes[1] } }),
    onAnswer: (answer, { user }) => {
      user.cookie = toCookieHeader(answer);
    },
  },
  'POST /api/auth/two-factor/disable': {
    body: password,
    override: ({ secret }) => ({ body: { ...password, code: secret?.backupCodes[2] } }),
    onAnswer: (answer, { user }) => {
      user.cookie = toCookieHeader(answer) || user.cookie;
    },
  },
  'POST /api/grant-admin': {
    body: { ...email, accessKey: 'not the key' },
    override: ({ admin }) => ({ body: { email: admin.email, accessKey: testAdminKey } }),
  },

  'GET /api/companies/:companyId': {},
  'GET /api/companies/:companyId/analytics': {},
  'GET /api/companies/:companyId/active': {},
  'GET /api/companies/:companyId/stats/summary': {},
  'GET /api/companies/:companyId/stats/timeseries': {},
  'GET /api/companies/:companyId/stats/breakdown': {
    override: ({ companyId }) => ({ url: `${apiPaths.statsBreakdown(companyId)}?dimension=source` }),
  },
  'GET /api/companies/:companyId/stats/live': {},
  'GET /api/companies/:companyId/stats/recent-events': {},
  'GET /api/companies/:companyId/stats/export': {
    override: ({ companyId }) => ({ url: `${apiPaths.statsExport(companyId)}?of=timeseries` }),
  },
  'GET /api/companies/:companyId/goals': {},
  'GET /api/companies/:companyId/funnels': {},
  'POST /api/companies/:companyId/goals': {
    status: 201,
    body: goal,
    override: async ({ t }) => ({ url: apiPaths.goals((await aCompany(t.db)).company.id) }),
  },
  'PUT /api/companies/:companyId/goals/:goalId': {
    body: goal,
    override: (fixture) => aDefinitionPath(fixture, apiPaths.goals, apiPaths.goal, goal),
  },
  'DELETE /api/companies/:companyId/goals/:goalId': {
    status: 204,
    override: (fixture) => aDefinitionPath(fixture, apiPaths.goals, apiPaths.goal, goal),
  },
  'POST /api/companies/:companyId/funnels': {
    status: 201,
    body: funnel,
    override: async ({ t }) => ({ url: apiPaths.funnels((await aCompany(t.db)).company.id) }),
  },
  'PUT /api/companies/:companyId/funnels/:funnelId': {
    body: funnel,
    override: (fixture) => aDefinitionPath(fixture, apiPaths.funnels, apiPaths.funnel, funnel),
  },
  'DELETE /api/companies/:companyId/funnels/:funnelId': {
    status: 204,
    override: (fixture) => aDefinitionPath(fixture, apiPaths.funnels, apiPaths.funnel, funnel),
  },
  'GET /api/companies/:companyId/stats/goals': {},
  'GET /api/companies/:companyId/stats/funnel': {
    override: async (fixture) => {
      const { companyId } = fixture;
      const id = await aDefinitionId(fixture, apiPaths.funnels(companyId), funnel);
      return { url: `${apiPaths.statsFunnel(companyId)}?funnel=${id}` };
    },
  },
  'GET /api/companies/:companyId/tracking-script': {},
  'GET /api/companies/:companyId/refused-events': {},
  'GET /api/companies/:companyId/order-conflicts': {},
  'GET /api/companies/:companyId/stats/orders': {},
  'GET /api/companies/:companyId/stats/orders.csv': {},
  'GET /api/companies/:companyId/stats/order': {
    override: async (fixture) => ({
      url: `${apiPaths.orderPage(fixture.companyId)}?orderId=${await aVerifiedOrderId(fixture)}`,
    }),
  },
  'GET /api/companies/:companyId/api-keys': {},
  'POST /api/companies/:companyId/api-keys': {
    body: { name: 'Shop' },
    status: 201,
    override: async ({ t }) => ({ url: apiPaths.apiKeys((await aCompany(t.db)).company.id) }),
  },
  'POST /api/companies/:companyId/api-keys/:keyId/replace': {
    status: 201,
    override: async (fixture) => {
      const { companyId, keyId } = await anApiKeyId(fixture);
      return { url: apiPaths.replaceApiKey(companyId, keyId) };
    },
  },
  'DELETE /api/companies/:companyId/api-keys/:keyId': {
    status: 204,
    override: async (fixture) => {
      const { companyId, keyId } = await anApiKeyId(fixture);
      return { url: apiPaths.apiKey(companyId, keyId) };
    },
  },
  'GET /api/v1/orders': { override: (fixture) => ({ headers: withKey(fixture) }) },
  'POST /api/v1/orders': {
    body: {
      ...anApiOrder('A-1'),
      items: [{ name: 'Chair', quantity: 1, price: '12.50' }],
      customerRef: 'c-1',
    },
    override: (fixture) => ({ headers: withKey(fixture), body: anApiOrder(randomUUID()) }),
  },
  'POST /api/v1/orders/:orderId/refunds': {
    body: { refundId: 'R-1', amount: '1.00', occurredAt: new Date().toISOString() },
    override: async (fixture) => ({
      headers: withKey(fixture),
      url: apiPaths.apiRefunds(await aVerifiedOrderId(fixture)),
    }),
  },
  'GET /api/companies/:companyId/shop-orders': {},
  'POST /api/companies/:companyId/shop-orders/correct': {
    status: 204,
    body: { orderId: 'A-1', amount: null },
    override: async ({ t, companyId }) => {
      const orderId = randomUUID();
      await track(t.app, anOrder(companyId, orderId, 5));
      return { body: { orderId, amount: null } };
    },
  },
  'GET /api/companies/:companyId/shop-connections': {},
  'PUT /api/companies/:companyId/shop-connections/:provider': {
    body: { secret: 'whsec_of-a-valid-request' },
    override: ({ companyId }) => ({ url: apiPaths.shopConnection(companyId, 'stripe') }),
  },
  'DELETE /api/companies/:companyId/shop-connections/:provider': {
    status: 204,
    override: async ({ t, companyId }) => {
      await aConnection(t, companyId, 'shopify');
      return { url: apiPaths.shopConnection(companyId, 'shopify') };
    },
  },
  'POST /api/webhooks/:provider/:connectionId': {
    body: { id: 727, number: '727', status: 'processing', currency: 'USD', total: '29.35' },
    override: async ({ t, companyId }) => {
      const connection = await aConnection(t, companyId, 'woocommerce');
      const rawBody = JSON.stringify(wooDelivery('created', 1).content);
      return {
        url: apiPaths.shopWebhook('woocommerce', connection.connectionId),
        rawBody,
        headers: await toDeliveryHeaders(connection, 'order.created', rawBody),
      };
    },
  },
  'GET /api/companies/:companyId/annotations': {},
  'POST /api/companies/:companyId/annotations': {
    status: 201,
    body: note,
    override: ({ admin }) => ({ cookie: admin.cookie }),
  },
  'PUT /api/companies/:companyId/annotations/:annotationId': { body: note, override: toAnnotation },
  'DELETE /api/companies/:companyId/annotations/:annotationId': { status: 204, override: toAnnotation },
  'GET /api/companies/:companyId/live': { isStream: true },
  'PUT /api/companies/:companyId/presence/:sessionId': { status: 204, body: { page_url: '/company-portal' } },
  'DELETE /api/companies/:companyId/presence/:sessionId': { status: 204 },
  'POST /api/simulate-analytics': {
    body: { companyId: randomUUID() },
    // The company has real events by now, so only an administrator may do this.
    override: ({ companyId, admin }) => ({ body: { companyId }, cookie: admin.cookie }),
  },
  'DELETE /api/companies/:companyId/simulated-analytics': { status: 204 },

  'GET /api/companies': {},
  'POST /api/companies': { status: 201, body: { ...shop, currency: 'EUR' } },
  'PATCH /api/companies/:companyId': {
    body: {
      ...shop,
      currency: 'USD',
      hostNames: [],
      excludedPaths: [],
      excludedAddresses: [],
      weekStart: 7,
      viewersMayAnnotate: true,
      countsOnlyVerified: true,
    },
  },
  'POST /api/companies/:companyId/rotate-key': {
    override: async ({ t }) => ({ url: apiPaths.replaceKey((await aCompany(t.db)).company.id) }),
  },
  'DELETE /api/companies/:companyId': {
    status: 204,
    body: { name: 'not its name' },
    override: async ({ t }) => {
      const { company } = await aCompany(t.db);
      return { url: apiPaths.company(company.id), body: { name: company.name } };
    },
  },
  'GET /api/inbox': {},
  'GET /api/installation': {},
  'GET /api/inbox.csv': {},
  'PATCH /api/inbox/:itemId': {
    body: { state: 'open', note: 'call them' },
    override: async (fixture) => ({ url: apiPaths.inboxItem(await anItemId(fixture)) }),
  },
  'DELETE /api/inbox/:itemId': {
    status: 204,
    override: async (fixture) => ({ url: apiPaths.inboxItem(await anItemId(fixture)) }),
  },
  'GET /api/mails': {},
  'POST /api/mails/:mailId/retry': {
    status: 204,
    override: async ({ t }) => {
      const id = randomUUID();
      await t.db.query(
        `INSERT INTO mails (id, class, recipient, subject, state, content, created_at)
         VALUES ($1, 'notice', 'a@b.test', 'x', 'failed', '{"text":"x","html":"x"}', now())`,
        [id],
      );
      return { url: apiPaths.retryMail(id) };
    },
  },
  'GET /api/audit-log': {},
  'GET /api/admin-live': { isStream: true },
  'GET /api/orders': {},
  'GET /api/orders.csv': {},
  'POST /api/orders/:orderId/portal': {
    status: 201,
    body: shop,
    override: async (fixture) => {
      await aPaidCheckout(fixture);
      const [order] = purchaseList.parse(await asAdmin(fixture, apiPaths.purchases)).orders;
      return { url: apiPaths.purchasePortal(order?.id ?? '') };
    },
  },
  // Last, because it ends the session.
  'POST /api/auth/sign-out': { body: {}, override: ({ user }) => ({ cookie: user.cookie }) },
};
