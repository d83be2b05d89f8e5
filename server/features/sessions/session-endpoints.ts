import { randomBytes } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { handleOAuthUserInfo } from 'better-auth/oauth2';
import { z } from 'zod';

/** How long a code is waited for: as long as the library waits after a password. */
export const codeSeconds = 600;

const identity = z.object({
  providerId: z.string(),
  accountId: z.string(),
  email: z.string(),
  name: z.string(),
});

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

    /**
     * Starts a session for a person whom the identity provider vouches for, whose address it has verified. Links the
     * account with that address, or creates one.
     */
    signInWithIdentity: createAuthEndpoint.serverOnly({ method: 'POST', body: identity }, async (ctx) => {
      const { name, email, ...account } = ctx.body;
      const { data, error } = await handleOAuthUserInfo(ctx, {
        userInfo: { id: account.accountId, email, name, emailVerified: true },
        account,
        callbackURL: ctx.context.baseURL,
      });
      if (error !== null) throw new APIError('INTERNAL_SERVER_ERROR', { message: error });
      await setSessionCookie(ctx, data);
      return { userId: data.user.id };
    }),

    /** Asks for the code of an account whose owner has proved who they are, as the library does after a password. */
    askForCode: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ userId: z.string() }) },
      async (ctx) => {
        const { createAuthCookie, internalAdapter, secret } = ctx.context;
        const cookie = createAuthCookie('two_factor', { maxAge: codeSeconds });
        const identifier = `2fa-${randomBytes(20).toString('base64url')}`;
        const expiresAt = new Date(Date.now() + codeSeconds * 1_000);
        const { userId } = ctx.body;
        await internalAdapter.createVerificationValue({ value: userId, identifier, expiresAt });
        const attempts = { value: '0', identifier: `2fa-attempts-${identifier}`, expiresAt };
        await internalAdapter.createVerificationValue(attempts);
        await ctx.setSignedCookie(cookie.name, identifier, secret, cookie.attributes);
      },
    ),
  },
} satisfies BetterAuthPlugin;
