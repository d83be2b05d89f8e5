import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { brand } from '../../../contract/brand.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Challenges } from '../../platform/challenges/challenges.ts';
import { AppError } from '../../platform/errors.ts';
import { toNetwork } from '../../platform/http/client-address.ts';
import { deriveKey, hmac } from '../../platform/keys.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { findAdminSessions, hasAdminRole, hasConfirmedAccount } from './accounts.queries.ts';
import { translateAuthErrors } from './auth-errors.ts';
import { type AuthLibrary, createAuthLibrary, sessionCookieName } from './auth-library.ts';
import { HashQueue } from './hash-queue.ts';
import { currentHashCost, type HashCost } from './password-hash.ts';
import { type RequestContext, toRequestContext } from './request-context.ts';
import { usualBeatMs } from './same-time.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who came through the signed-in or the admin door; null on every other route. */
    caller: Caller | null;
  }
}

export interface AccountsDeps {
  db: Db;
  mailer: Mailer;
  appSecret: string;
  publicUrl: string;
  /** Undefined: granting administrator rights by key is off. */
  adminAccessKey: string | undefined;
  requiresTwoFactor: boolean;
  /** Device cookies issued before this time are ignored: a restore invalidated them. */
  devicesKnownSince: Date;
  challenges: Challenges;
  metrics: Metrics;
  logger: FastifyBaseLogger;
  /** Only tests lower these values. */
  slowness?: Partial<Slowness> | undefined;
}

/** Deliberate costs and delays of account requests. */
export interface Slowness {
  /** For new password hashes. A stored hash contains its own cost. */
  hashCost: HashCost;
  /** In milliseconds. Responses that must not reveal whether an account exists are delayed to a multiple of this. */
  beatMs: number;
}

/** What every rule about accounts works with. */
export interface Accounts extends AccountsDeps, Slowness {
  auth: AuthLibrary;
  cookieName: string;
  hashes: HashQueue;
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const auth = createAuthLibrary({ ...deps, brandName: brand.name });
  const cookieName = sessionCookieName(deps.publicUrl);
  return {
    ...deps,
    hashCost: currentHashCost,
    beatMs: usualBeatMs,
    ...deps.slowness,
    auth,
    cookieName,
    hashes: new HashQueue(deps.metrics),
  };
}

/** Somebody signed in, as the database knows them at this request. */
export interface Caller {
  userId: string;
  email: string;
  sessionId: string;
  /** When the password (and code) was last entered. */
  signedInAt: Date;
  hasTwoFactor: boolean;
  role: 'admin' | null;
  /** An administrator whose rights are off until two-factor is on: this server requires it. */
  needsTwoFactor: boolean;
}

/** Who asks, and the cookies that renew the session. */
export async function findCaller(
  accounts: Accounts,
  visitor: RequestContext,
): Promise<{ caller: Caller | undefined; headers: Headers }> {
  const { auth, db, cookieName, requiresTwoFactor } = accounts;
  // Most who ask have never signed in: they cost no question to the database.
  if (!visitor.headers.get('cookie')?.includes(cookieName))
    return { caller: undefined, headers: new Headers() };
  const { response, headers } = await translateAuthErrors(accounts, () =>
    auth.api.getSession({ headers: visitor.headers, returnHeaders: true }),
  );
  if (!response) return { caller: undefined, headers };
  const { user, session } = response;
  const hasTwoFactor = user.twoFactorEnabled === true;
  const role = (await hasAdminRole(db, user.id)) ? 'admin' : null;
  return {
    caller: {
      userId: user.id,
      email: user.email,
      sessionId: session.id,
      signedInAt: session.signedInAt,
      hasTwoFactor,
      role,
      needsTwoFactor: role === 'admin' && requiresTwoFactor && !hasTwoFactor,
    },
    headers,
  };
}

export function findRequestCaller(accounts: Accounts, request: FastifyRequest) {
  return findCaller(accounts, toRequestContext(request));
}

export function isAdmin(caller: Caller): boolean {
  return caller.role === 'admin' && !caller.needsTwoFactor;
}

/** For so long after a sign-in administrators do what can hurt most, without proving again who they are. */
export const recentHours = 24;

export function isRecentSignIn({ signedInAt }: Pick<Caller, 'signedInAt'>, now: Date): boolean {
  return now.getTime() - signedInAt.getTime() < recentHours * 3_600_000;
}

export function toActor(caller: Caller, visitor: Pick<RequestContext, 'network'>): Actor {
  return { id: caller.userId, name: caller.email, address: visitor.network };
}

/** Who acts through a route behind the signed-in or the admin door. */
export function toRequestActor(request: FastifyRequest): Actor {
  return toActor(requireCaller(request), { network: toNetwork(request.ip) });
}

export function requireCaller(request: FastifyRequest): Caller {
  if (!request.caller) throw notSignedIn();
  return request.caller;
}

export function notSignedIn(): AppError {
  return new AppError(401, 'not-signed-in', 'Please sign in.');
}

/** Whether there is an account with this address and its owner has confirmed it. */
export const isConfirmedAddress = (tx: Tx, address: string): Promise<boolean> =>
  hasConfirmedAccount(tx, address.toLowerCase());

/** What tries are counted under: the address itself stays out of the count. */
export function toAttemptName(appSecret: string, text: string): string {
  return hmac(deriveKey(appSecret, 'attempts'), text).toString('base64url');
}

/** Which of these sessions are over, or no administrator's any more. */
export async function findEndedAdmins(
  { db, requiresTwoFactor }: Pick<Accounts, 'db' | 'requiresTwoFactor'>,
  sessionIds: Set<string>,
): Promise<Set<string>> {
  const standing = await findAdminSessions(db, [...sessionIds], { requiresTwoFactor, now: new Date() });
  return new Set([...sessionIds].filter((id) => !standing.has(id)));
}
