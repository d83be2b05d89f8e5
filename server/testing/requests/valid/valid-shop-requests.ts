import { randomUUID } from 'node:crypto';
import { apiPaths } from '../../../../contract/paths.ts';
import { anOrder, track } from '../../builders.ts';
import { aConnection, toDeliveryHeaders } from '../../shop/shop-deliveries.ts';
import { wooDelivery } from '../../shop/woocommerce-samples.ts';
import type { RequestFixture, ValidRequest } from './valid-request.ts';

const withToken = ({ token }: RequestFixture) => ({ authorization: `Bearer ${token}` });

const anApiOrder = (orderId: string) => ({
  ...{ orderId, amount: '12.50', currency: 'USD', occurredAt: new Date().toISOString() },
});

async function aVerifiedOrderId(fixture: RequestFixture): Promise<string> {
  const orderId = randomUUID();
  await fixture.t.app.inject({
    ...{ method: 'POST', url: apiPaths.apiOrders, headers: withToken(fixture), payload: anApiOrder(orderId) },
  });
  return orderId;
}

/** Orders of shops: reported, verified and corrected, with the keys and connections that report them. */
export const shopRequests: Record<string, ValidRequest> = {
  'GET /api/companies/:companyId/refused-events': {},
  'GET /api/companies/:companyId/arrivals': {},
  'GET /api/companies/:companyId/order-conflicts': {},
  'GET /api/companies/:companyId/stats/orders': {},
  'GET /api/companies/:companyId/stats/orders.csv': {},
  'GET /api/companies/:companyId/stats/order': {
    override: async (fixture) => ({
      url: `${apiPaths.orderPage(fixture.companyId)}?orderId=${await aVerifiedOrderId(fixture)}`,
    }),
  },
  'GET /api/v1/orders': { override: (fixture) => ({ headers: withToken(fixture) }) },
  'POST /api/v1/orders': {
    body: {
      ...anApiOrder('A-1'),
      items: [{ name: 'Chair', quantity: 1, price: '12.50' }],
      customerRef: 'c-1',
    },
    override: (fixture) => ({ headers: withToken(fixture), body: anApiOrder(randomUUID()) }),
  },
  'POST /api/v1/orders/:orderId/refunds': {
    body: { refundId: 'R-1', amount: '1.00', occurredAt: new Date().toISOString() },
    override: async (fixture) => ({
      headers: withToken(fixture),
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
};
