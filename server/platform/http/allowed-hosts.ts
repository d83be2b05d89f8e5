import { isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { type PortalHost, type PortalHosts, toHostOrigin } from './portal-hosts.ts';

const nameOrIpv4 = /^([a-z\d_-]+(?:\.[a-z\d_-]+)*)\.?$/;

/**
 * The host names for which this server changes or shows protected data: those of PUBLIC_URL and ALLOWED_HOSTS, and portals
 * alone under the hosts of portals. Any site can point its own name at this server (DNS rebinding), and browsers then treat
 * the two as one origin; only the host name reveals it. IP addresses are always allowed, because they cannot be rebound.
 */
export class AllowedHosts {
  readonly publicUrl: string;
  readonly #names: Set<string>;
  readonly #portalHosts: PortalHosts;

  constructor(publicUrl: string, allowedHosts: string[], portalHosts: PortalHosts) {
    this.publicUrl = publicUrl;
    this.#names = new Set([toHostname(new URL(publicUrl).host) ?? '', ...allowedHosts]);
    this.#portalHosts = portalHosts;
  }

  /** Whether this is the host of PUBLIC_URL or one of ALLOWED_HOSTS. */
  isNamed(hostname: string): boolean {
    return this.#names.has(hostname);
  }

  has(hostname: string): boolean {
    if (isIP(hostname) !== 0 || hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
    return this.isNamed(hostname);
  }

  /** Whether everything may be answered under the host of the request. */
  allowsRequest(request: FastifyRequest): boolean {
    const hostname = toHostname(request.host);
    return hostname !== undefined && this.has(hostname);
  }

  /** The host of the request, if it is one of portals. */
  findPortalHost(request: FastifyRequest): PortalHost | undefined {
    const hostname = toHostname(request.host);
    return hostname === undefined || this.has(hostname) ? undefined : this.#portalHosts.find(hostname);
  }

  toHostOrigin({ host }: PortalHost): string {
    return toHostOrigin(this.publicUrl, host);
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
  const name = toHostname(request.host);
  const message = request.portalHost
    ? `Under the host name ${name} there are only portals. Use ${publicUrl} instead.`
    : `This server does not accept requests for the host name ${name}. Use ${publicUrl} instead. If you run this server and want to use this name, add it to the setting ALLOWED_HOSTS.`;
  return new AppError(421, 'unknown-host', message);
}
