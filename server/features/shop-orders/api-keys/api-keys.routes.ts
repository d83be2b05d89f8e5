import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { companyParams } from '../../../../contract/company/companies.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { apiKeyParams, apiKeys, createdApiKey, newApiKey } from '../../../../contract/shop/api-keys.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { toRequestActor } from '../../sessions/sessions.ts';
import { type ApiKeysDeps, createApiKey, deleteApiKey, listApiKeys, replaceApiKey } from './api-keys.ts';

/** Routes of administrators. */
export const apiKeysRoutes: FastifyPluginAsyncZod<ApiKeysDeps> = async (app, deps) => {
  tagRoutes(app, 'Shop connections');

  app.get(
    apiPaths.apiKeys(':companyId'),
    {
      config: { permission: 'shop-data' },
      schema: {
        operationId: 'listApiKeys',
        summary: 'List the API keys of a company that work, newest first',
        params: companyParams,
        response: { 200: apiKeys, 404: errorBody },
      },
    },
    async (request) => ({ keys: await listApiKeys(deps, request.params.companyId) }),
  );

  app.post(
    apiPaths.apiKeys(':companyId'),
    {
      config: { permission: 'shop-data', needsRecentSignIn: true },
      schema: {
        operationId: 'createApiKey',
        summary: 'Create an API key for the servers of a company; only this answer contains it',
        params: companyParams,
        body: newApiKey,
        response: { 201: createdApiKey, 400: errorBody, 404: errorBody, 409: errorBody },
      },
    },
    async (request, reply) => {
      const { companyId } = request.params;
      const created = await createApiKey(deps, companyId, request.body, toRequestActor(request));
      return reply.status(201).send(created);
    },
  );

  app.post(
    apiPaths.replaceApiKey(':companyId', ':keyId'),
    {
      config: { permission: 'shop-data', needsRecentSignIn: true },
      schema: {
        operationId: 'replaceApiKey',
        summary: 'Replace an API key; the old one works for another 24 hours',
        params: apiKeyParams,
        response: { 201: createdApiKey, 404: errorBody, 409: errorBody },
      },
    },
    async (request, reply) => {
      const { companyId, keyId } = request.params;
      return reply.status(201).send(await replaceApiKey(deps, companyId, keyId, toRequestActor(request)));
    },
  );

  app.delete(
    apiPaths.apiKey(':companyId', ':keyId'),
    {
      config: { permission: 'shop-data', needsRecentSignIn: true },
      schema: {
        operationId: 'deleteApiKey',
        summary: 'End an API key at once',
        params: apiKeyParams,
        response: { 204: z.null(), 404: errorBody },
      },
    },
    async (request, reply) => {
      const { companyId, keyId } = request.params;
      await deleteApiKey(deps, companyId, keyId, toRequestActor(request));
      return reply.status(204).send(null);
    },
  );
};
