import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { isAPIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Tx } from '../../db/client.ts';
import * as tables from '../../db/schema/accounts.ts';
import { deriveKey } from '../../platform/keys.ts';
import { isSameHash } from '../accounts/password/password-hash.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { storeTokensHashed } from './session-store.ts';

/** The header in which the library is told the caller's network; nothing a caller sends gets there. */
export const networkHeader = 'x-northlight-network';
const sessionDays = 7;
/** How exactly "last used" is known, and how often a session in use renews itself. */
const renewEverySeconds = 300;

/** State shared by all library calls in one transaction. */
interface Running {
  tx: Tx;
  hash: string | undefined;
  resetToken?: string | undefined;
}

interface AuthLibraryDeps {
  db: Db;
  appSecret: string;
  publicUrl: string;
  brandName: string;
  logger: FastifyBaseLogger;
}

export function sessionCookieName(publicUrl: string): string {
  return `${cookiePrefix(publicUrl)}.session_token`;
}

function cookiePrefix(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-northlight' : 'northlight';
}

/**
 * The library that keeps passwords, sessions and second factors. Its endpoints are called as functions,
 * behind routes of ours: what it offers besides is not on the wire.
 */
export function createAuthLibrary(deps: AuthLibraryDeps) {
  const { db, appSecret, publicUrl, logger } = deps;
  const running = new AsyncLocalStorage<Running>();
  const current = (): Tx => running.getStore()?.tx ?? db;
  // The library keeps this object for good; each of its statements joins the transaction it runs in.
  const joining = {
    select: (...given: Parameters<Tx['orm']['select']>) => current().orm.select(...given),
    insert: (...given: Parameters<Tx['orm']['insert']>) => current().orm.insert(...given),
    update: (...given: Parameters<Tx['orm']['update']>) => current().orm.update(...given),
    delete: (...given: Parameters<Tx['orm']['delete']>) => current().orm.delete(...given),
    transaction: (work: (orm: Tx['orm']) => Promise<unknown>) => current().transaction((tx) => work(tx.orm)),
  };
  const requireRunning = (): Running => {
    const found = running.getStore();
    if (!found) throw new Error('a reset token must be created inside a transaction');
    return found;
  };

  // No hashing while a transaction is open: it would hold a connection for as long.
  const requireHash = (): string => {
    const hash = running.getStore()?.hash;
    if (hash === undefined) throw new Error('a password must be hashed before the transaction');
    return hash;
  };

  const library = betterAuth({
    appName: deps.brandName,
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret: deriveKey(appSecret, 'accounts').toString('base64url'),
    database: storeTokensHashed(drizzleAdapter(joining, { provider: 'pg', schema: tables })),
    telemetry: { enabled: false },
    // Its notes name addresses; its errors reach us as what it throws.
    logger: { level: 'error', log: (_level, message) => logger.error({ library: 'accounts' }, message) },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      // Our own rules count characters; the library counts units of UTF-16.
      minPasswordLength: 1,
      maxPasswordLength: 1_000,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: 3_600,
      password: {
        hash: async () => requireHash(),
        verify: async ({ hash }) => isSameHash(hash, requireHash()),
      },
      // Only stores the token; the caller of `makeResetToken` sends the mail.
      sendResetPassword: async ({ token }) => {
        requireRunning().resetToken = token;
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
              // One that replaces another keeps when somebody signed in.
              signedInAt: session.signedInAt instanceof Date ? session.signedInAt : new Date(),
            },
          }),
        },
      },
    },
    verification: { storeIdentifier: 'hashed' },
    plugins: [
      // Wrong codes are counted by us, so that nobody but its owner locks an account.
      twoFactor({ issuer: deps.brandName, accountLockout: { enabled: false } }),
      sessionEndpoints,
    ],
    advanced: {
      // The prefix of our own is the stricter `__Host-`.
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
  });

  return {
    api: library.api,
    /** Creates the token of a reset link. Call it inside `transact`. Undefined if there is no such account. */
    makeResetToken: async (email: string, headers: Headers): Promise<string | undefined> => {
      const current = requireRunning();
      current.resetToken = undefined;
      await library.api.requestPasswordReset({ body: { email }, headers });
      return current.resetToken;
    },
    /**
     * Runs calls of the library, and ours beside them, in one transaction. What the library wrote before it
     * refused stays, since it counts failures so; any other failure takes everything back. Calls that are
     * given a password need its hash, made before under the salt of the account.
     */
    transact: async <Result>(work: (tx: Tx) => Promise<Result>, hash?: string): Promise<Result> => {
      const outcome = await db.transaction((tx) =>
        running.run({ tx, hash }, async () => {
          try {
            return { value: await work(tx) };
          } catch (error) {
            if (isAPIError(error)) return { refusal: error };
            throw error;
          }
        }),
      );
      if ('refusal' in outcome) throw outcome.refusal;
      return outcome.value;
    },
  };
}

export type AuthLibrary = ReturnType<typeof createAuthLibrary>;
