import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { companyParams } from '../../../../contract/company/companies.ts';
import { recentEvents } from '../../../../contract/company/recent-events.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { active, liveVisitors } from '../../../../contract/live.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import type { Db } from '../../../db/client.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { toLimitKey } from '../../../platform/http/client-address.ts';
import { eventStream } from '../../../platform/http/files/file-answers.ts';
import type { AdmissionQueue } from '../../../platform/limits/admission.ts';
import { requirePortalViewer, toRequester } from '../../access/access.ts';
import { requireCompany } from '../../companies/companies.ts';
import { toActive } from './live-frame.ts';
import { readPresentVisitors } from './live-visitors.queries.ts';
import { readLiveVisitors } from './live-visitors.ts';
import type { PortalStreams } from './portal-streams.ts';
import { listRecentEvents } from './recent-events.queries.ts';

export interface LiveRoutesDeps {
  db: Db;
  portalStreams: PortalStreams;
  admission: AdmissionQueue;
}

export const liveRoutes: FastifyPluginAsyncZod<LiveRoutesDeps> = async (
  app,
  { db, portalStreams, admission },
) => {
  tagRoutes(app, 'Portal');

  app.get(
    apiPaths.active(':companyId'),
    {
      schema: {
        operationId: 'countLiveVisitors',
        summary: 'Count live visitors (seen in the last five minutes) and open portals',
        params: companyParams,
        response: { 200: active, 429: errorBody, 404: errorBody },
      },
    },
    (request) =>
      admission.run(toRequester(request), async () =>
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
        response: { 200: liveVisitors, 400: errorBody, 429: errorBody, 404: errorBody },
      },
    },
    (request) =>
      admission.run(toRequester(request), () => readLiveVisitors(db, request.params.companyId, new Date())),
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
        response: { 200: recentEvents, 400: errorBody, 429: errorBody, 404: errorBody },
      },
    },
    (request) =>
      admission.run(toRequester(request), async () => ({
        events: await listRecentEvents(db, request.params.companyId, new Date()),
      })),
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
        response: { 200: eventStream, 429: errorBody, 404: errorBody },
      },
    },
    async (request, reply) => {
      const { sessionId, keyId, endsAt } = requirePortalViewer(request);
      const company = await requireCompany(db, request.params.companyId);
      const address = toLimitKey(request.ip);
      const subscriber = { company, sessionId, keyId, endsAt, address };
      // No await between the two calls, or concurrent requests could exceed the limit.
      portalStreams.requireRoom(subscriber);
      await portalStreams.open(reply, subscriber);
    },
  );
};
