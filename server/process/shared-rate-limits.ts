import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { z } from 'zod';
import { type AttemptCount, SlidingWindows, toRateLimitStore } from '../platform/limits/sliding-windows.ts';
import type { IpcChannel } from './ipc-channel.ts';

const responseTimeoutMs = 1_000;

const attemptShape = z.object({ key: z.string(), max: z.number(), windowMs: z.number() });
const countShape = z.object({ current: z.number(), ttl: z.number() });

/** Counts the attempts of all workers together, in the parent process. */
export class SharedRateLimits {
  readonly #windows = new SlidingWindows();

  count(attempt: unknown): AttemptCount {
    return this.#windows.count(attemptShape.parse(attempt));
  }
}

/**
 * In a worker: a store for @fastify/rate-limit that counts in the parent. The attempts of one address may reach
 * different workers, so separate counts would multiply every limit by the number of workers.
 */
export function createSharedStore(channel: IpcChannel): FastifyRateLimitStoreCtor {
  // Each limited route has its own store. Its index identifies it, because all workers create the stores in the same
  // order.
  let storeCount = 0;
  return toRateLimitStore(() => {
    const index = storeCount++;
    return async ({ key, ...limit }) => {
      const attempt = { key: `${index} ${key}`, ...limit };
      return countShape.parse(await channel.request('count-attempt', attempt, responseTimeoutMs));
    };
  });
}
