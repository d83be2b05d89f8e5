import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { apiPaths } from '../../../contract/paths.ts';
import { requireCaller } from '../accounts/accounts.ts';
import type { AdminLive } from './admin-live.ts';

export const adminLiveRoutes: FastifyPluginAsyncZod<{ adminLive: AdminLive }> = async (
  app,
  { adminLive },
) => {
  app.get(
    apiPaths.adminLive,
    {
      // A HEAD would hold a stream open that nobody can read.
      exposeHeadRoute: false,
      schema: { summary: 'What changes in the admin area, as Server-Sent Events' },
    },
    (request, reply) => adminLive.open(reply, requireCaller(request).sessionId),
  );
};
