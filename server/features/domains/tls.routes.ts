import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { apiPaths } from '../../../contract/paths.ts';
import { AppError } from '../../platform/errors.ts';
import { type AllowedHosts, toHostname, unknownHostError } from '../../platform/http/allowed-hosts.ts';
import { isDirect, isFromThisMachine } from '../../platform/http/direct-requests.ts';
import type { TlsPermission } from './tls-permission.ts';

export interface TlsRoutesDeps {
  permission: TlsPermission;
  hosts: AllowedHosts;
  /** Whether a proxy at this address, the other end of the connection, may ask besides those on this machine. */
  mayAskFrom: (address: string) => boolean;
}

const query = z.object({ domain: z.string().max(300) });

/**
 * Caddy asks before it gets a certificate (`ask`, `permission http`). Everyone else gets the same 404 as for an unknown path:
 * the answer would reveal the addresses of clients.
 */
export const tlsRoutes: FastifyPluginAsync<TlsRoutesDeps> = async (
  app,
  { permission, hosts, mayAskFrom },
) => {
  /**
   * A request of a visitor that the proxy passes on comes from the proxy's address as well: it has a public name in Host, and
   * almost always a header of the proxy.
   */
  const mayAsk = (request: FastifyRequest): boolean => {
    if (isFromThisMachine(request)) return true;
    const name = toHostname(request.headers.host ?? '') ?? '';
    const isPublicName = hosts.isNamed(name) || request.portalHost !== null;
    return isDirect(request) && !isPublicName && mayAskFrom(request.raw.socket.remoteAddress ?? '');
  };

  const toUnknownPath = (request: FastifyRequest): AppError =>
    request.portalHost === null && hosts.allowsRequest(request)
      ? new AppError(404, 'not-found', 'There is nothing at this address.')
      : unknownHostError(request, hosts);

  app.get(apiPaths.tlsPermission, { schema: { hide: true } }, async (request, reply) => {
    if (!mayAsk(request)) throw toUnknownPath(request);
    const asked = query.safeParse(request.query);
    const isAllowed = asked.success && (await permission.allows(asked.data.domain));
    return reply
      .status(isAllowed ? 200 : 403)
      .header('cache-control', 'no-store')
      .send();
  });
};
