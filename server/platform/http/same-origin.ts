import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { AllowedHosts } from './allowed-hosts.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A hook that rejects cross-site requests to routes that rely on cookies (OWASP, cross-site request forgery: verifying
 * origin). Comparing Origin with Host is not enough: after DNS rebinding both name the other site.
 */
export function requireSameOrigin(hosts: AllowedHosts) {
  return async (request: FastifyRequest) => {
    if (safeMethods.has(request.method)) return;
    if (isOwn(hosts, request)) return;
    throw new AppError(403, 'foreign-origin', 'This request did not come from our own pages.');
  };
}

function isOwn(hosts: AllowedHosts, request: FastifyRequest): boolean {
  const { portalHost, host, headers } = request;
  const { origin } = headers;
  if (origin === undefined) return false;
  // Pages of another host of this server are not those of this portal. Its scheme is that of PUBLIC_URL, also where a proxy
  // does not pass it on.
  if (portalHost)
    return (
      origin === hosts.toHostOrigin(portalHost) ||
      origin === toOrigin(new URL(hosts.publicUrl).protocol, host)
    );
  if (origin === hosts.publicUrl) return true;
  const protocol = request.protocol === 'https' ? 'https:' : 'http:';
  return hosts.allowsRequest(request) && origin === toOrigin(protocol, host);
}

/** An origin as browsers write it: lower case, without a default port. */
const toOrigin = (protocol: string, host: string): string => new URL(`${protocol}//${host}`).origin;
