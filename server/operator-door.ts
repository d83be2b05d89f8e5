import type { FastifyInstance } from 'fastify';
import type { RouteDeps } from './app-deps.ts';
import { markAnyHost, markDoor } from './doors.ts';
import { tlsRoutes } from './features/domains/tls.routes.ts';
import { TlsPermission } from './features/domains/tls-permission.ts';
import { metricsRoutes } from './features/metrics/metrics.routes.ts';
import { createProxyCheck } from './platform/http/trusted-proxies.ts';

/** Operators: from the server's own machine, or with a token. */
export async function operatorDoor(operator: FastifyInstance, deps: RouteDeps): Promise<void> {
  markDoor(operator, 'operator');
  // The route checks the host itself, after the door: an error about it would reveal that the route exists.
  markAnyHost(operator);
  const { hosts, domains } = deps;
  const isListedProxy = createProxyCheck(deps.config.tlsAskFrom ?? false);
  const onError = (err: unknown) => deps.logger.warn({ err }, 'an own address could not be checked');
  await operator.register(tlsRoutes, {
    permission: new TlsPermission({ hosts, domains, checks: deps.domainChecks, onError }),
    hosts,
    mayAskFrom: (address) => isListedProxy(address, 0),
  });
  await operator.register(metricsRoutes, {
    gather: deps.gatherMetrics,
    hosts: deps.hosts,
    token: deps.config.metricsToken,
    // With https a proxy terminates TLS. If TRUST_PROXY does not declare it, all its clients seem to be on this
    // machine.
    isOpenToThisMachine: !(deps.isSecure && deps.config.trustProxy === false),
  });
}
