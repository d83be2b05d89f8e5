import type { FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A hook for everything that changes something on behalf of a browser's cookies: the request must
 * come from a page of ours (OWASP, cross-site request forgery: verifying origin).
 */
export function requireOwnOrigin(publicUrl: string) {
  return async (request: FastifyRequest) => {
    if (safeMethods.has(request.method)) return;
    const { origin } = request.headers;
    if (origin === publicUrl || origin === `${request.protocol}://${request.host}`) return;
    throw new AppError(403, 'foreign-origin', 'This request did not come from our own pages.');
  };
}
