import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toLimitKey } from './address.ts';
import { AppError } from './errors.ts';
import { onSocketClose } from './socket-close.ts';

interface Place {
  release: () => void;
  /** From here on the work is done to its end, whether or not the caller waits for it. */
  isWorking: boolean;
}

/**
 * Lets an address have only so many changing requests under way at once in this scope. Refused before anything is
 * asked of the database, so that a flood from one address cannot use up its connections. A request counts until
 * its work is done, also when its caller has left.
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
    requireCaller(request);
    underWay.set(key, count + 1);
    // The rest of its body never comes, so nothing else would give the place back. Not `close` of the answer: one
    // that waits behind another on its connection never emits it.
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
    else if (request.method !== 'GET' && request.method !== 'HEAD') requireCaller(request);
  });

  // Every answer passes here, also one that nobody waits for.
  scope.addHook('onSend', async (request) => places.get(request)?.release());
}

/** Refuses to begin the work of a request whose caller has left: its place was given back. */
function requireCaller({ raw }: FastifyRequest): void {
  if (raw.socket.destroyed) throw new AppError(400, 'invalid-request', 'The connection was closed.');
}
