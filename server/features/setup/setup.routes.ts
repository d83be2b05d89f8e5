import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { companyParams } from '../../../contract/company/companies.ts';
import { companySetup, companySetupAnswer } from '../../../contract/company/company-setup.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { toLimitKey } from '../../platform/http/client-address.ts';
import { requireSession, toRequestActor } from '../sessions/sessions.ts';
import { answerSetup, type SetupDeps } from './answer-setup.ts';
import { changeSetup } from './setup.ts';

/** The guided path by which a member sets up a company. */
export const setupRoutes: FastifyPluginAsyncZod<SetupDeps> = async (app, deps) => {
  tagRoutes(app, 'Companies');

  app.get(
    apiPaths.companySetup(':companyId'),
    {
      config: { permission: 'company-settings' },
      schema: {
        operationId: 'readCompanySetup',
        summary: 'Read how far a company is set up, and proposals for its goals',
        params: companyParams,
        response: { 200: companySetupAnswer, 404: errorBody },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { companyId } = request.params;
      const sessionId = requireSession(request).id;
      const requester = { companyId, sessionId, isAdmin: true, address: toLimitKey(request.ip) };
      return answerSetup(deps, requester, new Date());
    },
  );

  app.put(
    apiPaths.companySetup(':companyId'),
    {
      config: { permission: 'company-settings' },
      schema: {
        operationId: 'changeCompanySetup',
        summary: 'Replace which steps of the setup are skipped',
        params: companyParams,
        body: companySetup,
        response: { 200: companySetup, 400: errorBody, 404: errorBody },
      },
    },
    (request) => changeSetup(deps.db, request.params.companyId, request.body, toRequestActor(request)),
  );
};
