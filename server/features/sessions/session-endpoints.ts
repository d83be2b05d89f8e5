import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint, sessionMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

/** Endpoints that the library lacks, built with its own functions. */
export const sessionEndpoints = {
  id: 'northlight-sessions',
  endpoints: {
    /** Replaces the session with a new one that has another token. With `isSignedInNow` it counts as a new sign-in. */
    replaceSession: createAuthEndpoint.serverOnly(
      { method: 'POST', use: [sessionMiddleware], body: z.object({ isSignedInNow: z.boolean() }) },
      async (ctx) => {
        const { session, user } = ctx.context.session;
        const { internalAdapter } = ctx.context;
        const replacing = ctx.body.isSignedInNow ? { ...session, signedInAt: new Date() } : session;
        const next = await internalAdapter.createSession(user.id, false, replacing);
        await setSessionCookie(ctx, { session: next, user });
        await internalAdapter.deleteSession(session.token);
        return { sessionId: next.id };
      },
    ),
  },
} satisfies BetterAuthPlugin;
