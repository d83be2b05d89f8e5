import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

const proxyHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded'];

export const untoldProxyAdvice =
  'Set TRUST_PROXY to the number of proxies before this server (such as 1), or to their addresses (such as loopback). Without it every visitor has the address of the proxy, and all share one limit.';

/** Logs once that requests come through a proxy which TRUST_PROXY does not name. */
export function warnOfUntoldProxy(logger: FastifyBaseLogger): (request: FastifyRequest) => void {
  let isTold = false;
  return ({ headers }) => {
    if (isTold || !proxyHeaders.some((name) => headers[name] !== undefined)) return;
    isTold = true;
    logger.warn(`a request came through a proxy, but TRUST_PROXY is not set. ${untoldProxyAdvice}`);
  };
}
