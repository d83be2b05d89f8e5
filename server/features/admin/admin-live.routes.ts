import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { apiPaths } from '../../../contract/paths.ts';
import { requireSession } from '../sessions/sessions.ts';
import type { AdminStreams } from './admin-streams.ts';

export const adminLiveRoutes: FastifyPluginAsyncZod<{ adminStreams: AdminStreams }> = async (
  app,
  { adminStreams },
) => {
  app.get(
    apiPaths.adminLive,
    {
      // A HEAD request would hold a stream open without reading it.
      exposeHeadRoute: false,
      schema: { summary: 'Changed topics of the admin area, as Server-Sent Events' },
    },
    (request, reply) => adminStreams.open(reply, requireSession(request).id),
  );
};
