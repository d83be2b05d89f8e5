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
import { answerOrRepeat, type StatsRoutesDeps } from './answer-in-turn.ts';
import { LastAnswers } from './last-answers.ts';
import { breakDown, listBreakdowns } from './lists/breakdowns.ts';
import { listTimeseries, summarize } from './stats.ts';

const errors = { 400: errorBody, 404: errorBody, 429: errorBody, 503: errorBody };

export const statsRoutes: FastifyPluginAsyncZod<StatsRoutesDeps> = async (app, deps) => {
  tagRoutes(app, 'Statistics');
  const lastAnswers = new LastAnswers();

  app.get(
    apiPaths.statsSummary(':companyId'),
    {
      config: { portal: { rights: ['dashboard'] } },
      schema: {
        operationId: 'getSummary',
        summary: 'Get metrics of a period, compared with another one',
        params: companyParams,
        querystring: summaryQuery,
        response: { 200: statsSummary, ...errors },
      },
    },
    (request) =>
      answerOrRepeat({ ...deps, lastAnswers }, request, {
        answer: (stats, asker) => summarize(stats, { ...asker, query: request.query }),
        importance: 'figures',
        headOf: (answer) => answer,
        mark: (answer, answeredAt) => ({ ...answer, answeredAt }),
      }),
  );

  app.get(
    apiPaths.statsTimeseries(':companyId'),
    {
      config: { portal: { rights: ['dashboard'] } },
      schema: {
        operationId: 'getTimeseries',
        summary: 'Get metrics over time',
        params: companyParams,
        querystring: timeseriesQuery,
        response: { 200: statsTimeseries, ...errors },
      },
    },
    (request) =>
      answerOrRepeat({ ...deps, lastAnswers }, request, {
        answer: (stats, asker) => listTimeseries(stats, { ...asker, query: request.query }),
        importance: 'figures',
        headOf: (answer) => answer,
        mark: (answer, answeredAt) => ({ ...answer, answeredAt }),
      }),
  );

  app.get(
    apiPaths.statsBreakdown(':companyId'),
    {
      config: { portal: { rights: ['dashboard'] } },
      schema: {
        operationId: 'getBreakdown',
        summary: 'Get metrics for each value of a dimension',
        params: companyParams,
        querystring: breakdownQuery,
        response: { 200: statsBreakdown, ...errors },
      },
    },
    (request) =>
      answerOrRepeat({ ...deps, lastAnswers }, request, {
        answer: (stats, asker) => breakDown(stats, { ...asker, query: request.query }),
        importance: 'list',
        headOf: (answer) => answer,
        mark: (answer, answeredAt) => ({ ...answer, answeredAt }),
      }),
  );

  app.get(
    apiPaths.statsLists(':companyId'),
    {
      config: { portal: { rights: ['dashboard'] } },
      schema: {
        operationId: 'getLists',
        summary: 'Get the first rows of several lists at once',
        params: companyParams,
        querystring: listsQuery,
        response: { 200: statsLists, ...errors },
      },
    },
    (request) =>
      answerOrRepeat({ ...deps, lastAnswers }, request, {
        answer: (stats, asker) => listBreakdowns(stats, { ...asker, query: request.query }),
        importance: 'list',
        headOf: ({ lists }) => lists[0],
        mark: ({ lists }, answeredAt) => ({ lists: lists.map((list) => ({ ...list, answeredAt })) }),
      }),
  );
};
