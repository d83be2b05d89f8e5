import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorBody } from '../../../../contract/errors.ts';
import { jobParams, jobs, retriedJobs } from '../../../../contract/operation/jobs.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { toRequestActor } from '../../sessions/sessions.ts';
import { type JobsDeps, listJobs, retryJobs } from './jobs.ts';

/** Background jobs, for owners. */
export const jobsRoutes: FastifyPluginAsyncZod<JobsDeps> = async (app, deps) => {
  tagRoutes(app, 'Administration');

  app.get(
    apiPaths.jobs,
    {
      config: { permission: 'operation' },
      schema: {
        operationId: 'listJobs',
        summary: 'List the background jobs and how they are going',
        response: { 200: jobs },
      },
    },
    async () => ({ jobs: await listJobs(deps, new Date()) }),
  );

  app.post(
    apiPaths.retryJobs(':name'),
    {
      config: { permission: 'operation' },
      schema: {
        operationId: 'retryJobs',
        summary: 'Try the failed runs of a job again',
        params: jobParams,
        response: { 200: retriedJobs, 404: errorBody },
      },
    },
    async (request) => ({
      retried: await retryJobs(deps, request.params.name, toRequestActor(request)),
    }),
  );
};
