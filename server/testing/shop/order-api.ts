import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { ordersResponse } from '../../../contract/shop/orders.ts';
import { aCompany } from '../builders.ts';
import { expectOrdersMatchEvents } from '../stored-data.ts';
import type { TestApp } from '../test-app.ts';
import { anOrderToken } from './a-token.ts';

interface Shop {
  companyId: string;
  key: string;
}

export const anApiOrder = (orderId: string, amount: number | string, given: object = {}) => ({
  ...{ orderId, amount, currency: 'USD', occurredAt: new Date().toISOString() },
  ...given,
});

/** The result of each order of a successful answer. */
export const resultsOf = (answer: LightMyRequestResponse): string[] => {
  expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 200 });
  return ordersResponse.parse(answer.json()).orders.map(({ result }) => result);
};

export type OrderApi = ReturnType<typeof openOrderApi>;

/** Shops with a token, and what their servers send. */
export function openOrderApi(t: TestApp) {
  const post = ({ key }: Shop, url: string, payload: unknown) =>
    t.app.inject({
      method: 'POST',
      url,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'user-agent': 'curl/8',
      },
      payload: JSON.stringify(payload),
    });
  return {
    async aShop(settings: Parameters<typeof aCompany>[1] = {}): Promise<Shop> {
      const { company } = await aCompany(t.db, settings);
      return { companyId: company.id, key: await anOrderToken(t, company.id) };
    },
    report: (shop: Shop, orders: unknown) => post(shop, apiPaths.apiOrders, orders),
    refund: (shop: Shop, orderId: string, body: unknown) =>
      post(shop, apiPaths.apiRefunds(encodeURIComponent(orderId)), body),
    expectConsistent: ({ companyId }: Shop) => expectOrdersMatchEvents(t.db, companyId),
  };
}
