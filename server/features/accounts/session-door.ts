import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { type Accounts, type Caller, findCaller, isAdmin, notSignedIn } from './accounts.ts';
import { requireRecentSignIn } from './recent-sign-in.ts';
import { setCookies, toRequestContext } from './request-context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Behind the admin door: only for those who signed in within the last day. */
    needsRecentSignIn?: boolean;
  }
}

/** A hook that lets only those pass who are signed in. */
export function requireSignedIn(accounts: Accounts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await admitSignedIn(accounts, request, reply);
  };
}

/** A hook that lets only administrators pass; asked anew on every request. */
export function requireAdmin(accounts: Accounts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const caller = await admitSignedIn(accounts, request, reply);
    if (caller.needsTwoFactor) {
      const message =
        'Please switch on two-factor authentication first. This server requires it of administrators.';
      throw new AppError(403, 'two-factor-required', message);
    }
    if (!isAdmin(caller)) {
      throw new AppError(
        403,
        'not-admin',
        "You don't have admin privileges. Please contact an administrator.",
      );
    }
    if (request.routeOptions.config.needsRecentSignIn) requireRecentSignIn(caller);
  };
}

async function admitSignedIn(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const { caller, headers } = await findCaller(accounts, toRequestContext(request));
  setCookies(reply, headers);
  if (!caller) throw notSignedIn();
  request.caller = caller;
  return caller;
}
