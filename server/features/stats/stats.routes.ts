import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { companyParams } from '../../../contract/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { statsBreakdown, statsSummary, statsTimeseries } from '../../../contract/stats/stats-answers.ts';
import { breakdownQuery, summaryQuery, timeseriesQuery } from '../../../contract/stats/stats-questions.ts';
import type { PortalQueryLimit } from '../../platform/limits/portal-query-limit.ts';
import { toQueryOwner } from '../access/access.ts';
import { breakDown, listTimeseries, type StatsDeps, summarize } from './stats.ts';

export interface StatsRoutesDeps extends StatsDeps {
  queryLimit: PortalQueryLimit;
}

const errors = { 400: errorBody, 404: errorBody, 429: errorBody, 503: errorBody };

export const statsRoutes: FastifyPluginAsyncZod<StatsRoutesDeps> = async (app, deps) => {
  const { queryLimit } = deps;

  app.get(
    apiPaths.statsSummary(':companyId'),
    {
      schema: {
        summary: 'Get metrics of a period, compared with another one',
        params: companyParams,
        querystring: summaryQuery,
        response: { 200: statsSummary, ...errors },
      },
    },
    (request) =>
      queryLimit.run(toQueryOwner(request), () =>
        summarize(deps, { companyId: request.params.companyId, query: request.query, now: new Date() }),
      ),
  );

  app.get(
    apiPaths.statsTimeseries(':companyId'),
    {
      schema: {
        summary: 'Get metrics over time',
        params: companyParams,
        querystring: timeseriesQuery,
        response: { 200: statsTimeseries, ...errors },
      },
    },
    (request) =>
      queryLimit.run(toQueryOwner(request), () =>
        listTimeseries(deps, { companyId: request.params.companyId, query: request.query, now: new Date() }),
      ),
  );

  app.get(
    apiPaths.statsBreakdown(':companyId'),
    {
      schema: {
        summary: 'Get metrics for each value of a dimension',
        params: companyParams,
        querystring: breakdownQuery,
        response: { 200: statsBreakdown, ...errors },
      },
    },
    (request) =>
      queryLimit.run(toQueryOwner(request), () =>
        breakDown(deps, { companyId: request.params.companyId, query: request.query, now: new Date() }),
      ),
  );
};
