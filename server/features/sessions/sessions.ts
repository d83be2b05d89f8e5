import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import {
  type CompanyChoice,
  hasPermission,
  type PermissionName,
  type Role,
} from '../../../contract/account/roles.ts';
import type { Db, Tx } from '../../db/client.ts';
import { notify } from '../../db/notifications/notifications.ts';
import type { Actor } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { toNetwork } from '../../platform/http/client-address.ts';
import { type IdempotencyClaim, readClaim } from '../../platform/idempotency/idempotency.ts';
import type { MailSource } from '../../platform/mail/mail-brand.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { translateAuthErrors } from './auth-errors.ts';
import { type AuthLibrary, createAuthLibrary, sessionCookieName } from './auth-library.ts';
import { IdentityProvider, type IdentityProviderConfig } from './identity-provider/identity-provider.ts';
import { type RequestContext, toRequestContext } from './request-context.ts';
import {
  findMembership,
  hasTeamCompany,
  insertTeamCompany,
  listMemberSessions,
  type Member,
} from './sessions.queries.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the signed-in door and the admin door; null on every other route. */
    session: Session | null;
  }
}

/** The name of `mailBrand` is also shown in authenticator apps, and not allowed in passwords. */
export interface SessionsDeps extends MailSource {
  db: Db;
  mailer: Mailer;
  appSecret: string;
  /** Administrators need two-factor before they can use their rights. */
  requiresTwoFactor: boolean;
  /** Known-browser cookies issued before this time are ignored: a restore invalidated them. */
  browsersKnownSince: Date;
  logger: FastifyBaseLogger;
  /** Undefined: accounts sign in with passwords alone. */
  identityProviderConfig: IdentityProviderConfig | undefined;
}

/** The dependencies of every function about sessions. */
export interface Sessions extends SessionsDeps {
  auth: AuthLibrary;
  identityProvider: IdentityProvider | undefined;
  cookieName: string;
}

export function createSessions(deps: SessionsDeps): Sessions {
  const { identityProviderConfig: config } = deps;
  return {
    ...deps,
    auth: createAuthLibrary(deps),
    identityProvider: config && new IdentityProvider({ ...deps, config }),
    cookieName: sessionCookieName(deps.publicUrl),
  };
}

/** A signed-in browser and its account, as the database has them at this request. */
export interface Session {
  id: string;
  userId: string;
  email: string;
  /** When the password (and code) was last entered. */
  signedInAt: Date;
  hasTwoFactor: boolean;
  role: Role | null;
  /** Null without a role, and for a role without companies. */
  companies: CompanyChoice | null;
  /** A team member whose rights are off until two-factor is on: this server requires it. */
  needsTwoFactor: boolean;
}

/** The session of a request, and the cookies that renew it. */
export async function findSession(
  sessions: Pick<Sessions, 'auth' | 'db' | 'cookieName' | 'requiresTwoFactor' | 'logger'>,
  context: RequestContext,
): Promise<{ session: Session | undefined; headers: Headers }> {
  const { auth, db, cookieName, requiresTwoFactor } = sessions;
  // Most requests have no session cookie: they need no database query.
  if (!context.headers.get('cookie')?.includes(cookieName))
    return { session: undefined, headers: new Headers() };
  const { response, headers } = await translateAuthErrors(sessions, () =>
    auth.api.getSession({ headers: context.headers, returnHeaders: true }),
  );
  if (!response) return { session: undefined, headers };
  const { user, session } = response;
  const hasTwoFactor = user.twoFactorEnabled === true;
  const { role, companies } = (await findMembership(db, user.id)) ?? { role: null, companies: null };
  return {
    session: {
      id: session.id,
      userId: user.id,
      email: user.email,
      signedInAt: session.signedInAt,
      hasTwoFactor,
      role,
      companies,
      needsTwoFactor: role !== null && requiresTwoFactor && !hasTwoFactor,
    },
    headers,
  };
}

export function findRequestSession(sessions: Sessions, request: FastifyRequest) {
  return findSession(sessions, toRequestContext(request));
}

/** The session of a request behind the signed-in door or the admin door. */
export function requireSession(request: FastifyRequest): Session {
  if (!request.session) throw notSignedIn();
  return request.session;
}

export function notSignedIn(): AppError {
  return new AppError(401, 'not-signed-in', 'Please sign in.');
}

/** Throws unless the role permits it. */
export function requirePermission(role: Role | null, permission: PermissionName): void {
  if (role === null) {
    const message = "You don't have admin privileges. Please contact an administrator.";
    throw new AppError(403, 'not-admin', message);
  }
  if (hasPermission(role, permission)) return;
  throw new AppError(403, 'missing-permission', 'Your role does not include this. Please ask an owner.');
}

/** The companies of a session: every one, or those that were chosen for the account. */
export type CompanyScope = 'all' | { userId: string };

export function toCompanyScope({ companies, userId }: Session): CompanyScope {
  return companies === 'all' ? 'all' : { userId };
}

/** Whether the session opens the portal of the company without an access key. */
export async function mayOpenPortal(tx: Tx, session: Session, companyId: string): Promise<boolean> {
  if (session.needsTwoFactor || !hasPermission(session.role, 'portals')) return false;
  return isInScope(tx, toCompanyScope(session), companyId);
}

/** The same for the session of an open stream. */
export function isPortalOpenTo(member: Member | undefined, companyId: string): boolean {
  if (!member || !hasPermission(member.role, 'portals')) return false;
  return member.companyIds === 'all' || member.companyIds.has(companyId);
}

/** Adds a company to those of the manager who creates it. Who has all companies has it anyway. */
export async function takeCompany(tx: Tx, scope: CompanyScope, companyId: string): Promise<void> {
  if (scope === 'all') return;
  await insertTeamCompany(tx, scope.userId, companyId);
  await notify(tx, { kind: 'rights-changed' });
}

/** Whether the company is one of these. True for every id with all companies, also of one that does not exist. */
export async function isInScope(tx: Tx, scope: CompanyScope, companyId: string): Promise<boolean> {
  return scope === 'all' || hasTeamCompany(tx, scope.userId, companyId);
}

/** How old a sign-in may be for destructive actions. */
export const recentHours = 24;

export function isRecentSignIn({ signedInAt }: Pick<Session, 'signedInAt'>, now: Date): boolean {
  return now.getTime() - signedInAt.getTime() < recentHours * 3_600_000;
}

/** The account of a session, for the audit log. */
export function toActor(session: Session, context: Pick<RequestContext, 'network'>): Actor {
  return { id: session.userId, name: session.email, address: context.network };
}

/** The signed-in account of a request, for the audit log. Only behind the signed-in door or the admin door. */
export function toRequestActor(request: FastifyRequest): Actor {
  return toActor(requireSession(request), { network: toNetwork(request.ip) });
}

/** The team members of open streams, by session. Sessions that have ended, or without a role, are missing. */
export function findMembers(
  { db, requiresTwoFactor }: Pick<Sessions, 'db' | 'requiresTwoFactor'>,
  sessionIds: Set<string>,
): Promise<Map<string, Member>> {
  return listMemberSessions(db, [...sessionIds], { requiresTwoFactor, now: new Date() });
}

export type Members = Awaited<ReturnType<typeof findMembers>>;

/** The idempotency claim of a signed-in account. `content`: as for `readClaim`. */
export function readSessionClaim(request: FastifyRequest, content: unknown): IdempotencyClaim | undefined {
  return readClaim(request, { callerId: requireSession(request).userId, content });
}
