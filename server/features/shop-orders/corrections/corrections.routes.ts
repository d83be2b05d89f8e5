import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { companyParams } from '../../../../contract/company/companies.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import {
  orderConflicts,
  shopOrderCorrection,
  shopOrders,
  shopOrdersQuery,
} from '../../../../contract/shop/reported-orders.ts';
import type { Db } from '../../../db/client.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { toRequestActor } from '../../sessions/sessions.ts';
import { listConflicts, listShopOrders } from './correct-order.queries.ts';
import { correctShopOrder } from './correct-order.ts';

interface ShopOrdersDeps {
  db: Db;
}

/** Routes of everyone who may see the portal. */
export const orderConflictsRoutes: FastifyPluginAsyncZod<ShopOrdersDeps> = async (app, { db }) => {
  tagRoutes(app, 'Shop orders');

  app.get(
    apiPaths.orderConflicts(':companyId'),
    {
      config: { portal: { rights: ['orders', 'money'], isWhole: true } },
      schema: {
        operationId: 'listOrderConflicts',
        summary: 'List shop orders that were reported with different amounts',
        params: companyParams,
        response: { 200: orderConflicts, 404: errorBody },
      },
    },
    async (request) => {
      const rows = await listConflicts(db, request.params.companyId);
      return {
        conflicts: rows.map((row) => ({
          orderId: row.order_id,
          counted:
            row.counted_amount !== null && row.counted_source !== null
              ? { amount: row.counted_amount, source: row.counted_source }
              : null,
          amount: row.amount,
          source: row.source,
          host: row.host,
          count: row.count,
          lastAt: row.last_at.toISOString(),
        })),
      };
    },
  );
};

/** Routes of administrators. */
export const shopOrdersRoutes: FastifyPluginAsyncZod<ShopOrdersDeps> = async (app, { db }) => {
  tagRoutes(app, 'Shop orders');

  app.get(
    apiPaths.shopOrders(':companyId'),
    {
      config: { permission: 'shop-data' },
      schema: {
        operationId: 'listShopOrders',
        summary: 'List the shop orders of a company, latest or largest first',
        params: companyParams,
        querystring: shopOrdersQuery,
        response: { 200: shopOrders, 400: errorBody },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { sort, orderId } = request.query;
      const rows = await listShopOrders(db, request.params.companyId, { sort, orderId });
      return {
        orders: rows.map((row) => ({
          orderId: row.order_id,
          amount: row.amount,
          foreignCurrency: row.foreign_currency,
          source: row.source,
          countedAt: row.counted_at.toISOString(),
        })),
      };
    },
  );

  app.post(
    apiPaths.correctShopOrder(':companyId'),
    {
      config: { permission: 'shop-data' },
      schema: {
        operationId: 'correctShopOrder',
        summary: 'Remove a shop order, or count another amount that was reported for it',
        params: companyParams,
        body: shopOrderCorrection,
        response: { 204: z.null(), 400: errorBody, 404: errorBody, 409: errorBody },
      },
    },
    async (request, reply) => {
      await correctShopOrder(db, request.params.companyId, request.body, toRequestActor(request));
      return reply.status(204).send(null);
    },
  );
};
