import { isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const nameOrIpv4 = /^([a-z\d_-]+(?:\.[a-z\d_-]+)*)\.?$/;

/**
 * The names under which this server changes something or shows closed data. A page of any site can have its own
 * name lead to this server (DNS rebinding), and a browser then takes the two for one origin: what says which site
 * is asking is the name alone. Addresses cannot be made to lead elsewhere.
 */
export class OwnHosts {
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

  serves(request: FastifyRequest): boolean {
    const hostname = toHostname(request.host);
    return hostname !== undefined && this.has(hostname);
  }
}

/** The name or address in a Host header, without its port; undefined when that is none. */
export function toHostname(host: string): string | undefined {
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{0,5}))?$/.exec(host.toLowerCase()) ?? [];
  if (Number(port ?? 0) > 65_535) return undefined;
  if (name.startsWith('[')) {
    const address = name.slice(1, -1);
    return isIPv6(address) && !address.includes('%') ? address : undefined;
  }
  return name.length <= 254 ? nameOrIpv4.exec(name)?.[1] : undefined;
}

/** Refuses a request that names no host, several, or none that could be one, before anything reads it. */
export function requireOneHost(request: FastifyRequest): void {
  const { rawHeaders } = request.raw;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  if (hosts !== 1) throw new AppError(400, 'invalid-request', 'A request needs exactly one Host header.');
  if (toHostname(request.headers.host ?? '') === undefined || toHostname(request.host) === undefined)
    throw new AppError(400, 'invalid-request', 'The Host header does not hold the name of a host.');
}

export function unknownHost(request: FastifyRequest, { publicUrl }: OwnHosts): AppError {
  return new AppError(
    421,
    'unknown-host',
    `This server does not answer calls under the name ${toHostname(request.host)}. Use ${publicUrl} instead. If you run this server and want to use this name, add it to the setting ALLOWED_HOSTS.`,
  );
}
