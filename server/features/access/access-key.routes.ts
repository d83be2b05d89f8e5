import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { companyParams, replacedKey } from '../../../contract/company/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { idempotencyHeaders } from '../../../contract/idempotency.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { Db } from '../../db/client.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { readSessionClaim, toRequestActor } from '../sessions/sessions.ts';
import { replaceAccessKey } from './company-key.ts';

interface AccessKeyDeps {
  db: Db;
  appSecret: string;
}

/** The access keys of companies, for administrators. */
export const accessKeyRoutes: FastifyPluginAsyncZod<AccessKeyDeps> = async (app, { db, appSecret }) => {
  tagRoutes(app, 'Companies');

  app.post(
    apiPaths.replaceKey(':companyId'),
    {
      config: { permission: 'company-access', needsRecentSignIn: true },
      schema: {
        operationId: 'replaceAccessKey',
        summary: 'Replace the access key; revokes the old key and ends its sessions',
        params: companyParams,
        headers: idempotencyHeaders,
        response: { 200: replacedKey, 403: errorBody, 404: errorBody, 409: errorBody, 422: errorBody },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { companyId } = request.params;
      const claim = readSessionClaim(request, { companyId });
      const { accessKey } = await replaceAccessKey(db, appSecret, companyId, toRequestActor(request), claim);
      return { access_key: accessKey };
    },
  );
};
