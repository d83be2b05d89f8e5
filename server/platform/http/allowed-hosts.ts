import { isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const nameOrIpv4 = /^([a-z\d_-]+(?:\.[a-z\d_-]+)*)\.?$/;

/**
 * The host names for which this server changes or shows protected data: those of PUBLIC_URL and ALLOWED_HOSTS. Any site
 * can point its own name at this server (DNS rebinding), and browsers then treat the two as one origin; only the host
 * name reveals it. IP addresses are always allowed, because they cannot be rebound.
 */
export class AllowedHosts {
  readonly publicUrl: string;
  readonly #names: Set<string>;

  constructor(publicUrl: string, allowedHosts: string[]) {
    this.publicUrl = publicUrl;
    this.#names = new Set([toHostname(new URL(publicUrl).host) ?? '', ...allowedHosts]);
  }

  has(hostname: string): boolean {
    if (isIP(hostname) !== 0 || hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
    return this.#names.has(hostname);
  }

  allowsRequest(request: FastifyRequest): boolean {
    const hostname = toHostname(request.host);
    return hostname !== undefined && this.has(hostname);
  }
}

/** The name or address in a Host header, without its port. Undefined if it is not valid. */
export function toHostname(host: string): string | undefined {
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{0,5}))?$/.exec(host.toLowerCase()) ?? [];
  if (Number(port ?? 0) > 65_535) return undefined;
  if (name.startsWith('[')) {
    const address = name.slice(1, -1);
    return isIPv6(address) && !address.includes('%') ? address : undefined;
  }
  return name.length <= 254 ? nameOrIpv4.exec(name)?.[1] : undefined;
}

/** Throws unless the request has exactly one valid Host header. */
export function requireSingleHost(request: FastifyRequest): void {
  const { rawHeaders } = request.raw;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  if (hosts !== 1) throw new AppError(400, 'invalid-request', 'A request needs exactly one Host header.');
  if (toHostname(request.headers.host ?? '') === undefined || toHostname(request.host) === undefined)
    throw new AppError(400, 'invalid-request', 'The Host header is not a valid host name.');
}

export function unknownHostError(request: FastifyRequest, { publicUrl }: AllowedHosts): AppError {
  return new AppError(
    421,
    'unknown-host',
    `This server does not accept requests for the host name ${toHostname(request.host)}. Use ${publicUrl} instead. If you run this server and want to use this name, add it to the setting ALLOWED_HOSTS.`,
  );
}
