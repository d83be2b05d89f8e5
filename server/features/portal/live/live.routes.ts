import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { companyParams } from '../../../../contract/company/companies.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { active, liveVisitors } from '../../../../contract/live.ts';
import { type LiveView, liveQuery } from '../../../../contract/live-query.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import type { Db } from '../../../db/client.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { toLimitKey } from '../../../platform/http/client-address.ts';
import { eventStream } from '../../../platform/http/files/file-answers.ts';
import type { AdmissionQueue } from '../../../platform/limits/admission.ts';
import { requirePortalViewer, toGrants, toRequester } from '../../access/access.ts';
import { requireCompany } from '../../companies/companies.ts';
import type { Tracking } from '../../tracking/tracking.ts';
import { toActive } from './live-frame.ts';
import { readPresentVisitors } from './live-visitors.queries.ts';
import { readLiveVisitors } from './live-visitors.ts';
import type { PortalStreams } from './portal-streams.ts';
import type { PortalSubscriber } from './portal-subscriber.ts';

export interface LiveRoutesDeps {
  db: Db;
  portalStreams: PortalStreams;
  admission: AdmissionQueue;
  toPortalTab: Tracking['toPortalTab'];
}

export const liveRoutes: FastifyPluginAsyncZod<LiveRoutesDeps> = async (
  app,
  { db, portalStreams, admission, toPortalTab },
) => {
  tagRoutes(app, 'Portal');

  const toTab = (request: FastifyRequest, companyId: string, sessionId: string) =>
    toPortalTab({
      ...{ companyId, sessionId, pageUrl: `/company-portal/${companyId}` },
      userAgent: request.headers['user-agent'] ?? '',
    });

  app.get(
    apiPaths.active(':companyId'),
    {
      config: { portal: { rights: ['dashboard'], isWhole: true } },
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
      config: { portal: { rights: ['dashboard'], isWhole: true } },
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
    apiPaths.live(':companyId'),
    {
      // A HEAD request would open a stream that no client can read.
      exposeHeadRoute: false,
      // Without the dashboard or with fixed filters it says alone that something changed.
      config: { portal: { rights: [] } },
      schema: {
        operationId: 'streamPortal',
        summary:
          'Stream live changes as Server-Sent Events: who is on the site and, of the view that is given, the figures',
        params: companyParams,
        querystring: liveQuery,
        response: { 200: eventStream, 400: errorBody, 429: errorBody, 404: errorBody },
      },
    },
    async (request, reply) => {
      const viewer = requirePortalViewer(request);
      const { access, sessionId, keyId, endsAt, rights, scope } = viewer;
      const seesDashboard = rights.has('dashboard');
      const isShared = access?.kind === 'share';
      const company = await requireCompany(db, request.params.companyId);
      const { tab, known, ...view } = request.query;
      const subscriber: PortalSubscriber = {
        grants: toGrants(viewer),
        ...{ company, accessId: access?.id ?? null, sessionId, keyId, endsAt, known, scope },
        presence: seesDashboard && scope.filters.length === 0 ? (isShared ? 'count' : 'visitors') : 'none',
        isShared,
        ...{ address: toLimitKey(request.ip), host: request.portalHost?.host ?? null },
        view: seesDashboard && hasPeriod(view) ? view : undefined,
        // A program has no tab.
        tab: tab === undefined || access?.kind === 'token' ? undefined : toTab(request, company.id, tab),
      };
      // No await between the two calls, or concurrent requests could exceed the limit.
      portalStreams.requireRoom(subscriber);
      await portalStreams.open(reply, subscriber);
    },
  );
};

/** Without a period the client wants no figures. */
const hasPeriod = ({ period, from }: LiveView) => period !== undefined || from !== undefined;
