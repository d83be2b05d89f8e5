import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { type Me, me } from '../../../contract/accounts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { hasAnyAdmin } from './accounts.queries.ts';
import { type Accounts, findCaller } from './accounts.ts';
import { setCookies, toRequestContext } from './request-context.ts';

/** Who is asking. */
export const meRoutes: FastifyPluginAsyncZod<{ accounts: Accounts }> = async (app, { accounts }) => {
  app.get(
    apiPaths.me,
    { schema: { summary: 'Who is signed in, if anybody', response: { 200: me } } },
    async (request, reply) => {
      const { caller, headers } = await findCaller(accounts, toRequestContext(request));
      setCookies(reply, headers);
      reply.header('cache-control', 'no-store');
      if (!caller) return { user: null, role: null, needsTwoFactor: false, firstAdminBy: null };
      const { userId, email, hasTwoFactor, role, needsTwoFactor } = caller;
      const firstAdminBy = role === null ? await findFirstAdminWay(accounts) : null;
      return { user: { id: userId, email, hasTwoFactor }, role, needsTwoFactor, firstAdminBy };
    },
  );
};

/** How the first administrator is made here; null once there is one. */
async function findFirstAdminWay({ db, adminAccessKey }: Accounts): Promise<Me['firstAdminBy']> {
  if (await hasAnyAdmin(db.pool)) return null;
  return adminAccessKey === undefined ? 'command' : 'key';
}
