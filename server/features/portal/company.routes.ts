import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { companyParams, portalCompany } from '../../../contract/company/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { Db } from '../../db/client.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { requirePortalViewer } from '../access/access.ts';
import { recordOpening } from '../access/openings/openings.ts';
import { requireShownCompany } from '../companies/companies.ts';
import { readPortalSource } from './portal.queries.ts';

export const portalCompanyRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  tagRoutes(app, 'Portal');

  app.get(
    apiPaths.company(':companyId'),
    {
      schema: {
        operationId: 'getCompany',
        summary: 'Get a company, and whether the caller sees it as administrator or viewer',
        params: companyParams,
        response: { 200: portalCompany, 404: errorBody },
      },
    },
    async (request) => {
      const { companyId } = request.params;
      await recordOpening(db, requirePortalViewer(request), new Date());
      const { company, ...shown } = await requireShownCompany(db, companyId);
      const { source, revision, lastEventAt } = await readPortalSource(db, companyId);
      return {
        ...company,
        ...shown,
        viewedAs: requirePortalViewer(request).admin ? ('admin' as const) : ('viewer' as const),
        ...{ source, revision },
        lastEventAt: lastEventAt?.toISOString() ?? null,
      };
    },
  );
};
