import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { type Me, me, type SignUpMode } from '../../../contract/account/accounts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { setCookies, toRequestContext } from './request-context.ts';
import { findProfile, hasAnyAdmin } from './sessions.queries.ts';
import { findSession, type Sessions } from './sessions.ts';

interface MeOptions {
  sessions: Sessions;
  /** Whether the administrator access key is set. */
  isGrantByKeyOn: boolean;
  signUp: SignUpMode;
}

/** The signed-in account. */
export const meRoutes: FastifyPluginAsyncZod<MeOptions> = async (
  app,
  { sessions, isGrantByKeyOn, signUp },
) => {
  tagRoutes(app, 'Accounts');
  const identityProvider = sessions.identityProvider?.name ?? null;

  app.get(
    apiPaths.me,
    {
      schema: { operationId: 'getAccount', summary: 'The signed-in account, if any', response: { 200: me } },
    },
    async (request, reply) => {
      // No one signs in under the own address of a client: a session that arrives there was copied.
      const found = request.portalHost ? undefined : await findSession(sessions, toRequestContext(request));
      const session = found?.session;
      if (found) setCookies(reply, found.headers);
      reply.header('cache-control', 'no-store');
      if (!session) {
        return {
          ...{ user: null, role: null, companies: null, needsTwoFactor: false, firstAdminBy: null },
          ...{ signUp, identityProvider },
        };
      }
      const { userId, email, hasTwoFactor, role, companies, needsTwoFactor } = session;
      const firstAdminBy = role === null ? await findFirstAdminWay() : null;
      const profile = await findProfile(sessions.db, userId);
      const user = { id: userId, email, hasTwoFactor, ...profile };
      return { user, role, companies, needsTwoFactor, firstAdminBy, signUp, identityProvider };
    },
  );

  /** How the first administrator of this installation is made; null once there is one. */
  async function findFirstAdminWay(): Promise<Me['firstAdminBy']> {
    if (await hasAnyAdmin(sessions.db)) return null;
    return isGrantByKeyOn ? 'key' : 'command';
  }
};
