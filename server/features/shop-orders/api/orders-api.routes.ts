import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import {
  orderListInput,
  orderListQuery,
  orderListResponse,
  ordersRequest,
  ordersResponse,
  refundParams,
  refundRequest,
  refundResponse,
  verifiedOrderInput,
} from '../../../../contract/shop/orders.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { requireValid } from '../../../platform/http/validate.ts';
import { requireVerifiedToken } from '../../access/tokens/token-door.ts';
import { listOrders, type OrdersApiDeps, reportOrders, reportRefund } from './orders-api.ts';

type OrdersRequest = z.output<typeof ordersRequest>;

/** A hundred orders with a hundred items each. */
const ordersBodyMaxBytes = 2 * 1024 * 1024;

const errors = {
  400: errorBody,
  401: errorBody,
  403: errorBody,
  413: errorBody,
  415: errorBody,
  429: errorBody,
};
const writeErrors = { ...errors, 409: errorBody, 503: errorBody };

/** Routes of a company's servers, which have a token. */
export const ordersApiRoutes: FastifyPluginAsyncZod<OrdersApiDeps> = async (app, deps) => {
  tagRoutes(app, 'Order API');

  app.post(
    apiPaths.apiOrders,
    {
      bodyLimit: ordersBodyMaxBytes,
      config: { tokenRights: ['write-orders'], needsSpace: true },
      // Parses a list as a list and an order as an order: an error of their union would not name the field.
      validatorCompiler: () => (body: unknown) => ({
        value: requireValid<z.ZodType<OrdersRequest>>(
          Array.isArray(body) ? orderListInput : verifiedOrderInput,
          body,
        ),
      }),
      schema: {
        operationId: 'reportOrders',
        summary: 'Record an order or up to 100: all of them or none. Repeating the request changes nothing',
        body: ordersRequest,
        response: { 200: ordersResponse, ...writeErrors },
      },
    },
    async (request) => {
      const orders = Array.isArray(request.body) ? request.body : [request.body];
      return { orders: await reportOrders(deps, requireVerifiedToken(request), orders) };
    },
  );

  app.get(
    apiPaths.apiOrders,
    {
      config: { tokenRights: ['orders', 'money'] },
      schema: {
        operationId: 'listOrders',
        summary: 'List the orders of the company, in the order of their ids',
        querystring: orderListQuery,
        response: { 200: orderListResponse, ...errors },
      },
    },
    (request) => listOrders(deps, requireVerifiedToken(request), request.query),
  );

  app.post(
    apiPaths.apiRefunds(':orderId'),
    {
      config: { tokenRights: ['write-orders'], needsSpace: true },
      schema: {
        operationId: 'reportRefund',
        summary: 'Record a refund of an order, in part or whole. Repeating the request changes nothing',
        params: refundParams,
        body: refundRequest,
        response: { 200: refundResponse, ...writeErrors, 404: errorBody },
      },
    },
    async (request) => {
      const { orderId } = request.params;
      const { refundId } = request.body;
      const recorded = await reportRefund(deps, requireVerifiedToken(request), orderId, request.body);
      return { orderId, refundId, ...recorded };
    },
  );
};
