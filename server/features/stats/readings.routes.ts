import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { companyParams } from '../../../contract/company/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { readings, readingsQuery } from '../../../contract/stats/readings.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { answerInTurn, type StatsRoutesDeps } from './answer-in-turn.ts';
import { listReadings } from './readings.ts';

export const readingsRoutes: FastifyPluginAsyncZod<StatsRoutesDeps> = async (app, deps) => {
  tagRoutes(app, 'Portal');

  app.get(
    apiPaths.analytics(':companyId'),
    {
      config: { portal: { rights: ['dashboard'] } },
      schema: {
        operationId: 'getReadings',
        summary: 'Get what was counted until each hour or day of a range, in ascending time, and until now',
        params: companyParams,
        querystring: readingsQuery,
        response: { 200: readings, 404: errorBody, 429: errorBody, 503: errorBody },
      },
    },
    (request) =>
      answerInTurn(deps, request, (stats, asker) =>
        listReadings(stats, { ...asker, range: request.query.range }),
      ),
  );
};
