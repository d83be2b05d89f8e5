import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { companyParams, portalCompany } from '../../../contract/company/companies.ts';
import { recentEvents } from '../../../contract/company/recent-events.ts';
import { errorBody } from '../../../contract/errors.ts';
import {
  active,
  analytics,
  liveVisitors,
  presenceParams,
  presenceRequest,
  rangeQuery,
} from '../../../contract/live.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { Db } from '../../db/client.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { toLimitKey } from '../../platform/http/client-address.ts';
import { eventStream } from '../../platform/http/files/file-answers.ts';
import type { PortalQueryLimit } from '../../platform/limits/portal-query-limit.ts';
import { requirePortalViewer, toQueryOwner } from '../access/access.ts';
import { requireCompany } from '../companies/companies.ts';
import type { Tracking } from '../tracking/tracking.ts';
import type { DemoData } from './demo-data/demo-data.ts';
import { readPresentVisitors } from './live/live-visitors.queries.ts';
import { readLiveVisitors } from './live/live-visitors.ts';
import type { PortalStreams } from './live/portal-streams.ts';
import { listRecentEvents } from './live/recent-events.queries.ts';
import { deletePortalSession, readPortalSource, upsertPortalSession } from './portal.queries.ts';
import { readPortalData, toActive } from './portal.ts';

export interface PortalDeps {
  db: Db;
  demoData: DemoData;
  portalStreams: PortalStreams;
  queryLimit: PortalQueryLimit;
  toPortalTab: Tracking['toPortalTab'];
}

const notFound = { 404: errorBody };

export const portalRoutes: FastifyPluginAsyncZod<PortalDeps> = async (
  app,
  { db, demoData, portalStreams, queryLimit, toPortalTab },
) => {
  tagRoutes(app, 'Portal');

  app.get(
    apiPaths.company(':companyId'),
    {
      schema: {
        operationId: 'getCompany',
        summary: 'Get a company, and whether the caller sees it as administrator or viewer',
        params: companyParams,
        response: { 200: portalCompany, ...notFound },
      },
    },
    async (request) => {
      const { companyId } = request.params;
      const company = await requireCompany(db, companyId);
      const { source, lastEventAt } = await readPortalSource(db, companyId);
      return {
        ...company,
        viewedAs: requirePortalViewer(request).admin ? ('admin' as const) : ('viewer' as const),
        source,
        lastEventAt: lastEventAt?.toISOString() ?? null,
      };
    },
  );

  app.get(
    apiPaths.analytics(':companyId'),
    {
      schema: {
        operationId: 'getReadings',
        summary: 'Get the latest value and the history of each metric',
        params: companyParams,
        querystring: rangeQuery,
        response: { 200: analytics, 429: errorBody, ...notFound },
      },
    },
    (request) =>
      queryLimit.run(toQueryOwner(request), async () => {
        const { companyId } = request.params;
        const [{ currency }, { analytics: portalAnalytics }] = await Promise.all([
          requireCompany(db, companyId),
          readPortalData(db, companyId, request.query.range, new Date()),
        ]);
        return { ...portalAnalytics, currency };
      }),
  );

  app.get(
    apiPaths.active(':companyId'),
    {
      schema: {
        operationId: 'countLiveVisitors',
        summary: 'Count live visitors (seen in the last five minutes) and open portals',
        params: companyParams,
        response: { 200: active, 429: errorBody, ...notFound },
      },
    },
    (request) =>
      queryLimit.run(toQueryOwner(request), async () =>
        toActive(await readPresentVisitors(db, request.params.companyId, new Date())),
      ),
  );

  app.get(
    apiPaths.statsLive(':companyId'),
    {
      schema: {
        operationId: 'getLiveVisitors',
        summary: 'Get the pages, sources and countries of the visitors who are on the site now',
        params: companyParams,
        querystring: z.strictObject({}),
        response: { 200: liveVisitors, 400: errorBody, 429: errorBody, ...notFound },
      },
    },
    (request) =>
      queryLimit.run(toQueryOwner(request), () => readLiveVisitors(db, request.params.companyId, new Date())),
  );

  app.get(
    apiPaths.recentEvents(':companyId'),
    {
      schema: {
        operationId: 'listRecentEvents',
        summary:
          'List the newest page views, events and orders of the site, without anything that identifies a person',
        params: companyParams,
        querystring: z.strictObject({}),
        response: { 200: recentEvents, 400: errorBody, 429: errorBody, ...notFound },
      },
    },
    (request) =>
      queryLimit.run(toQueryOwner(request), async () => ({
        events: await listRecentEvents(db, request.params.companyId, new Date()),
      })),
  );

  app.put(
    apiPaths.presence(':companyId', ':sessionId'),
    {
      // One request every thirty seconds is enough. The limit keeps a viewer from inflating the count with invented ids.
      config: { rateLimit: { max: 60, timeWindow: '1 minute', keyGenerator: toViewerKey } },
      schema: {
        operationId: 'reportPresence',
        summary: 'Report presence on a portal',
        params: presenceParams,
        body: presenceRequest,
        response: { 204: z.null(), 429: errorBody, ...notFound },
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
      schema: {
        operationId: 'endPresence',
        summary: 'End presence on a portal',
        params: presenceParams,
        response: { 204: z.null(), ...notFound },
      },
    },
    async (request, reply) => {
      const { companyId, sessionId } = request.params;
      const tab = toPortalTab({ companyId, sessionId, userAgent: '', pageUrl: '' });
      await deletePortalSession(db, companyId, tab.sessionId, requirePortalViewer(request).sessionId);
      await notify(db, { kind: 'activity-changed', companyIds: [companyId] });
      return reply.status(204).send(null);
    },
  );

  app.delete(
    apiPaths.simulatedAnalytics(':companyId'),
    {
      config: { rateLimit: { max: 20, timeWindow: '1 minute' } },
      schema: {
        operationId: 'clearDemoData',
        summary: 'Clear the demo data',
        params: companyParams,
        response: { 204: z.null(), 429: errorBody, ...notFound },
      },
    },
    async (request, reply) => {
      await demoData.clear({ viewer: requirePortalViewer(request), address: request.ip });
      return reply.status(204).send(null);
    },
  );

  app.get(
    apiPaths.live(':companyId'),
    {
      // A HEAD request would open a stream that no client can read.
      exposeHeadRoute: false,
      schema: {
        operationId: 'streamPortal',
        summary: 'Stream live changes as Server-Sent Events',
        params: companyParams,
        querystring: rangeQuery,
        response: { 200: eventStream, 429: errorBody, ...notFound },
      },
    },
    async (request, reply) => {
      const { sessionId, keyId, endsAt } = requirePortalViewer(request);
      const company = await requireCompany(db, request.params.companyId);
      const address = toLimitKey(request.ip);
      const subscriber = { company, range: request.query.range, sessionId, keyId, endsAt, address };
      // No await between the two calls, or concurrent requests could exceed the limit.
      portalStreams.requireRoom(subscriber);
      await portalStreams.open(reply, subscriber);
    },
  );
};

function toViewerKey(request: FastifyRequest): string {
  return request.viewer?.sessionId ?? request.ip;
}
