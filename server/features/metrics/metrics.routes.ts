import type { FastifyPluginAsync } from 'fastify';
import { metricsContentType } from '../../platform/metrics/metrics-text.ts';
import { mayReadMetrics, type OperatorDoor } from './operator-door.ts';

export interface MetricsRoutesDeps extends OperatorDoor {
  /** The metrics of all processes, as Prometheus text. */
  gather: () => Promise<string>;
}

/** Prometheus metrics. Callers without access get the same 404 as for an unknown path. */
export const metricsRoutes: FastifyPluginAsync<MetricsRoutesDeps> = async (app, { gather, ...door }) => {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request, door)) return reply.callNotFound();
    return reply
      .type(metricsContentType)
      .header('cache-control', 'no-store')
      .send(await gather());
  });
};
