import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { companyParams } from '../../../contract/company/companies.ts';
import { companyGroups } from '../../../contract/company/company-groups.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { Db } from '../../db/client.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { toRequestActor } from '../sessions/sessions.ts';
import { setCompanyGroups } from './company-groups.ts';

/** The groups that members sort companies into. */
export const companyGroupsRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  tagRoutes(app, 'Companies');

  app.put(
    apiPaths.companyGroups(':companyId'),
    {
      config: { permission: 'company-settings' },
      schema: {
        operationId: 'setCompanyGroups',
        summary: 'Sort a company into groups; the body has the names of all its groups',
        params: companyParams,
        body: companyGroups,
        response: { 200: companyGroups, 400: errorBody, 404: errorBody },
      },
    },
    (request) => setCompanyGroups(db, request.params.companyId, request.body, toRequestActor(request)),
  );
};
