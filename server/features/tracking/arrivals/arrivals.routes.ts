import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { arrivals } from '../../../../contract/company/arrivals.ts';
import { companyParams } from '../../../../contract/company/companies.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import type { Db } from '../../../db/client.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { listRejections } from '../rejections/rejections.queries.ts';
import { toRejectedEvents } from '../rejections/to-rejected-events.ts';
import { findLastArrival, findScriptVersion, hasOrdersSince } from './arrivals.queries.ts';

export interface ArrivalsRoutesDeps {
  db: Db;
  /** The newest release of the tracking script. */
  newestVersion: string;
}

const ordersMs = 30 * 86_400_000;

export const arrivalsRoutes: FastifyPluginAsyncZod<ArrivalsRoutesDeps> = async (
  app,
  { db, newestVersion },
) => {
  tagRoutes(app, 'Tracking');

  app.get(
    apiPaths.arrivals(':companyId'),
    {
      config: { portal: { rights: ['dashboard'], isWhole: true } },
      schema: {
        operationId: 'getArrivals',
        summary: 'Get what arrived last from a company’s site, and what was rejected in the last seven days',
        params: companyParams,
        response: { 200: arrivals, 404: errorBody },
      },
    },
    async (request) => {
      const { companyId } = request.params;
      const now = new Date();
      const [last, scriptVersion, hasOrders, rejections] = await Promise.all([
        findLastArrival(db, companyId),
        findScriptVersion(db, companyId),
        hasOrdersSince(db, companyId, new Date(now.getTime() - ordersMs)),
        listRejections(db, companyId, now),
      ]);
      return {
        last: last && { ...last, at: last.at.toISOString() },
        ...{ scriptVersion, newestVersion, hasOrders },
        refusals: rejections.map(toRejectedEvents),
      };
    },
  );
};
