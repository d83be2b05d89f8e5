import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { companyParams } from '../../../../contract/companies.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { statsFunnel, statsGoals } from '../../../../contract/stats/conversion-answers.ts';
import { funnelQuery, goalsQuery } from '../../../../contract/stats/conversion-questions.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import type { PortalQueryLimit } from '../../../platform/limits/portal-query-limit.ts';
import { toQueryOwner } from '../../access/access.ts';
import type { StatsDeps } from '../stats.ts';
import { countFunnel, countGoals } from './conversions.ts';

interface ConversionsDeps extends StatsDeps {
  queryLimit: PortalQueryLimit;
}

const errors = { 400: errorBody, 404: errorBody, 429: errorBody, 503: errorBody };

export const conversionsRoutes: FastifyPluginAsyncZod<ConversionsDeps> = async (app, deps) => {
  tagRoutes(app, 'Statistics');

  const { queryLimit } = deps;

  app.get(
    apiPaths.statsGoals(':companyId'),
    {
      schema: {
        operationId: 'getGoalConversions',
        summary: 'Get the conversions of every goal of the company, compared with another period',
        params: companyParams,
        querystring: goalsQuery,
        response: { 200: statsGoals, ...errors },
      },
    },
    (request) =>
      queryLimit.run(toQueryOwner(request), () =>
        countGoals(deps, { companyId: request.params.companyId, query: request.query, now: new Date() }),
      ),
  );

  app.get(
    apiPaths.statsFunnel(':companyId'),
    {
      schema: {
        operationId: 'getFunnelConversions',
        summary: 'Get the visits that reached each step of a funnel',
        params: companyParams,
        querystring: funnelQuery,
        response: { 200: statsFunnel, ...errors },
      },
    },
    (request) =>
      queryLimit.run(toQueryOwner(request), () =>
        countFunnel(deps, { companyId: request.params.companyId, query: request.query, now: new Date() }),
      ),
  );
};
