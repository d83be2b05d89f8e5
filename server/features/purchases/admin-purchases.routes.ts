import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { adminCompany, newCompany } from '../../../contract/company/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { idempotencyHeaders } from '../../../contract/idempotency.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { purchaseList, purchaseParams, purchasesQuery } from '../../../contract/public/purchases.ts';
import { recordAudit } from '../../platform/audit.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { csvFile } from '../../platform/http/files/file-answers.ts';
import { toNewAdminCompany } from '../companies/companies.ts';
import { readSessionClaim, toRequestActor } from '../sessions/sessions.ts';
import { listAdminPurchases, writePurchasesCsv } from './admin-purchases.ts';
import { createPurchasePortal, type PurchasePortalDeps } from './purchase-portal.ts';

/** Purchases, for administrators. Their screen and addresses call them orders. */
export const adminPurchasesRoutes: FastifyPluginAsyncZod<PurchasePortalDeps> = async (app, deps) => {
  tagRoutes(app, 'Purchases');

  app.get(
    apiPaths.purchases,
    {
      config: { permission: 'purchases' },
      schema: {
        operationId: 'listPurchases',
        summary: 'List orders, newest first, with the totals of paid orders',
        querystring: purchasesQuery,
        response: { 200: purchaseList, 400: errorBody },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return listAdminPurchases(deps, request.query);
    },
  );

  app.get(
    apiPaths.purchasesFile,
    {
      config: { permission: 'purchases' },
      // A HEAD request would read all rows for nothing.
      exposeHeadRoute: false,
      schema: {
        operationId: 'exportPurchases',
        summary: 'Export orders as CSV',
        querystring: purchasesQuery.pick({ state: true }),
        response: { 200: csvFile, 400: errorBody },
      },
    },
    async (request, reply) => {
      await deps.db.transaction((tx) =>
        recordAudit(tx, toRequestActor(request), {
          action: 'orders.exported',
          object: 'the orders',
        }),
      );
      const day = new Date().toISOString().slice(0, 10);
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="orders-${day}.csv"`)
        .type('text/csv; charset=utf-8')
        .send(Readable.from(writePurchasesCsv(deps, request.query)));
    },
  );

  app.post(
    apiPaths.purchasePortal(':orderId'),
    {
      config: { permission: 'purchase-portals' },
      schema: {
        operationId: 'createPurchasePortal',
        summary: 'Create the portal of a paid order and mail its key to the customer',
        params: purchaseParams,
        headers: idempotencyHeaders,
        body: newCompany,
        response: { 201: adminCompany, 400: errorBody, 404: errorBody, 409: errorBody, 422: errorBody },
      },
    },
    async (request, reply) => {
      const { company, accessKey } = await createPurchasePortal(
        deps,
        request.params.orderId,
        request.body,
        toRequestActor(request),
        readSessionClaim(request, [request.params.orderId, request.body]),
      );
      reply.header('cache-control', 'no-store');
      return reply.status(201).send(toNewAdminCompany(company, accessKey));
    },
  );
};
