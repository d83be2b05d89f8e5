import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { companyParams } from '../../../../contract/company/companies.ts';
import { rejectedEventsList } from '../../../../contract/company/rejected-events.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import type { Db } from '../../../db/client.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { listRejections } from './rejections.queries.ts';
import { toRejectedEvents } from './to-rejected-events.ts';

export interface RejectionsRoutesDeps {
  db: Db;
}

export const rejectionsRoutes: FastifyPluginAsyncZod<RejectionsRoutesDeps> = async (app, { db }) => {
  tagRoutes(app, 'Tracking');

  app.get(
    apiPaths.rejectedEvents(':companyId'),
    {
      config: { portal: { rights: ['dashboard'], isWhole: true } },
      schema: {
        operationId: 'listRejectedEvents',
        summary: 'List the tracking events rejected in the last seven days by reason and host',
        params: companyParams,
        response: { 200: rejectedEventsList, 404: errorBody },
      },
    },
    async (request) => {
      const rows = await listRejections(db, request.params.companyId, new Date());
      return { refusals: rows.map(toRejectedEvents) };
    },
  );
};
