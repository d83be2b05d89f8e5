import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { companyParams } from '../../../../contract/company/companies.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { orderPage, orderPageQuery, portalOrders } from '../../../../contract/shop/portal-orders.ts';
import { ordersQuery } from '../../../../contract/stats/questions.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { csvByteOrderMark, toCsvLine } from '../../../platform/http/files/csv.ts';
import { csvFile } from '../../../platform/http/files/file-answers.ts';
import { answerInTurn, type StatsRoutesDeps } from '../answer-in-turn.ts';
import { requireWhole } from '../export-stats.ts';
import { toZoned } from '../period/time-range.ts';
import { findOrderPage, listPortalOrders } from './orders.ts';

const errors = { 400: errorBody, 404: errorBody, 429: errorBody, 503: errorBody };

/** Routes of everyone who may see the portal. */
export const portalOrdersRoutes: FastifyPluginAsyncZod<StatsRoutesDeps> = async (app, deps) => {
  tagRoutes(app, 'Statistics');

  app.get(
    apiPaths.portalOrders(':companyId'),
    {
      schema: {
        operationId: 'listPortalOrders',
        summary: 'List the shop orders of a period whose visits match the filters, newest first',
        params: companyParams,
        querystring: ordersQuery,
        response: { 200: portalOrders, ...errors },
      },
    },
    (request) =>
      answerInTurn(deps, request, (stats) =>
        listPortalOrders(stats, {
          companyId: request.params.companyId,
          query: request.query,
          now: new Date(),
        }),
      ),
  );

  app.get(
    apiPaths.portalOrdersFile(':companyId'),
    {
      // A HEAD request would read everything for nothing.
      exposeHeadRoute: false,
      schema: {
        operationId: 'exportPortalOrders',
        summary: 'Export a page of the shop orders of a period as CSV',
        params: companyParams,
        querystring: ordersQuery,
        response: { 200: csvFile, ...errors },
      },
    },
    (request, reply) =>
      answerInTurn(deps, request, async (stats) => {
        const now = new Date();
        const { companyId } = request.params;
        const listed = await listPortalOrders(stats, { companyId, query: request.query, now });
        requireWhole(listed);
        const { orders, timeZone } = listed;
        const lines = orders.map((order) => {
          const at = toZoned(Date.parse(order.at), timeZone);
          return toCsvLine([
            ...[at.toString({ timeZoneName: 'never', smallestUnit: 'second' }), order.orderId],
            ...[order.amount, order.refunded, order.currency, order.state],
            ...[order.isVerified ? 'verified' : 'reported', order.reporter],
            ...[
              order.source,
              order.channel,
              order.campaign,
              order.device,
              order.country,
              order.pageBefore,
            ].map((value) => value ?? ''),
          ]);
        });
        const day = now.toISOString().slice(0, 10);
        reply.header('content-disposition', `attachment; filename="orders-${day}.csv"`);
        reply.type('text/csv; charset=utf-8');
        return reply.send(csvByteOrderMark + toCsvLine(columns) + lines.join(''));
      }),
  );

  app.get(
    apiPaths.orderPage(':companyId'),
    {
      schema: {
        operationId: 'getPortalOrder',
        summary: 'Get everything about one shop order',
        params: companyParams,
        querystring: orderPageQuery,
        response: { 200: orderPage, ...errors },
      },
    },
    (request) =>
      answerInTurn(deps, request, (stats) =>
        findOrderPage(stats, {
          companyId: request.params.companyId,
          orderId: request.query.orderId,
          now: new Date(),
        }),
      ),
  );
};

const columns = [
  ...['at', 'order-id', 'amount', 'refunded', 'currency', 'state', 'counted-as', 'reported-by'],
  ...['source', 'channel', 'campaign', 'device', 'country', 'page-before'],
];
