import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { companyParams } from '../../../contract/company/companies.ts';
import { goal, goalInput, goalParams, goals } from '../../../contract/company/goals.ts';
import { errorBody } from '../../../contract/errors.ts';
import { idempotencyHeaders } from '../../../contract/idempotency.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { Db } from '../../db/client.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { requirePortalViewer } from '../access/access.ts';
import { readSessionClaim, toRequestActor } from '../sessions/sessions.ts';
import { changeGoal, createGoal, deleteGoal, listGoals } from './goals.ts';

interface GoalsDeps {
  db: Db;
}

/** Routes of everyone who may see the portal. */
export const goalsRoutes: FastifyPluginAsyncZod<GoalsDeps> = async (app, { db }) => {
  tagRoutes(app, 'Goals and funnels');

  app.get(
    apiPaths.goals(':companyId'),
    {
      config: { portal: { rights: ['dashboard'] } },
      schema: {
        operationId: 'listGoals',
        summary: 'List the goals of a company, oldest first',
        params: companyParams,
        response: { 200: goals, 404: errorBody },
      },
    },
    async (request) => ({
      goals: await listGoals(db, request.params.companyId, requirePortalViewer(request).scope),
    }),
  );
};

/** Routes of administrators. */
export const goalChangesRoutes: FastifyPluginAsyncZod<GoalsDeps> = async (app, { db }) => {
  tagRoutes(app, 'Goals and funnels');

  app.post(
    apiPaths.goals(':companyId'),
    {
      config: { permission: 'company-settings' },
      schema: {
        operationId: 'createGoal',
        summary: 'Define a goal: a page or a custom event that counts as a conversion',
        params: companyParams,
        headers: idempotencyHeaders,
        body: goalInput,
        response: { 201: goal, 400: errorBody, 404: errorBody, 409: errorBody, 422: errorBody },
      },
    },
    async (request, reply) => {
      const { companyId } = request.params;
      const claim = readSessionClaim(request, { companyId, ...request.body });
      const created = await createGoal(db, companyId, request.body, toRequestActor(request), claim);
      return reply.status(201).send(created);
    },
  );

  app.put(
    apiPaths.goal(':companyId', ':goalId'),
    {
      config: { permission: 'company-settings' },
      schema: {
        operationId: 'changeGoal',
        summary: 'Change a goal; conversions of all times are then counted by the new definition',
        params: goalParams,
        body: goalInput,
        response: { 200: goal, 400: errorBody, 404: errorBody, 409: errorBody },
      },
    },
    (request) => {
      const { companyId, goalId: id } = request.params;
      return changeGoal(db, { companyId, id }, request.body, toRequestActor(request));
    },
  );

  app.delete(
    apiPaths.goal(':companyId', ':goalId'),
    {
      config: { permission: 'company-settings' },
      schema: {
        operationId: 'deleteGoal',
        summary: 'Delete a goal; what was tracked stays',
        params: goalParams,
        response: { 204: z.null(), 404: errorBody },
      },
    },
    async (request, reply) => {
      const { companyId, goalId: id } = request.params;
      await deleteGoal(db, { companyId, id }, toRequestActor(request));
      return reply.status(204).send(null);
    },
  );
};
