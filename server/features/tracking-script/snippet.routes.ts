import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { companyParams, trackingScript } from '../../../contract/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { Db } from '../../db/client.ts';
import { listReleases } from './releases.ts';
import { findLastEventAt } from './snippet.queries.ts';
import { toFrozenSnippet, toSnippet } from './snippet.ts';

export interface SnippetDeps {
  /** Folder of the tracker's frozen releases. */
  releasesFolder: string;
  db: Db;
  publicUrl: string;
}

export const snippetRoutes: FastifyPluginAsyncZod<SnippetDeps> = async (
  app,
  { db, publicUrl, releasesFolder },
) => {
  const [newest = ''] = listReleases(releasesFolder);

  app.get(
    apiPaths.trackingScript(':companyId'),
    {
      schema: {
        summary: 'The code a client pastes, and whether it has been heard from',
        params: companyParams,
        response: { 200: trackingScript, 404: errorBody },
      },
    },
    async (request) => {
      const { companyId } = request.params;
      const lastEventAt = await findLastEventAt(db, companyId);
      return {
        snippet: toSnippet(publicUrl, companyId),
        frozenSnippet: toFrozenSnippet(publicUrl, companyId, releasesFolder, newest),
        lastEventAt: lastEventAt?.toISOString() ?? null,
      };
    },
  );
};
