import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { deliveryResults, shopWebhookParams } from '../../../contract/shop/connections.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { toLimitKey } from '../../platform/http/client-address.ts';
import { receiveDelivery, type WebhookDeps } from './receive-delivery.ts';

const bodyMaxBytes = 256 * 1024;
/** The limit of a connection and an address, so that no other sender can use up the limit of a provider. */
const rateLimit = {
  max: 600,
  timeWindow: '1 minute',
  keyGenerator: (request: { ip: string; params: unknown }) =>
    `${shopWebhookParams.safeParse(request.params).data?.connectionId ?? ''} ${toLimitKey(request.ip)}`,
};

/** Registered in a separate scope, because the signature covers the raw bytes of the body. */
export const shopWebhookRoutes: FastifyPluginAsyncZod<WebhookDeps> = async (app, deps) => {
  tagRoutes(app, 'Shop connections');

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyMaxBytes }, (_request, body, done) =>
    done(null, body),
  );
  app.post(
    apiPaths.shopWebhook(':provider', ':connectionId'),
    {
      bodyLimit: bodyMaxBytes,
      config: { rateLimit, needsSpace: true },
      schema: {
        operationId: 'receiveShopDelivery',
        summary: 'Receive a signed delivery of a shop system about its orders',
        params: shopWebhookParams,
        response: {
          200: z.object({ received: z.literal(true), result: z.enum(deliveryResults), detail: z.string() }),
          400: errorBody,
          429: errorBody,
          503: errorBody,
        },
      },
    },
    async (request) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const { headers, params } = request;
      return { received: true as const, ...(await receiveDelivery(deps, { ...params, headers, body })) };
    },
  );
};
