import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import {
  createPaymentAnswer,
  createPaymentRequest,
  paymentStatus,
  paymentStatusQuery,
} from '../../../contract/payments.ts';
import { type Challenges, readSolution } from '../../platform/challenges/challenges.ts';
import type { PaymentsDeps } from './payment-deps.ts';
import { requireStatus, startCheckout } from './payments.ts';

export const checkoutRoutes: FastifyPluginAsyncZod<PaymentsDeps & { challenges: Challenges }> = async (
  app,
  { challenges, ...deps },
) => {
  app.post(
    apiPaths.createPayment,
    {
      config: { rateLimit: { max: 20, timeWindow: '1 hour' } },
      schema: {
        summary: 'Open a checkout for a product',
        body: createPaymentRequest,
        response: {
          200: createPaymentAnswer,
          400: errorBody,
          409: errorBody,
          428: errorBody,
          429: errorBody,
          502: errorBody,
          503: errorBody,
        },
      },
    },
    async (request) => {
      await challenges.admit({ kind: 'checkout', solution: readSolution(request) });
      return { url: await startCheckout(deps, request.body) };
    },
  );

  app.get(
    apiPaths.paymentStatus,
    {
      config: { rateLimit: { max: 60, timeWindow: '1 minute' } },
      schema: {
        summary: 'What became of a checkout',
        querystring: paymentStatusQuery,
        response: { 200: paymentStatus, 404: errorBody, 429: errorBody },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return requireStatus(deps, request.query.session_id);
    },
  );
};
