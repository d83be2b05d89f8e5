import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { viewerRights } from '../../../contract/company/access-rights.ts';
import { companyParams, portalCompany } from '../../../contract/company/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { formatFilter } from '../../../contract/stats/filter.ts';
import type { Db } from '../../db/client.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { requirePortalViewer } from '../access/access.ts';
import { recordOpening } from '../access/openings/openings.ts';
import { type Agency, PortalBrands } from '../agency/agency.ts';
import { requireShownCompany } from '../companies/companies.ts';
import { readPortalSource } from './portal.queries.ts';

interface PortalCompanyDeps {
  db: Db;
  agency: Pick<Agency, 'current'>;
}

export const portalCompanyRoutes: FastifyPluginAsyncZod<PortalCompanyDeps> = async (app, { db, agency }) => {
  tagRoutes(app, 'Portal');
  const brands = new PortalBrands({ db, agency });

  app.get(
    apiPaths.company(':companyId'),
    {
      config: { portal: { rights: [] } },
      schema: {
        operationId: 'getCompany',
        summary: 'Get a company, and whether the caller sees it as administrator or viewer',
        params: companyParams,
        response: { 200: portalCompany, 404: errorBody },
      },
    },
    async (request) => {
      const { companyId } = request.params;
      const viewer = requirePortalViewer(request);
      const isNarrowed = viewer.scope.filters.length > 0;
      await recordOpening(db, viewer, new Date());
      const { company, brand, ...shown } = await requireShownCompany(db, companyId);
      const { source, revision, lastEventAt } = await readPortalSource(db, companyId);
      return {
        ...company,
        // A viewer of a part of the site does not learn of its other hosts, or when something last happened there.
        hostNames: isNarrowed ? [] : company.hostNames,
        ...shown,
        brand: await brands.find({ name: company.name, brand }),
        viewedAs: viewer.admin ? ('admin' as const) : ('viewer' as const),
        access: {
          rights: viewerRights.filter((right) => viewer.rights.has(right)),
          isNarrowed,
          filters: viewer.scope.filters.map(formatFilter),
        },
        ...{ source, revision },
        lastEventAt: isNarrowed ? null : (lastEventAt?.toISOString() ?? null),
      };
    },
  );
};
