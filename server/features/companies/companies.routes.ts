import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  adminCompanies,
  adminCompany,
  company,
  companyChange,
  companyDeletion,
  companyParams,
  newCompany,
} from '../../../contract/company/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { idempotencyHeaders } from '../../../contract/idempotency.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { Db } from '../../db/client.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Agency } from '../agency/agency.ts';
import {
  isRecentSignIn,
  readSessionClaim,
  requireSession,
  toCompanyScope,
  toRequestActor,
} from '../sessions/sessions.ts';
import { listAdminCompanies } from './admin-companies.ts';
import { changeCompany } from './change-company.ts';
import { createCompany, toNewAdminCompany } from './companies.ts';
import { deleteCompany } from './delete-company.ts';

export interface CompaniesDeps {
  db: Db;
  appSecret: string;
  jobs: Jobs;
  agency: Pick<Agency, 'current'>;
}

/** Companies, for the members who have them. */
export const companiesRoutes: FastifyPluginAsyncZod<CompaniesDeps> = async (app, deps) => {
  const { db, appSecret, jobs } = deps;
  tagRoutes(app, 'Companies');

  app.get(
    apiPaths.companies,
    {
      config: { permission: 'companies' },
      schema: {
        operationId: 'listCompanies',
        summary: 'List the companies of the signed-in member, newest first',
        response: { 200: adminCompanies },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const now = new Date();
      const session = requireSession(request);
      const showsKeys = isRecentSignIn(session, now);
      const scope = toCompanyScope(session);
      return {
        companies: await listAdminCompanies(db, appSecret, now, { scope, showsKeys }),
        keysNeedSignIn: !showsKeys,
      };
    },
  );

  app.post(
    apiPaths.companies,
    {
      config: { permission: 'companies' },
      schema: {
        operationId: 'createCompany',
        summary: 'Create a company and its access key',
        headers: idempotencyHeaders,
        body: newCompany,
        response: { 201: adminCompany, 400: errorBody, 409: errorBody, 422: errorBody },
      },
    },
    async (request, reply) => {
      const { company: created, accessKey } = await createCompany(
        db,
        appSecret,
        request.body,
        toRequestActor(request),
        readSessionClaim(request, request.body),
        toCompanyScope(requireSession(request)),
      );
      reply.header('cache-control', 'no-store');
      return reply.status(201).send(toNewAdminCompany(created, accessKey));
    },
  );

  app.patch(
    apiPaths.company(':companyId'),
    {
      config: { permission: 'company-settings', needsRecentSignIn: true },
      schema: {
        operationId: 'changeCompany',
        summary: 'Change name, domain and settings of a company',
        params: companyParams,
        body: companyChange,
        response: { 200: company, 400: errorBody, 403: errorBody, 404: errorBody, 409: errorBody },
      },
    },
    (request) => {
      const { params, body } = request;
      const scope = toCompanyScope(requireSession(request));
      return changeCompany(deps, params.companyId, body, toRequestActor(request), scope);
    },
  );

  app.delete(
    apiPaths.company(':companyId'),
    {
      config: { permission: 'company-deletion', needsRecentSignIn: true },
      schema: {
        operationId: 'deleteCompany',
        summary: 'Delete a company with all its data; the body confirms its name',
        params: companyParams,
        body: companyDeletion,
        response: { 204: z.null(), 403: errorBody, 404: errorBody, 409: errorBody },
      },
    },
    async (request, reply) => {
      const { companyId } = request.params;
      await deleteCompany({ db, jobs }, companyId, request.body.name, toRequestActor(request));
      return reply.status(204).send(null);
    },
  );
};
