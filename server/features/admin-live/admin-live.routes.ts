import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { apiPaths } from '../../../contract/paths.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { eventStream } from '../../platform/http/files/file-answers.ts';
import { requireSession } from '../sessions/sessions.ts';
import type { AdminStreams } from './admin-streams.ts';

export const adminLiveRoutes: FastifyPluginAsyncZod<{ adminStreams: AdminStreams }> = async (
  app,
  { adminStreams },
) => {
  tagRoutes(app, 'Administration');

  app.get(
    apiPaths.adminLive,
    {
      config: { permission: 'admin-live' },
      // A HEAD request would hold a stream open without reading it.
      exposeHeadRoute: false,
      schema: {
        operationId: 'streamAdminChanges',
        summary: 'Stream the changed topics of the admin area as Server-Sent Events',
        response: { 200: eventStream },
      },
    },
    (request, reply) => adminStreams.open(reply, requireSession(request)),
  );
};
