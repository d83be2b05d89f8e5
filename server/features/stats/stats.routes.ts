import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { companyParams } from '../../../contract/company/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import {
  statsBreakdown,
  statsLists,
  statsSummary,
  statsTimeseries,
} from '../../../contract/stats/answers.ts';
import {
  breakdownQuery,
  listsQuery,
  summaryQuery,
  timeseriesQuery,
} from '../../../contract/stats/questions.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { answerInTurn, type StatsRoutesDeps } from './answer-in-turn.ts';
import { breakDown, listBreakdowns } from './lists/breakdowns.ts';
import { listTimeseries, summarize } from './stats.ts';

const errors = { 400: errorBody, 404: errorBody, 429: errorBody, 503: errorBody };

export const statsRoutes: FastifyPluginAsyncZod<StatsRoutesDeps> = async (app, deps) => {
  tagRoutes(app, 'Statistics');

  app.get(
    apiPaths.statsSummary(':companyId'),
    {
      schema: {
        operationId: 'getSummary',
        summary: 'Get metrics of a period, compared with another one',
        params: companyParams,
        querystring: summaryQuery,
        response: { 200: statsSummary, ...errors },
      },
    },
    (request) =>
      answerInTurn(deps, request, (stats) =>
        summarize(stats, { companyId: request.params.companyId, query: request.query, now: new Date() }),
      ),
  );

  app.get(
    apiPaths.statsTimeseries(':companyId'),
    {
      schema: {
        operationId: 'getTimeseries',
        summary: 'Get metrics over time',
        params: companyParams,
        querystring: timeseriesQuery,
        response: { 200: statsTimeseries, ...errors },
      },
    },
    (request) =>
      answerInTurn(deps, request, (stats) =>
        listTimeseries(stats, { companyId: request.params.companyId, query: request.query, now: new Date() }),
      ),
  );

  app.get(
    apiPaths.statsBreakdown(':companyId'),
    {
      schema: {
        operationId: 'getBreakdown',
        summary: 'Get metrics for each value of a dimension',
        params: companyParams,
        querystring: breakdownQuery,
        response: { 200: statsBreakdown, ...errors },
      },
    },
    (request) =>
      answerInTurn(deps, request, (stats) =>
        breakDown(stats, { companyId: request.params.companyId, query: request.query, now: new Date() }),
      ),
  );

  app.get(
    apiPaths.statsLists(':companyId'),
    {
      schema: {
        operationId: 'getLists',
        summary: 'Get the first rows of several lists at once',
        params: companyParams,
        querystring: listsQuery,
        response: { 200: statsLists, ...errors },
      },
    },
    (request) =>
      answerInTurn(deps, request, (stats) =>
        listBreakdowns(stats, { companyId: request.params.companyId, query: request.query, now: new Date() }),
      ),
  );
};
