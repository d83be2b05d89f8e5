import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { adminCompanies, adminCompany, newCompany } from '../../../contract/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { Db } from '../../db/client.ts';
import { toRequestActor } from '../accounts/accounts.ts';
import { createCompany } from './companies.ts';
import { listCompanies } from './manage-companies.ts';

export interface CompaniesDeps {
  db: Db;
  appSecret: string;
}

/** Companies, as administrators manage them. */
export const companiesRoutes: FastifyPluginAsyncZod<CompaniesDeps> = async (app, { db, appSecret }) => {
  app.get(
    apiPaths.companies,
    { schema: { summary: 'All companies, newest first', response: { 200: adminCompanies } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { companies: await listCompanies(db, appSecret, new Date()) };
    },
  );

  app.post(
    apiPaths.companies,
    {
      schema: {
        summary: 'Create a company and its access key',
        body: newCompany,
        response: { 201: adminCompany, 400: errorBody },
      },
    },
    async (request, reply) => {
      const { company, accessKey } = await createCompany(
        db,
        appSecret,
        request.body,
        toRequestActor(request),
      );
      reply.header('cache-control', 'no-store');
      return reply.status(201).send({ ...company, access_key: accessKey, active: 0, lastEventAt: null });
    },
  );
};
