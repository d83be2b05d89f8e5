import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorBody } from '../../../contract/errors.ts';
import { idempotencyHeaders } from '../../../contract/idempotency.ts';
import { apiPaths } from '../../../contract/paths.ts';
import {
  createCheckoutRequest,
  createCheckoutResponse,
  purchaseStatus,
  purchaseStatusQuery,
} from '../../../contract/public/purchases.ts';
import { type Challenges, readSolution } from '../../platform/challenges/challenges.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { toLimitKey } from '../../platform/http/client-address.ts';
import { readClaim } from '../../platform/idempotency/idempotency.ts';
import type { PurchasesDeps } from './purchases.ts';
import { requirePurchaseStatus, startCheckout } from './purchases.ts';

export const checkoutRoutes: FastifyPluginAsyncZod<PurchasesDeps & { challenges: Challenges }> = async (
  app,
  { challenges, ...deps },
) => {
  tagRoutes(app, 'Purchases');

  app.post(
    apiPaths.createCheckout,
    {
      // Counts all requests, including repeated ones. New purchases are counted below.
      config: { rateLimit: { max: 60, timeWindow: '1 minute' }, needsSpace: true },
      schema: {
        operationId: 'createCheckout',
        summary: 'Open a checkout for a product',
        headers: idempotencyHeaders,
        body: createCheckoutRequest,
        response: {
          200: createCheckoutResponse,
          400: errorBody,
          409: errorBody,
          422: errorBody,
          428: errorBody,
          429: errorBody,
          502: errorBody,
          503: errorBody,
        },
      },
    },
    async (request) => {
      const url = await challenges.admitCreation(
        {
          kind: 'checkout',
          solution: readSolution(request),
          limit: {
            key: `purchases ${toLimitKey(request.ip)}`,
            max: 20,
            windowSeconds: 3_600,
            reason: 'Too many purchases were started from your network.',
          },
        },
        (admit) =>
          startCheckout(deps, request.body, { claim: readClaim(request, { content: request.body }), admit }),
      );
      return { url };
    },
  );

  app.get(
    apiPaths.purchaseStatus,
    {
      config: { rateLimit: { max: 60, timeWindow: '1 minute' } },
      schema: {
        operationId: 'getPurchaseStatus',
        summary: 'Status of a checkout',
        querystring: purchaseStatusQuery,
        response: { 200: purchaseStatus, 404: errorBody, 429: errorBody },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return requirePurchaseStatus(deps, request.query.session_id);
    },
  );
};
