import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { openedShare, openShareRequest, sharedViewParams } from '../../../../contract/company/shares.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { toLimitKey, toNetwork } from '../../../platform/http/client-address.ts';
import { toHostCompany } from '../../../platform/http/portal-hosts.ts';
import { type OpenShareDeps, openShare } from './open-share.ts';
import { ShareVisits } from './share-visits.ts';

/** Opening share links, for everyone who has one. No route here reads or sets a cookie. */
export const openShareRoutes: FastifyPluginAsyncZod<Omit<OpenShareDeps, 'visits'>> = async (app, given) => {
  const deps = { ...given, visits: new ShareVisits(given.db) };
  tagRoutes(app, 'Portal access');

  app.post(
    apiPaths.openSharedView(':accessId'),
    {
      // An office behind one address may open a page with ten cards at the same time. The secret cannot be guessed.
      config: { rateLimit: { max: 300, timeWindow: '1 minute' } },
      schema: {
        operationId: 'openSharedView',
        summary: 'Exchange the secret of a share link, and its password if it has one, for a session',
        params: sharedViewParams,
        body: openShareRequest,
        response: { 200: openedShare, 400: errorBody, 401: errorBody, 404: errorBody, 429: errorBody },
      },
    },
    (request) => {
      const { secret, password, session } = request.body;
      return openShare(deps, {
        ...{ accessId: request.params.accessId, secret, password, session },
        ...{ limitKey: toLimitKey(request.ip), network: toNetwork(request.ip) },
        onlyCompany: toHostCompany(request),
      });
    },
  );
};
