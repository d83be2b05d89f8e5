import { randomBytes } from 'node:crypto';
import type { BetterAuthOptions } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/client.ts';
import * as tables from '../../db/schema/accounts.ts';
import { deriveKey, isSameHash } from '../../platform/keys.ts';
import { openCallContexts } from './call-contexts.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { withHashedTokens } from './session-store.ts';

/** The header that passes the sender's network to the library. It is never copied from a request. */
export const networkHeader = 'x-network';
export const sessionDays = 7;
/** How often a session in use is renewed, and so the precision of "last used". */
const renewEverySeconds = 300;

export interface AuthLibraryDeps {
  db: Db;
  appSecret: string;
  publicUrl: string;
  logger: FastifyBaseLogger;
}

export function sessionCookieName(publicUrl: string): string {
  return `${cookiePrefix(publicUrl)}.session_token`;
}

/** The cookie of a sign-in that waits for its code. */
export function codeCookieName(publicUrl: string): string {
  return `${cookiePrefix(publicUrl)}.two_factor`;
}

function cookiePrefix(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-account' : 'account';
}

/** The options that every instance of the library shares: each reads what the others stored. */
export function toLibraryOptions(
  { appSecret, publicUrl, logger }: Omit<AuthLibraryDeps, 'db'>,
  joining: ReturnType<typeof openCallContexts>['joining'],
) {
  return {
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret: deriveKey(appSecret, 'accounts').toString('base64url'),
    database: withHashedTokens(drizzleAdapter(joining, { provider: 'pg', schema: tables })),
    telemetry: { enabled: false },
    // The other log messages of the library contain addresses.
    logger: {
      level: 'error',
      log: (_level: string, message: string) => logger.error({ library: 'accounts' }, message),
    },
    rateLimit: { enabled: false },
    verification: { storeIdentifier: 'hashed' },
    advanced: {
      // Secure cookies of the library have the prefix `__Secure-`; ours is the stricter `__Host-`.
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(publicUrl),
      defaultCookieAttributes: {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure: publicUrl.startsWith('https:'),
      },
      ipAddress: { ipAddressHeaders: [networkHeader], ipv6Subnet: 48 },
    },
  } satisfies Partial<BetterAuthOptions>;
}

/**
 * The library that stores passwords, sessions and two-factor secrets. Our routes call its endpoints as functions; its
 * routes are not registered.
 */
export function createAuthLibrary(deps: AuthLibraryDeps) {
  const calls = openCallContexts(deps.db);
  const library = betterAuth({
    ...toLibraryOptions(deps, calls.joining),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      // password-rules.ts checks the length in characters; the library would count UTF-16 units.
      minPasswordLength: 1,
      maxPasswordLength: 1_000,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: 3_600,
      password: {
        hash: async () => calls.requireHash(),
        verify: async ({ hash }) => isSameHash(hash, calls.requireHash()),
      },
      // Only stores the token. The mail is sent by the code that calls `createResetToken`.
      sendResetPassword: async ({ token }) => {
        calls.require().resetToken = token;
      },
    },
    emailVerification: { sendOnSignUp: false, sendOnSignIn: false },
    session: {
      expiresIn: sessionDays * 86_400,
      updateAge: renewEverySeconds,
      cookieCache: { enabled: false },
      additionalFields: { signedInAt: { type: 'date', required: true, input: false } },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => ({
            data: {
              token: randomBytes(32).toString('base64url'),
              // A session that replaces another one keeps the time of the sign-in.
              signedInAt: session.signedInAt instanceof Date ? session.signedInAt : new Date(),
            },
          }),
        },
      },
    },
    // Tokens of the identity provider are not stored.
    account: { updateAccountOnSignIn: false },
    plugins: [
      // Our limits count wrong codes; a lock by the library would let strangers lock an account. The issuer is passed when a
      // secret is created: the agency's name can change.
      twoFactor({ accountLockout: { enabled: false } }),
      sessionEndpoints,
    ],
  });

  return {
    api: library.api,
    /** Creates the token of a reset link. Call it inside `transact`. Undefined if there is no such account. */
    createResetToken: async (email: string, headers: Headers): Promise<string | undefined> => {
      const current = calls.require();
      current.resetToken = undefined;
      await library.api.requestPasswordReset({ body: { email }, headers });
      return current.resetToken;
    },
    transact: calls.transact,
  };
}

export type AuthLibrary = ReturnType<typeof createAuthLibrary>;
