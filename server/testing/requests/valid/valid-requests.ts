import { randomUUID } from 'node:crypto';
import { apiPaths } from '../../../../contract/paths.ts';
import { toExpectedPayment } from '../../../features/purchases/purchase-status.ts';
import { findPurchaseBySession } from '../../../features/purchases/purchases.queries.ts';
import { createTestProvider } from '../../../platform/payment-provider/test-provider.ts';
import { toCookieHeader } from '../../accounts/accounts.ts';
import { alertRequests } from '../../alerts/valid-alert-requests.ts';
import { aPageview, browserUserAgent, publicOrigin } from '../../builders.ts';
import { domainRequests } from '../../domains/valid-domain-requests.ts';
import { messageForms } from '../../message-forms.ts';
import { anOpenCheckout } from '../../purchases/purchases.ts';
import { testAppSecret } from '../../test-app.ts';
import { accessRequests } from './valid-access-requests.ts';
import { accountRequests } from './valid-account-requests.ts';
import { adminRequests } from './valid-admin-requests.ts';
import { agencyRequests } from './valid-agency-requests.ts';
import { portalRequests } from './valid-portal-requests.ts';
import { reportRequests } from './valid-report-requests.ts';
import type { ValidRequest } from './valid-request.ts';
import { shopRequests } from './valid-shop-requests.ts';
import { tokenRequests } from './valid-token-requests.ts';

/**
 * One valid request to each route, by method and registered URL, to be sent in this order. Malformed requests are
 * derived from `body`.
 */
export const validRequests: Record<string, ValidRequest> = {
  'GET /openapi.json': {},
  'GET /.well-known/security.txt': {},
  'GET /healthz': {},
  'GET /readyz': {},
  'GET /t.js': {},
  'GET /metrics': { override: () => ({ remoteAddress: '127.0.0.1', headers: { host: 'localhost' } }) },
  'GET /api/tls/allowed': {
    override: () => ({
      url: `${apiPaths.tlsPermission}?domain=localhost`,
      ...{ remoteAddress: '127.0.0.1', headers: { host: 'localhost' } },
    }),
  },
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
  ...accountRequests,
  ...portalRequests,
  ...shopRequests,
  ...tokenRequests,
  ...accessRequests,
  ...domainRequests,
  ...reportRequests,
  ...adminRequests,
  ...agencyRequests,
  ...alertRequests,
  // Last, because it ends the session.
  'POST /api/auth/sign-out': { body: {}, override: ({ user }) => ({ cookie: user.cookie }) },
};
