import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { readableCompanies } from '../../../../contract/company/tokens.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import type { Db } from '../../../db/client.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { requireVerifiedToken } from './token-door.ts';
import { listReadableCompanies } from './tokens.queries.ts';

/** The ids that a program asks with. */
export const tokenCompaniesRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  tagRoutes(app, 'Statistics');

  app.get(
    apiPaths.apiCompanies,
    {
      config: { tokenRights: [] },
      schema: {
        operationId: 'listTokenCompanies',
        summary: 'List the companies that the token may ask about, by name',
        response: { 200: readableCompanies, 401: errorBody, 403: errorBody, 429: errorBody },
      },
    },
    async (request) => ({ companies: await listReadableCompanies(db, requireVerifiedToken(request).id) }),
  );
};
