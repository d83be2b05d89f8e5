import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { setCookies, toRequestContext } from './request-context.ts';
import {
  findSession,
  isAdmin,
  isRecentSignIn,
  notSignedIn,
  recentHours,
  type Session,
  type Sessions,
} from './sessions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Behind the admin door: requires a sign-in within the last 24 hours. */
    needsRecentSignIn?: boolean;
  }
}

/** A hook that rejects requests without a session. */
export function requireSignedIn(sessions: Sessions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await admitSignedIn(sessions, request, reply);
  };
}

/** A hook that rejects requests without an administrator's session. Reads the role at every request. */
export function requireAdmin(sessions: Sessions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const session = await admitSignedIn(sessions, request, reply);
    if (session.needsTwoFactor) {
      const message =
        'Please switch on two-factor authentication first. This server requires it of administrators.';
      throw new AppError(403, 'two-factor-required', message);
    }
    if (!isAdmin(session)) {
      throw new AppError(
        403,
        'not-admin',
        "You don't have admin privileges. Please contact an administrator.",
      );
    }
    if (request.routeOptions.config.needsRecentSignIn) requireRecentSignIn(session);
  };
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
