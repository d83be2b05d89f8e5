import type { FastifyRequest } from 'fastify';
import { type AccessRight, accessRightTexts } from '../../../../contract/company/access-rights.ts';
import { orderApiLimits } from '../../../../contract/shop/orders.ts';
import { AppError } from '../../../platform/errors.ts';
import { toLimitKey } from '../../../platform/http/client-address.ts';
import { TokenBuckets } from '../../../platform/limits/token-buckets.ts';
import { looksLikeToken, toLookupKey } from './token-secret.ts';
import { findToken, type TokensDeps, type VerifiedToken } from './tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The token that the request carries; null on routes without that door. */
    token: VerifiedToken | null;
  }
  interface FastifyContextConfig {
    /** The rights that a token needs for a route behind the door for tokens. */
    tokenRights?: readonly AccessRight[];
  }
}

type BearerRequest = Pick<FastifyRequest, 'headers' | 'ip'>;

/** Requests with a wrong token from one address. */
const wrongTokens = { perSecond: 1, burst: 30 };

/** Admits requests with a working token and limits how many each token sends, on all routes together. */
export class TokenDoor {
  readonly #db: TokensDeps['db'];
  readonly #lookupKey: Buffer;
  readonly #limits = new TokenBuckets({
    perSecond: orderApiLimits.requestsPerSecond,
    burst: orderApiLimits.burst,
  });
  readonly #failures = new TokenBuckets(wrongTokens);

  readonly #nowMs: () => number;

  constructor({ db, appSecret }: TokensDeps, nowMs = () => performance.now()) {
    this.#nowMs = nowMs;
    this.#db = db;
    // Once: deriving it takes as long as a look-up.
    this.#lookupKey = toLookupKey(appSecret);
  }

  /**
   * The token of a request, and whether it may ask about a company.
   * @throws {AppError} 401 without a working token, 429 for too many requests.
   */
  async admit(request: BearerRequest, companyId: string | null): Promise<VerifiedToken> {
    const secret = readBearer(request);
    const found =
      secret === undefined
        ? undefined
        : await findToken({ db: this.#db, lookupKey: this.#lookupKey }, { secret, companyId });
    if (!found) {
      // Counted after the token was looked up: others behind the same address may have right ones.
      const waitSeconds = this.#failures.consume(toLimitKey(request.ip), 1, this.#nowMs());
      requireTurn(waitSeconds, 'Too many requests without a working token from this address.');
      throw new AppError(
        401,
        'invalid-api-key',
        secret === undefined
          ? 'Send your token in the header "Authorization: Bearer …".'
          : 'This token does not exist or has ended.',
        { headers: { 'www-authenticate': 'Bearer' } },
      );
    }
    requireTurn(this.#limits.consume(found.id, 1, this.#nowMs()), 'Too many requests with this token.');
    return found;
  }
}

/** A hook that admits only requests with a token that has the rights of the route. */
export function requireToken(door: TokenDoor) {
  return async (request: FastifyRequest) => {
    const token = await door.admit(request, null);
    requireTokenRights(token, request.routeOptions.config.tokenRights);
    request.token = token;
  };
}

/** The scheme is case-insensitive (RFC 9110), and PHP clients write it in lower case. */
function readBearer(request: BearerRequest): string | undefined {
  const [, secret] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
  return secret;
}

/** Whether a request carries a token of a program, working or not. It decides by the form alone, so it reveals nothing. */
export const hasToken = (request: FastifyRequest) => looksLikeToken(readBearer(request) ?? '');

function requireTurn(waitSeconds: number, message: string): void {
  if (waitSeconds === 0) return;
  throw new AppError(429, 'too-many-requests', message, {
    headers: { 'retry-after': String(Math.ceil(waitSeconds)) },
  });
}

function requireTokenRights({ rights }: VerifiedToken, needed: readonly AccessRight[] | undefined): void {
  if (needed === undefined) throw new Error('the route names no rights');
  const missing = needed.filter((right) => !rights.has(right));
  if (missing.length === 0) return;
  const named = missing
    .map((right) => `"${right}" (${accessRightTexts[right].label.toLowerCase()})`)
    .join(' and ');
  throw new AppError(
    403,
    // The code of the order API of before, whose keys had scopes.
    'missing-scope',
    `This token does not have the right ${named}. An administrator can create one that has it.`,
    // RFC 6750.
    { headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${needed.join(' ')}"` } },
  );
}

/** A hook for doors that accept no tokens: answers what a token is for. Otherwise the answer would be to sign in. */
export async function refuseToken(request: FastifyRequest): Promise<void> {
  if (!hasToken(request)) return;
  throw notAccepted(
    'This address does not accept tokens. A token reads the statistics of its companies at /api/companies/…, lists the companies at /api/v1/companies, and reports and lists orders at /api/v1/orders.',
  );
}

const readMethods = new Set(['GET', 'HEAD']);

/** A hook for the portals: a token reads them, and changes nothing. */
export async function refuseTokenWrites(request: FastifyRequest): Promise<void> {
  if (!hasToken(request) || readMethods.has(request.method)) return;
  throw notAccepted(
    'A token only reads the statistics: this address accepts it with GET. Orders are reported at /api/v1/orders.',
  );
}

export const notAccepted = (message: string) => new AppError(403, 'api-key-not-accepted', message);

/** The token of a request behind the door for tokens. */
export function requireVerifiedToken({ token }: { token: VerifiedToken | null }): VerifiedToken {
  if (token === null) throw new Error('the route is not behind the door for tokens');
  return token;
}
