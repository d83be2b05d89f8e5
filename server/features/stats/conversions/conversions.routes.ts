import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { companyParams } from '../../../../contract/company/companies.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { statsFunnel, statsGoals } from '../../../../contract/stats/conversion-answers.ts';
import { funnelQuery, goalsQuery } from '../../../../contract/stats/conversion-questions.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { answerInTurn, type StatsRoutesDeps } from '../answer-in-turn.ts';
import { countFunnel, countGoals } from './conversions.ts';

const errors = { 400: errorBody, 404: errorBody, 429: errorBody, 503: errorBody };

export const conversionsRoutes: FastifyPluginAsyncZod<StatsRoutesDeps> = async (app, deps) => {
  tagRoutes(app, 'Statistics');

  app.get(
    apiPaths.statsGoals(':companyId'),
    {
      config: { portal: { rights: ['dashboard'] } },
      schema: {
        operationId: 'getGoalConversions',
        summary: 'Get the conversions of every goal of the company, compared with another period',
        params: companyParams,
        querystring: goalsQuery,
        response: { 200: statsGoals, ...errors },
      },
    },
    (request) =>
      answerInTurn(deps, request, (stats, asker) => countGoals(stats, { ...asker, query: request.query })),
  );

  app.get(
    apiPaths.statsFunnel(':companyId'),
    {
      config: { portal: { rights: ['dashboard'] } },
      schema: {
        operationId: 'getFunnelConversions',
        summary: 'Get the visits that reached each step of a funnel',
        params: companyParams,
        querystring: funnelQuery,
        response: { 200: statsFunnel, ...errors },
      },
    },
    (request) =>
      answerInTurn(deps, request, (stats, asker) => countFunnel(stats, { ...asker, query: request.query })),
  );
};
