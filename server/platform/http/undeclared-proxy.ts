import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

const proxyHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded'];

export const undeclaredProxyAdvice =
  'Set TRUST_PROXY to the number of proxies in front of this server (such as 1), or to their addresses (such as loopback). Without it all visitors seem to have the address of the proxy and share its rate limits.';

/** Facts about proxies that the headers of requests to this process revealed. Forged headers look the same. */
export class SeenProxies {
  /** A header of a proxy, while TRUST_PROXY declares none. */
  undeclared = false;
  /** A request of a declared proxy that did not name https, while PUBLIC_URL is https. */
  withoutHttps = false;

  note({ headers, protocol }: Pick<FastifyRequest, 'headers' | 'protocol'>, proxies: KnownProxies): void {
    if (!proxyHeaders.some((name) => headers[name] !== undefined)) return;
    if (!proxies.areDeclared) this.undeclared = true;
    else if (proxies.isSecure && protocol !== 'https') this.withoutHttps = true;
  }
}

interface KnownProxies {
  areDeclared: boolean;
  isSecure: boolean;
}

/** Returns a check that logs once when a request comes through a proxy that TRUST_PROXY does not declare. */
export function warnOfUndeclaredProxy(logger: FastifyBaseLogger): (request: FastifyRequest) => void {
  let hasWarned = false;
  return ({ headers }) => {
    if (hasWarned || !proxyHeaders.some((name) => headers[name] !== undefined)) return;
    hasWarned = true;
    logger.warn(`a request came through a proxy, but TRUST_PROXY is not set. ${undeclaredProxyAdvice}`);
  };
}
