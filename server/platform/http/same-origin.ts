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
    const { origin } = request.headers;
    if (origin === hosts.publicUrl) return;
    if (origin !== undefined && hosts.allowsRequest(request) && origin === toOrigin(request)) return;
    throw new AppError(403, 'foreign-origin', 'This request did not come from our own pages.');
  };
}

/** The origin of the request's URL as browsers write it: lower case, without a default port. */
function toOrigin({ protocol, host }: FastifyRequest): string {
  return new URL(`${protocol === 'https' ? 'https' : 'http'}://${host}`).origin;
}
