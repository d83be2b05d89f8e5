import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { companyParams } from '../../../contract/company/companies.ts';
import { funnel, funnelInput, funnelParams, funnels } from '../../../contract/company/goals.ts';
import { errorBody } from '../../../contract/errors.ts';
import { idempotencyHeaders } from '../../../contract/idempotency.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { Db } from '../../db/client.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { readSessionClaim, toRequestActor } from '../sessions/sessions.ts';
import { changeFunnel, createFunnel, deleteFunnel, listFunnels } from './funnels.ts';

interface FunnelsDeps {
  db: Db;
}

/** Routes of everyone who may see the portal. */
export const funnelsRoutes: FastifyPluginAsyncZod<FunnelsDeps> = async (app, { db }) => {
  tagRoutes(app, 'Goals and funnels');

  app.get(
    apiPaths.funnels(':companyId'),
    {
      config: { portal: { rights: ['dashboard'] } },
      schema: {
        operationId: 'listFunnels',
        summary: 'List the funnels of a company, oldest first',
        params: companyParams,
        response: { 200: funnels, 404: errorBody },
      },
    },
    async (request) => ({ funnels: await listFunnels(db, request.params.companyId) }),
  );
};

/** Routes of administrators. */
export const funnelChangesRoutes: FastifyPluginAsyncZod<FunnelsDeps> = async (app, { db }) => {
  tagRoutes(app, 'Goals and funnels');

  app.post(
    apiPaths.funnels(':companyId'),
    {
      config: { permission: 'company-settings' },
      schema: {
        operationId: 'createFunnel',
        summary: 'Define a funnel: two to six pages or events that visitors reach one after the other',
        params: companyParams,
        headers: idempotencyHeaders,
        body: funnelInput,
        response: { 201: funnel, 400: errorBody, 404: errorBody, 409: errorBody, 422: errorBody },
      },
    },
    async (request, reply) => {
      const { companyId } = request.params;
      const claim = readSessionClaim(request, { companyId, ...request.body });
      const created = await createFunnel(db, companyId, request.body, toRequestActor(request), claim);
      return reply.status(201).send(created);
    },
  );

  app.put(
    apiPaths.funnel(':companyId', ':funnelId'),
    {
      config: { permission: 'company-settings' },
      schema: {
        operationId: 'changeFunnel',
        summary: 'Change a funnel; visits of all times are then counted by the new steps',
        params: funnelParams,
        body: funnelInput,
        response: { 200: funnel, 400: errorBody, 404: errorBody, 409: errorBody },
      },
    },
    (request) => {
      const { companyId, funnelId: id } = request.params;
      return changeFunnel(db, { companyId, id }, request.body, toRequestActor(request));
    },
  );

  app.delete(
    apiPaths.funnel(':companyId', ':funnelId'),
    {
      config: { permission: 'company-settings' },
      schema: {
        operationId: 'deleteFunnel',
        summary: 'Delete a funnel; what was tracked stays',
        params: funnelParams,
        response: { 204: z.null(), 404: errorBody },
      },
    },
    async (request, reply) => {
      const { companyId, funnelId: id } = request.params;
      await deleteFunnel(db, { companyId, id }, toRequestActor(request));
      return reply.status(204).send(null);
    },
  );
};
