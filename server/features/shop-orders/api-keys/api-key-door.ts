import type { FastifyRequest } from 'fastify';
import type { ApiKeyScope } from '../../../../contract/shop/api-keys.ts';
import { orderApiLimits } from '../../../../contract/shop/orders.ts';
import { AppError } from '../../../platform/errors.ts';
import { toLimitKey } from '../../../platform/http/client-address.ts';
import { TokenBuckets } from '../../../platform/limits/token-buckets.ts';
import { type ApiKeysDeps, findApiKey, isApiKey, toLookupKey, type VerifiedKey } from './api-keys.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The API key that the request carries; null on routes without that door. */
    apiKey: VerifiedKey | null;
  }
  interface FastifyContextConfig {
    /** The scope that a key needs for the route. */
    apiKeyScope?: ApiKeyScope;
  }
}

/** Requests with a wrong key from one address. */
const wrongKeys = { perSecond: 1, burst: 30 };

/** A hook that admits only requests with an API key of the route's scope, and limits the requests of each key. */
export function requireApiKey({ db, appSecret }: ApiKeysDeps) {
  // Once: deriving it takes as long as a look-up.
  const lookupKey = toLookupKey(appSecret);
  const { requestsPerSecond, burst } = orderApiLimits;
  const limits = new TokenBuckets({ perSecond: requestsPerSecond, burst });
  const failures = new TokenBuckets(wrongKeys);
  return async (request: FastifyRequest) => {
    const key = readBearer(request);
    const found = key === undefined ? undefined : await findApiKey({ db, lookupKey }, key);
    if (!found) {
      // Counted after the key was looked up: others behind the same address may have right ones.
      const waitSeconds = failures.consume(toLimitKey(request.ip), 1, performance.now());
      requireTokens(waitSeconds, 'Too many requests without a working API key from this address.');
      throw new AppError(
        401,
        'invalid-api-key',
        key === undefined
          ? 'Send your API key in the header "Authorization: Bearer …".'
          : 'This API key does not exist or has ended.',
        { headers: { 'www-authenticate': 'Bearer' } },
      );
    }
    requireTokens(limits.consume(found.id, 1, performance.now()), 'Too many requests with this API key.');
    requireScope(found, request.routeOptions.config.apiKeyScope);
    request.apiKey = found;
  };
}

/** The scheme is case-insensitive (RFC 9110), and PHP clients write it in lower case. */
function readBearer(request: FastifyRequest): string | undefined {
  const [, key] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
  return key;
}

function requireTokens(waitSeconds: number, message: string): void {
  if (waitSeconds === 0) return;
  throw new AppError(429, 'too-many-requests', message, {
    headers: { 'retry-after': String(Math.ceil(waitSeconds)) },
  });
}

const purposes: Record<ApiKeyScope, string> = {
  write: 'reporting orders and refunds',
  read: 'listing orders',
};

function requireScope({ scopes }: VerifiedKey, needed: ApiKeyScope | undefined): void {
  if (needed === undefined) throw new Error('the route names no scope');
  if (scopes.includes(needed)) return;
  throw new AppError(
    403,
    'missing-scope',
    `This API key has no scope "${needed}", which ${purposes[needed]} needs. An administrator can create a key with it.`,
    // RFC 6750.
    { headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${needed}"` } },
  );
}

/**
 * A hook for the other doors: answers what an API key is for. Without it, the answer would be that the portal does not
 * exist. It decides by the form of the key alone, so it reveals nothing.
 */
export async function refuseApiKey(request: FastifyRequest): Promise<void> {
  if (!isApiKey(readBearer(request) ?? '')) return;
  throw new AppError(
    403,
    'api-key-not-accepted',
    'This address does not accept API keys. An API key reports orders and refunds, and lists orders, at /api/v1/orders.',
  );
}

/** The key of a request behind the door. */
export function requireVerifiedKey({ apiKey }: FastifyRequest): VerifiedKey {
  if (apiKey === null) throw new Error('the route is not behind the door for API keys');
  return apiKey;
}
