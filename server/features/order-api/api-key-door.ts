import type { FastifyRequest } from 'fastify';
import { orderApiLimits } from '../../../contract/shop/orders.ts';
import { AppError } from '../../platform/errors.ts';
import { toLimitKey } from '../../platform/http/client-address.ts';
import { TokenBuckets } from '../../platform/limits/token-buckets.ts';
import { type ApiKeysDeps, findKeyCompany } from './api-keys.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The company whose API key the request carries; null on routes without that door. */
    keyCompanyId: string | null;
  }
}

/** Requests with a wrong key from one address. */
const wrongKeys = { perSecond: 1, burst: 30 };

/** A hook that admits only requests with an API key, and limits the requests of each key. */
export function requireApiKey(deps: ApiKeysDeps) {
  const { requestsPerSecond, burst } = orderApiLimits;
  const limits = new TokenBuckets({ perSecond: requestsPerSecond, burst });
  const failures = new TokenBuckets(wrongKeys);
  return async (request: FastifyRequest) => {
    const address = toLimitKey(request.ip);
    requireTokens(failures.getWaitSeconds(address, 1, performance.now()));
    // The scheme is case-insensitive (RFC 9110), and PHP clients write it in lower case.
    const [, key] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
    const found = key === undefined ? undefined : await findKeyCompany(deps, key);
    if (!found) {
      failures.consume(address, 1, performance.now());
      const message =
        key === undefined
          ? 'Send your API key in the header "Authorization: Bearer …".'
          : 'This API key does not exist or has ended.';
      throw new AppError(401, 'invalid-api-key', message, { headers: { 'www-authenticate': 'Bearer' } });
    }
    requireTokens(limits.consume(found.keyId, 1, performance.now()));
    request.keyCompanyId = found.companyId;
  };
}

function requireTokens(waitSeconds: number): void {
  if (waitSeconds === 0) return;
  throw new AppError(429, 'too-many-requests', 'Too many requests with this key or from this address.', {
    headers: { 'retry-after': String(Math.ceil(waitSeconds)) },
  });
}

/** The company of a request behind the door. */
export function requireKeyCompany({ keyCompanyId }: FastifyRequest): string {
  if (keyCompanyId === null) throw new Error('the route is not behind the door for API keys');
  return keyCompanyId;
}
