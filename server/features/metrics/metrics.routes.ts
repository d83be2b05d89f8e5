import type { FastifyPluginAsync } from 'fastify';
import { type AllowedHosts, unknownHostError } from '../../platform/http/allowed-hosts.ts';
import { metricsContentType } from '../../platform/metrics/metrics-text.ts';
import { mayReadMetrics, type OperatorDoor } from './operator-door.ts';

export interface MetricsRoutesDeps extends OperatorDoor {
  hosts: AllowedHosts;
  /** The metrics of all processes, as Prometheus text. */
  gather: () => Promise<string>;
}

/**
 * Prometheus metrics. Callers without access get the same 404 as for an unknown path, under every host name; callers with
 * access learn which host name to use.
 */
export const metricsRoutes: FastifyPluginAsync<MetricsRoutesDeps> = async (
  app,
  { gather, hosts, ...door },
) => {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request, door)) return reply.callNotFound();
    if (!hosts.allowsRequest(request)) throw unknownHostError(request, hosts);
    return reply
      .type(metricsContentType)
      .header('cache-control', 'no-store')
      .send(await gather());
  });
};
