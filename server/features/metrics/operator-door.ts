import { createHash, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';

export interface OperatorDoor {
  /** Opens the door from anywhere; undefined: nothing does. */
  token: string | undefined;
  /** Whether callers of this very machine need no token. */
  isOpenToThisMachine: boolean;
}

/** What proxies add: with any of these the caller is somebody else than the socket's other end. */
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

/** Whether the caller shows the operator's token, or sits at this machine without a proxy between. */
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

function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  // Not request.ip and request.host: those believe what a trusted proxy says.
  return isLoopback(raw.socket.remoteAddress ?? '') && isLoopback(toHostname(headers.host ?? ''));
}

/** Without its port. A proxy that adds no header of its own often still hands on the name it was asked under. */
function toHostname(host: string): string {
  return host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
}

function isLoopback(host: string): boolean {
  const address = host.toLowerCase().replace(/^::ffff:/, '');
  return address === 'localhost' || address === '::1' || (isIPv4(address) && address.startsWith('127.'));
}
