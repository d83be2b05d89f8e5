import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { accessKeyRoutes } from './access-key.routes.ts';
import { accessesRoutes } from './accesses/accesses.routes.ts';
import type { InvitationsDeps } from './accesses/invite-person.ts';
import { openingsRoutes } from './openings/openings.routes.ts';
import { sharesRoutes } from './shares/shares.routes.ts';
import type { SharesDeps } from './shares/shares.ts';
import { sharedTokensRoutes } from './tokens/shared-tokens.routes.ts';
import { companyTokensRoutes } from './tokens/tokens.routes.ts';

/** The routes with which the team gives access to portals, and sees who used it. */
export const adminAccessRoutes: FastifyPluginAsyncZod<InvitationsDeps & SharesDeps> = async (app, deps) => {
  await app.register(accessKeyRoutes, deps);
  await app.register(accessesRoutes, deps);
  await app.register(sharesRoutes, deps);
  await app.register(openingsRoutes, deps);
  await app.register(companyTokensRoutes, deps);
  await app.register(sharedTokensRoutes, deps);
};
