import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { companyParams } from '../../../../contract/company/companies.ts';
import { recentEvents } from '../../../../contract/company/recent-events.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { answerInTurn, type StatsRoutesDeps } from '../answer-in-turn.ts';
import { listSeenEvents } from './recent-events.ts';

export const recentEventsRoutes: FastifyPluginAsyncZod<StatsRoutesDeps> = async (app, deps) => {
  tagRoutes(app, 'Portal');

  app.get(
    apiPaths.recentEvents(':companyId'),
    {
      config: { portal: { rights: ['dashboard'] } },
      schema: {
        operationId: 'listRecentEvents',
        summary:
          'List the newest page views, events and orders of the site, without anything that identifies a person',
        params: companyParams,
        querystring: z.strictObject({}),
        response: { 200: recentEvents, 400: errorBody, 404: errorBody, 429: errorBody, 503: errorBody },
      },
    },
    (request) =>
      answerInTurn(deps, request, async (stats, asker) => ({ events: await listSeenEvents(stats, asker) })),
  );
};
