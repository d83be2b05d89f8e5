import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { PermissionName } from '../../../contract/account/roles.ts';
import { companyId } from '../../../contract/company/companies.ts';
import { AppError } from '../../platform/errors.ts';
import { setCookies, toRequestContext } from './request-context.ts';
import {
  findSession,
  isInScope,
  isRecentSignIn,
  notSignedIn,
  recentHours,
  requirePermission,
  type Session,
  type Sessions,
  toCompanyScope,
} from './sessions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Behind the admin door: requires a sign-in within the last 24 hours. */
    needsRecentSignIn?: boolean;
    /** Behind the admin door: what the role of the member must permit. */
    permission?: PermissionName;
  }
}

const companyInPath = z.object({ companyId: z.string().optional() });

/** A hook that rejects requests without a session. */
export function requireSignedIn(sessions: Sessions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await admitSignedIn(sessions, request, reply);
  };
}

interface TeamDoorDeps {
  sessions: Sessions;
  /** The error for a company that does not exist. A company of others is answered the same way. */
  companyNotFound: () => AppError;
}

/**
 * Admits team members to the routes that their role permits, and to the companies that they have. Reads both at every
 * request. A route that names no permission fails at its registration.
 */
export function requirePermissions(scope: FastifyInstance, deps: TeamDoorDeps): void {
  scope.addHook('onRoute', ({ config, method, url }: RouteOptions) => {
    if (config?.permission === undefined) throw new Error(`${method} ${url} names no permission`);
  });
  scope.addHook('onRequest', (request, reply) => admitMember(deps, request, reply));
}

async function admitMember(
  { sessions, companyNotFound }: TeamDoorDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const session = await admitSignedIn(sessions, request, reply);
  if (session.needsTwoFactor) {
    const message =
      'Please switch on two-factor authentication first. This server requires it of administrators.';
    throw new AppError(403, 'two-factor-required', message);
  }
  const { permission, needsRecentSignIn } = request.routeOptions.config;
  // Only unknown paths within the scope have none.
  if (permission === undefined) throw new AppError(404, 'not-found', 'There is nothing at this address.');
  requirePermission(session.role, permission);
  const { companyId: given } = companyInPath.parse(request.params);
  if (given !== undefined && session.companies !== 'all') {
    // Before everything that depends on the company: no answer may reveal that a company of others exists.
    const id = companyId.safeParse(given);
    if (!id.success || !(await isInScope(sessions.db, toCompanyScope(session), id.data)))
      throw companyNotFound();
  }
  if (needsRecentSignIn) requireRecentSignIn(session);
}

async function admitSignedIn(
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> {
  const { session, headers } = await findSession(sessions, toRequestContext(request));
  setCookies(reply, headers);
  if (!session) throw notSignedIn();
  request.session = session;
  return session;
}

function requireRecentSignIn(session: Session): void {
  if (isRecentSignIn(session, new Date())) return;
  const message = `You signed in more than ${recentHours} hours ago. Enter your password again to do this.`;
  throw new AppError(403, 'recent-sign-in-required', message);
}
