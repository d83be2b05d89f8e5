import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { OwnHosts } from './own-hosts.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A hook for everything that changes something on behalf of a browser's cookies: the request must
 * come from a page of ours (OWASP, cross-site request forgery: verifying origin). That Origin and Host agree
 * is not enough: under DNS rebinding both are the other site's.
 */
export function requireOwnOrigin(hosts: OwnHosts) {
  return async (request: FastifyRequest) => {
    if (safeMethods.has(request.method)) return;
    const { origin } = request.headers;
    if (origin === hosts.publicUrl) return;
    if (origin !== undefined && hosts.serves(request) && origin === toOrigin(request)) return;
    throw new AppError(403, 'foreign-origin', 'This request did not come from our own pages.');
  };
}

/** The origin of a page that this request asks for, as browsers write it: lower case, without a default port. */
function toOrigin({ protocol, host }: FastifyRequest): string {
  return new URL(`${protocol === 'https' ? 'https' : 'http'}://${host}`).origin;
}
