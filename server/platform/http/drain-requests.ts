import type { FastifyInstance } from 'fastify';
import { unavailable } from '../errors.ts';
import { finishMaxMs } from './connections.ts';

/**
 * Answers requests that arrive after `app.close` was called with 503, and lets it resolve when the work of all others
 * is done, so that the database can be closed then. By itself it waits for connections only, without those of the second
 * server that Fastify opens for `localhost`, nor does it wait for the work of a request whose client has disconnected.
 */
export function drainRequests(app: FastifyInstance): void {
  let running = 0;
  let isClosing = false;
  let closingSince = 0;
  let onDrained = () => {};
  const release = () => {
    running -= 1;
    if (running === 0) onDrained();
  };

  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function handleCounted(request, reply) {
      running += 1;
      try {
        const result: unknown = handler.call(this, request, reply);
        if (result instanceof Promise) result.then(release, release);
        else release();
        return result;
      } catch (error) {
        release();
        throw error;
      }
    };
  });
  app.addHook('onRequest', (_request, _reply, done) => done(isClosing ? unavailable() : undefined));
  app.addHook('preClose', async () => {
    isClosing = true;
    closingSince = performance.now();
  });
  app.addHook('onClose', async () => {
    if (running === 0) return;
    await new Promise<void>((resolve) => {
      const deadline = setTimeout(resolve, closingSince + finishMaxMs - performance.now());
      onDrained = () => {
        clearTimeout(deadline);
        resolve();
      };
    });
  });
}
