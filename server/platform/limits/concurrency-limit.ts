import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { toLimitKey } from '../http/client-address.ts';
import { onSocketClose } from '../http/socket-close.ts';

/** A request that counts against the limit. */
interface Slot {
  release: () => void;
  /** True once the body has been read. The work then runs to its end, even if the client disconnects. */
  isWorking: boolean;
}

/**
 * Limits the concurrent requests of one address in this scope, except GET and HEAD. Rejects before any database query,
 * so that a flood from one address cannot use up the database connections. A request counts until its work is done,
 * even if its client disconnects.
 */
export function limitConcurrency(scope: FastifyInstance, max: number, running: Map<string, number>): void {
  const slots = new WeakMap<FastifyRequest, Slot>();

  scope.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const key = toLimitKey(request.ip);
    const count = running.get(key) ?? 0;
    if (count >= max) {
      const message = 'Too many requests are under way from your network. Please try again in a few seconds.';
      throw new AppError(429, 'too-many-requests', message, { headers: { 'retry-after': '2' } });
    }
    requireConnected(request);
    running.set(key, count + 1);
    // If the rest of the body never arrives, nothing else releases the slot. Listens to the socket, because a
    // pipelined response that is still waiting never emits `close`.
    const removeListener = onSocketClose(request.raw.socket, () => {
      if (!slot.isWorking) slot.release();
    });
    const slot: Slot = {
      isWorking: false,
      release: () => {
        if (!slots.delete(request)) return;
        removeListener();
        const left = (running.get(key) ?? 1) - 1;
        if (left > 0) running.set(key, left);
        else running.delete(key);
      },
    };
    slots.set(request, slot);
  });

  scope.addHook('preValidation', async (request) => {
    const slot = slots.get(request);
    if (slot) slot.isWorking = true;
    else if (request.method !== 'GET' && request.method !== 'HEAD') requireConnected(request);
  });

  // Runs for every response, even if the client has disconnected.
  scope.addHook('onSend', async (request) => slots.get(request)?.release());
}

/** Throws if the client has disconnected: its slot was released, so the work must not start. */
function requireConnected({ raw }: FastifyRequest): void {
  if (raw.socket.destroyed) throw new AppError(400, 'invalid-request', 'The connection was closed.');
}
