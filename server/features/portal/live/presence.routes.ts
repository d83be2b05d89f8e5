import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBody } from '../../../../contract/errors.ts';
import { presenceParams, presenceRequest } from '../../../../contract/live.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import type { Db } from '../../../db/client.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { requirePortalViewer } from '../../access/access.ts';
import type { Tracking } from '../../tracking/tracking.ts';
import { deletePortalSession, upsertPortalSession } from '../portal.queries.ts';

export interface PresenceRoutesDeps {
  db: Db;
  toPortalTab: Tracking['toPortalTab'];
}

/**
 * Presence of people who look at a portal, for clients without a live stream: our pages are counted by theirs. Visitors of the site
 * report theirs with their events.
 */
export const presenceRoutes: FastifyPluginAsyncZod<PresenceRoutesDeps> = async (app, { db, toPortalTab }) => {
  tagRoutes(app, 'Portal');

  app.put(
    apiPaths.presence(':companyId', ':sessionId'),
    {
      // One request every thirty seconds is enough. The limit keeps a viewer from inflating the count with invented ids.
      config: {
        portal: { rights: [] },
        rateLimit: { max: 60, timeWindow: '1 minute', keyGenerator: toViewerKey },
      },
      schema: {
        operationId: 'reportPresence',
        summary: 'Report presence on a portal',
        params: presenceParams,
        body: presenceRequest,
        response: { 204: z.null(), 429: errorBody, 404: errorBody },
      },
    },
    async (request, reply) => {
      const { companyId, sessionId } = request.params;
      await upsertPortalSession(db, {
        ...toPortalTab({
          ...{ companyId, sessionId, pageUrl: request.body.page_url },
          userAgent: request.headers['user-agent'] ?? '',
        }),
        companyId,
        viewerId: requirePortalViewer(request).sessionId,
        now: new Date(),
      });
      await notify(db, { kind: 'activity-changed', companyIds: [companyId] });
      return reply.status(204).send(null);
    },
  );

  app.delete(
    apiPaths.presence(':companyId', ':sessionId'),
    {
      config: { portal: { rights: [] } },
      schema: {
        operationId: 'endPresence',
        summary: 'End presence on a portal',
        params: presenceParams,
        response: { 204: z.null(), 404: errorBody },
      },
    },
    async (request, reply) => {
      const { companyId, sessionId } = request.params;
      const tab = toPortalTab({ companyId, sessionId, userAgent: '', pageUrl: '' });
      const viewerId = requirePortalViewer(request).sessionId;
      await deletePortalSession(db, { companyId, sessionId: tab.sessionId, viewerId });
      await notify(db, { kind: 'activity-changed', companyIds: [companyId] });
      return reply.status(204).send(null);
    },
  );
};

function toViewerKey(request: FastifyRequest): string {
  return request.viewer?.sessionId ?? request.ip;
}
