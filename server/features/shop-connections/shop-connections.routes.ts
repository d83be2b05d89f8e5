import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { companyParams } from '../../../contract/company/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import {
  shopConnection,
  shopConnectionChange,
  shopConnectionParams,
  shopConnections,
} from '../../../contract/shop/connections.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { toRequestActor } from '../sessions/sessions.ts';
import {
  type ConnectionsDeps,
  changeConnection,
  listConnections,
  removeConnection,
} from './shop-connections.ts';

/** Routes of administrators. */
export const shopConnectionsRoutes: FastifyPluginAsyncZod<ConnectionsDeps> = async (app, deps) => {
  tagRoutes(app, 'Shop connections');

  app.get(
    apiPaths.shopConnections(':companyId'),
    {
      config: { permission: 'shop-data' },
      schema: {
        operationId: 'listShopConnections',
        summary: 'List the shop systems that report orders of a company, with their last deliveries',
        params: companyParams,
        response: { 200: shopConnections, 404: errorBody },
      },
    },
    async (request) => ({ connections: await listConnections(deps, request.params.companyId) }),
  );

  app.put(
    apiPaths.shopConnection(':companyId', ':provider'),
    {
      config: { permission: 'shop-data', needsRecentSignIn: true },
      schema: {
        operationId: 'changeShopConnection',
        summary: 'Connect a shop system, or store its signing secret',
        params: shopConnectionParams,
        body: shopConnectionChange,
        response: { 200: shopConnection, 400: errorBody, 403: errorBody, 404: errorBody },
      },
    },
    (request) => changeConnection(deps, request.params, request.body.secret, toRequestActor(request)),
  );

  app.delete(
    apiPaths.shopConnection(':companyId', ':provider'),
    {
      config: { permission: 'shop-data', needsRecentSignIn: true },
      schema: {
        operationId: 'deleteShopConnection',
        summary: 'Disconnect a shop system; the orders that it reported stay',
        params: shopConnectionParams,
        response: { 204: z.null(), 403: errorBody, 404: errorBody },
      },
    },
    async (request, reply) => {
      await removeConnection(deps, request.params, toRequestActor(request));
      return reply.status(204).send(null);
    },
  );
};
