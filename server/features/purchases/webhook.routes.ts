import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { receivePurchaseEvent } from './purchase-events.ts';
import type { PurchasesDeps } from './purchases.ts';

const bodyMaxBytes = 256 * 1024;

/** Registered in a separate scope, because the signature covers the raw bytes of the body. */
export const webhookRoutes: FastifyPluginAsyncZod<PurchasesDeps> = async (app, deps) => {
  tagRoutes(app, 'Purchases');

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyMaxBytes }, (_request, body, done) =>
    done(null, body),
  );
  app.post(
    apiPaths.stripeWebhook,
    {
      bodyLimit: bodyMaxBytes,
      config: { rateLimit: { max: 600, timeWindow: '1 minute' } },
      schema: {
        operationId: 'receivePurchaseEvent',
        summary: 'Receive a signed event of the payment provider',
        response: { 200: z.object({ received: z.literal(true) }), 400: errorBody },
      },
    },
    async (request) => {
      const signature = request.headers['stripe-signature'];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await receivePurchaseEvent(deps, body, typeof signature === 'string' ? signature : undefined);
      return { received: true } as const;
    },
  );
};
