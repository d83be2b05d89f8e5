import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteDeps } from './app-deps.ts';
import { AppError } from './platform/errors.ts';
import { toHostname } from './platform/http/allowed-hosts.ts';
import { isLoopback } from './platform/http/direct-requests.ts';
import { requireSameOrigin } from './platform/http/same-origin.ts';
import { DailyBytes } from './platform/limits/daily-bytes.ts';

// Parts that several scopes of `app.ts` share.

/** Accepts requests that our own pages send, and keeps their answers out of caches. `refuse` answers tokens first. */
export function requireOurPages(
  scope: FastifyInstance,
  { hosts }: RouteDeps,
  refuse: (request: FastifyRequest) => Promise<void>,
): void {
  scope.addHook('onRequest', disableCaching);
  scope.addHook('onRequest', refuse);
  scope.addHook('onRequest', requireSameOrigin(hosts));
}

/** Whether the server is used by this machine alone: its address is local, and no proxy is declared. */
export function isLocal({ publicUrl, trustProxy }: RouteDeps['config']): boolean {
  return trustProxy === false && isLoopback(toHostname(new URL(publicUrl).host) ?? '');
}

export function limitOrderBytes({ db, config }: RouteDeps, name: string, sender: string): DailyBytes {
  const reason = `${sender} has reported ${config.ordersMbPerDay} MB within 24 hours, which is the most.`;
  return new DailyBytes({ db, name, unitsMax: config.ordersMbPerDay, reason });
}

export async function throwNotFound(): Promise<never> {
  throw new AppError(404, 'not-found', 'There is nothing at this address.');
}

/** Keeps portal and account data out of proxy caches and off the disks of shared computers. */
export async function disableCaching(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store');
}

/**
 * For what sites of clients may pass on under their own addresses: how their browsers reach those sites is not for this
 * server to decide.
 */
export async function leaveTransportSecurity(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.removeHeader('strict-transport-security');
}
