import { isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';

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

/** Whether the request came without a proxy, as far as its headers show. */
export const isDirect = ({ headers }: FastifyRequest): boolean =>
  !proxyHeaders.some((name) => headers[name] !== undefined);

/** Whether a program or browser on this machine sent the request, without a proxy, to a name of this machine. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  if (!isDirect(request)) return false;
  const { raw, headers } = request;
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
