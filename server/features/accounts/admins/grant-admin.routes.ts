import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { grantAdminRequest, grantAdminResponse } from '../../../../contract/account/accounts.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { setCookies, toRequestContext } from '../../sessions/request-context.ts';
import type { Accounts } from '../accounts.ts';
import { grantAdminByKey } from './grant-admin.ts';

/** Granting administrator rights with the administrator access key. */
export const grantAdminRoutes: FastifyPluginAsyncZod<{ accounts: Accounts }> = async (app, { accounts }) => {
  tagRoutes(app, 'Accounts');

  app.post(
    apiPaths.grantAdmin,
    {
      schema: {
        operationId: 'grantAdmin',
        summary: 'Make a confirmed account an administrator, with the administrator access key',
        body: grantAdminRequest,
        response: { 200: grantAdminResponse, 403: errorBody, 429: errorBody },
      },
    },
    async (request, reply) => {
      setCookies(reply, await grantAdminByKey(accounts, toRequestContext(request), request.body));
      return { message: 'Admin privileges granted!' };
    },
  );
};
