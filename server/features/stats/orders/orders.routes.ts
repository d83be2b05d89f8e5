import { finished } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { companyParams } from '../../../../contract/company/companies.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { orderPage, orderPageQuery, portalOrders } from '../../../../contract/shop/portal-orders.ts';
import { ordersFileQuery, ordersQuery } from '../../../../contract/stats/questions.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { csvFile } from '../../../platform/http/files/file-answers.ts';
import { requirePortalViewer } from '../../access/access.ts';
import { answerInTurn, type FileRoutesDeps } from '../answer-in-turn.ts';
import { OpenFiles } from './open-files.ts';
import { findOrderPage, listPortalOrders } from './orders.ts';
import { openOrdersFile } from './orders-file.ts';

const errors = { 400: errorBody, 404: errorBody, 429: errorBody, 503: errorBody };

/** Routes of everyone who may see the orders of a portal. */
export const portalOrdersRoutes: FastifyPluginAsyncZod<FileRoutesDeps> = async (app, deps) => {
  tagRoutes(app, 'Statistics');
  const openFiles = new OpenFiles();

  app.get(
    apiPaths.portalOrders(':companyId'),
    {
      config: { portal: { rights: ['orders'] } },
      schema: {
        operationId: 'listPortalOrders',
        summary: 'List the shop orders of a period whose visits match the filters, newest first',
        params: companyParams,
        querystring: ordersQuery,
        response: { 200: portalOrders, ...errors },
      },
    },
    (request) =>
      answerInTurn(deps, request, (stats, asker) =>
        listPortalOrders(stats, { ...asker, query: request.query }),
      ),
  );

  app.get(
    apiPaths.portalOrdersFile(':companyId'),
    {
      // A HEAD request would read everything for nothing.
      exposeHeadRoute: false,
      config: { portal: { rights: ['orders', 'export'] } },
      schema: {
        operationId: 'exportPortalOrders',
        summary:
          'Export every order and refund of a period as CSV, oldest first. The sum of the column amount is the revenue',
        params: companyParams,
        querystring: ordersFileQuery,
        response: { 200: csvFile, ...errors },
      },
    },
    async (request, reply) => {
      const file = await deps.ongoingFiles.open(requirePortalViewer(request), () =>
        answerInTurn(deps, request, async (stats, asker) => {
          const close = openFiles.open(asker.companyId);
          const asked = { ...asker, query: request.query };
          const opened = await openOrdersFile(stats, asked).catch((error: unknown) => {
            close();
            throw error;
          });
          finished(opened.content, close);
          return opened;
        }),
      );
      reply.header('content-disposition', `attachment; filename="${file.name}"`);
      return reply.type('text/csv; charset=utf-8').send(file.content);
    },
  );

  app.get(
    apiPaths.orderPage(':companyId'),
    {
      config: { portal: { rights: ['orders'] } },
      schema: {
        operationId: 'getPortalOrder',
        summary: 'Get everything about one shop order',
        params: companyParams,
        querystring: orderPageQuery,
        response: { 200: orderPage, ...errors },
      },
    },
    (request) =>
      answerInTurn(deps, request, (stats, asker) =>
        findOrderPage(stats, { ...asker, orderId: request.query.orderId }),
      ),
  );
};
