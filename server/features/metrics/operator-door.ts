import { createHash, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';

export interface OperatorDoor {
  /** The bearer token that gives access from anywhere. Undefined: no remote access. */
  token: string | undefined;
  /** Whether requests from this machine need no token. */
  isOpenToThisMachine: boolean;
}

/** Headers that proxies add: with any of these, the client is not the peer of the socket. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
];

/** Whether the request carries the operator's token, or comes from this machine without a proxy. */
export function mayReadMetrics(request: FastifyRequest, door: OperatorDoor): boolean {
  if (door.token !== undefined && isToken(request.headers.authorization, door.token)) return true;
  return door.isOpenToThisMachine && isFromThisMachine(request);
}

function isToken(authorization: string | undefined, token: string): boolean {
  const given = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(toDigest(given), toDigest(token));
}

function toDigest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether a program or browser on this machine sent the request, without a proxy, to a name of this machine. */
export function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  // Not request.ip and request.host, which use the headers of a trusted proxy.
  return isLoopback(raw.socket.remoteAddress ?? '') && isLoopback(toHostname(headers.host ?? ''));
}

/** Removes the port. A proxy that adds no headers often still passes on the public host name. */
function toHostname(host: string): string {
  return host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
}

export function isLoopback(host: string): boolean {
  const address = host.toLowerCase().replace(/^::ffff:/, '');
  return address === 'localhost' || address === '::1' || (isIPv4(address) && address.startsWith('127.'));
}
