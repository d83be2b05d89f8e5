import type { FastifyPluginAsync } from 'fastify';
import { metricsContentType } from '../../platform/metrics/metrics-text.ts';
import { mayReadMetrics, type OperatorDoor } from './operator-door.ts';

export interface MetricsRoutesDeps extends OperatorDoor {
  /** The figures of all processes, as text. */
  gather: () => Promise<string>;
}

/** What the server has counted. To everybody who may not read it, there is nothing at this address. */
export const metricsRoutes: FastifyPluginAsync<MetricsRoutesDeps> = async (app, { gather, ...door }) => {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request, door)) return reply.callNotFound();
    return reply
      .type(metricsContentType)
      .header('cache-control', 'no-store')
      .send(await gather());
  });
};
