import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { grantAdminRequest, grantAdminResponse } from '../../../contract/accounts.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { Accounts } from './accounts.ts';
import { grantAdminByKey } from './grant-admin.ts';
import { setCookies, toRequestContext } from './request-context.ts';

/** How the first administrators come to be. */
export const grantAdminRoutes: FastifyPluginAsyncZod<{ accounts: Accounts }> = async (app, { accounts }) => {
  app.post(
    apiPaths.grantAdmin,
    {
      schema: {
        summary: 'Make an administrator of a confirmed account, with the admin access key',
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
