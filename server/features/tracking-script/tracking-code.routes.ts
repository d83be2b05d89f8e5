import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { companyParams, trackingScript } from '../../../contract/company/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { Db } from '../../db/client.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import type { PortalOrigins } from '../../platform/http/portal-hosts.ts';
import { requirePortalViewer } from '../access/access.ts';
import { requireCompany } from '../companies/companies.ts';
import type { ScriptNames } from './script-names.ts';
import { listScriptReleases } from './script-releases.ts';
import { findLastEventAt } from './tracking-code.queries.ts';
import { toFrozenTrackingCode, toTrackingCode } from './tracking-code.ts';

export interface TrackingCodeDeps {
  /** Folder of the tracking script's frozen releases. */
  releasesFolder: string;
  db: Db;
  portals: PortalOrigins;
  names: ScriptNames;
}

export const trackingCodeRoutes: FastifyPluginAsyncZod<TrackingCodeDeps> = async (
  app,
  { db, portals, releasesFolder, names },
) => {
  tagRoutes(app, 'Tracking');

  const [newest = ''] = listScriptReleases(releasesFolder);

  app.get(
    apiPaths.trackingScript(':companyId'),
    {
      config: { portal: { rights: ['dashboard'] } },
      schema: {
        operationId: 'getTrackingCode',
        summary: 'Get the tracking code of a company and the time of its last event',
        params: companyParams,
        response: { 200: trackingScript, 404: errorBody },
      },
    },
    async (request) => {
      const { companyId } = request.params;
      const { scope } = requirePortalViewer(request);
      const [company, lastEventAt] = await Promise.all([
        requireCompany(db, companyId),
        // The last event may be of another part of the site.
        scope.filters.length > 0 ? undefined : findLastEventAt(db, companyId),
      ]);
      const origin = portals.toPortalOrigin(companyId);
      return {
        snippet: toTrackingCode(origin, company, names),
        frozenSnippet: toFrozenTrackingCode(origin, company, {
          ...{ folder: releasesFolder, version: newest, names },
        }),
        lastEventAt: lastEventAt?.toISOString() ?? null,
      };
    },
  );
};
