import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { toLimitKey } from '../http/client-address.ts';
import { onSocketClose } from '../http/socket-close.ts';

interface Place {
  release: () => void;
  /** True once the body has been read. The work then runs to its end, even if the caller disconnects. */
  isWorking: boolean;
}

/**
 * Limits the concurrent requests of one address in this scope, except GET and HEAD. Rejects before any database query,
 * so that a flood from one address cannot use up the database connections. A request counts until its work is done,
 * even if its caller disconnects.
 */
export function limitAtOnce(scope: FastifyInstance, max: number, underWay: Map<string, number>): void {
  const places = new WeakMap<FastifyRequest, Place>();

  scope.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const key = toLimitKey(request.ip);
    const count = underWay.get(key) ?? 0;
    if (count >= max) {
      const message = 'Too many requests are under way from your network. Please try again in a few seconds.';
      throw new AppError(429, 'too-many-requests', message, { headers: { 'retry-after': '2' } });
    }
    requireSession(request);
    underWay.set(key, count + 1);
    // If the rest of the body never arrives, nothing else releases the place. Uses `close` of the socket, because a
    // pipelined response that is still waiting never emits it.
    const forgetSocket = onSocketClose(request.raw.socket, () => {
      if (!place.isWorking) place.release();
    });
    const place: Place = {
      isWorking: false,
      release: () => {
        if (!places.delete(request)) return;
        forgetSocket();
        const left = (underWay.get(key) ?? 1) - 1;
        if (left > 0) underWay.set(key, left);
        else underWay.delete(key);
      },
    };
    places.set(request, place);
  });

  scope.addHook('preValidation', async (request) => {
    const place = places.get(request);
    if (place) place.isWorking = true;
    else if (request.method !== 'GET' && request.method !== 'HEAD') requireSession(request);
  });

  // Runs for every response, even if the caller has disconnected.
  scope.addHook('onSend', async (request) => places.get(request)?.release());
}

/** Throws if the caller has disconnected: its place was released, so the work must not start. */
function requireSession({ raw }: FastifyRequest): void {
  if (raw.socket.destroyed) throw new AppError(400, 'invalid-request', 'The connection was closed.');
}
