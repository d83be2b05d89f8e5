import type { FastifyInstance } from 'fastify';
import { toLimitKey } from './address.ts';
import { AppError } from './errors.ts';

/**
 * Lets an address have only so many changing requests under way at once in this scope. Refused before anything is
 * asked of the database, so that a flood from one address cannot use up its connections.
 */
export function limitAtOnce(scope: FastifyInstance, max: number, underWay: Map<string, number>): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const key = toLimitKey(request.ip);
    const count = underWay.get(key) ?? 0;
    if (count >= max) {
      const message = 'Too many requests are under way from your network. Please try again in a few seconds.';
      throw new AppError(429, 'too-many-requests', message, { headers: { 'retry-after': '2' } });
    }
    underWay.set(key, count + 1);
    // Also when the caller goes away before the answer.
    reply.raw.once('close', () => {
      const left = (underWay.get(key) ?? 1) - 1;
      if (left > 0) underWay.set(key, left);
      else underWay.delete(key);
    });
  });
}
