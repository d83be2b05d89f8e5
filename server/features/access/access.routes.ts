import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { mailRequestResponse } from '../../../contract/account/accounts.ts';
import { myPortals, verifyAccessRequest, verifyAccessResponse } from '../../../contract/company/access.ts';
import { newLinksRequest, openLinkRequest } from '../../../contract/company/accesses.ts';
import { companyParams } from '../../../contract/company/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { readSolution } from '../../platform/challenges/challenges.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { toLimitKey, toNetwork } from '../../platform/http/client-address.ts';
import { mayBeAbout, toHostCompany } from '../../platform/http/portal-hosts.ts';
import { type EnteredPortal, type Entrance, endViewerSession, listPortals, verifyAccess } from './access.ts';
import { openLink } from './links/links.ts';
import { type NewLinksDeps, requestNewLinks } from './links/new-links.ts';
import {
  readViewerCookie,
  readViewerCookies,
  viewerCookieName,
  viewerCookieOptions,
  viewerDays,
} from './viewer-cookie.ts';
import type { ViewerDoorDeps } from './viewer-door.ts';

export type AccessRoutesDeps = ViewerDoorDeps &
  NewLinksDeps & {
    /** True without a mail server: mails are files on the disk of this machine. */
    storesMails: boolean;
  };

export const accessRoutes: FastifyPluginAsyncZod<AccessRoutesDeps> = async (app, deps) => {
  const { db, appSecret, isSecure } = deps;
  tagRoutes(app, 'Portal access');

  app.post(
    apiPaths.verifyCompanyAccess,
    {
      config: { rateLimit: { max: 10, timeWindow: '1 minute' } },
      schema: {
        operationId: 'verifyAccessKey',
        summary: 'Exchange an access key, of a person or of a company, for a viewer session',
        body: verifyAccessRequest,
        response: { 200: verifyAccessResponse, 401: errorBody, 429: errorBody },
      },
    },
    async (request, reply) => {
      const entered = await verifyAccess(deps, request.body.accessKey, toEntrance(request));
      return setViewerCookie(reply, isSecure, entered);
    },
  );

  app.post(
    apiPaths.openPortalLink,
    {
      config: { rateLimit: { max: 20, timeWindow: '1 minute' } },
      schema: {
        operationId: 'openPortalLink',
        summary: 'Open a portal with the link of an invitation, which works once',
        body: openLinkRequest,
        response: { 200: verifyAccessResponse, 400: errorBody, 409: errorBody, 429: errorBody },
      },
    },
    async (request, reply) =>
      setViewerCookie(reply, isSecure, await openLink(deps, request.body.token, toEntrance(request))),
  );

  app.post(
    apiPaths.newPortalLinks,
    {
      schema: {
        operationId: 'requestPortalLinks',
        summary:
          'Mail new links to the portals that an address has access to; the answer is the same for every address',
        body: newLinksRequest,
        response: { 200: mailRequestResponse, 400: errorBody, 428: errorBody, 429: errorBody },
      },
    },
    async (request) => {
      const limitKey = toLimitKey(request.ip);
      await requestNewLinks(deps, {
        ...{ ...request.body, limitKey, solution: readSolution(request) },
        onlyCompany: toHostCompany(request),
      });
      return { status: true as const, ...(deps.storesMails ? { storedMail: {} } : {}) };
    },
  );

  app.get(
    apiPaths.myPortals,
    {
      config: { rateLimit: { max: 60, timeWindow: '1 minute' } },
      schema: {
        operationId: 'listMyPortals',
        summary: 'List the portals that this browser may open',
        response: { 200: myPortals, 429: errorBody },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const viewers = readViewerCookies(appSecret, request.cookies, isSecure, new Date());
      const ofHost = viewers.filter(({ companyId }) => mayBeAbout(request, companyId));
      return { portals: await listPortals(db, ofHost) };
    },
  );

  app.post(
    apiPaths.portalSignOut(':companyId'),
    {
      config: { rateLimit: { max: 30, timeWindow: '1 minute' } },
      schema: {
        operationId: 'signOutOfPortal',
        summary: 'Sign this browser out of a portal and end its session',
        params: companyParams,
        response: { 204: z.null(), 429: errorBody },
      },
    },
    async (request, reply) => {
      const { companyId } = request.params;
      const name = viewerCookieName(companyId, isSecure);
      const value = mayBeAbout(request, companyId) ? request.cookies[name] : undefined;
      const now = new Date();
      const viewer = value === undefined ? undefined : readViewerCookie(appSecret, companyId, value, now);
      if (viewer) await endViewerSession(db, viewer, now);
      reply.clearCookie(name, viewerCookieOptions(isSecure));
      return reply.status(204).send(null);
    },
  );
};

const toEntrance = (request: FastifyRequest): Entrance => ({
  network: toNetwork(request.ip),
  onlyCompany: toHostCompany(request),
});

function setViewerCookie(reply: FastifyReply, isSecure: boolean, { answer, cookie }: EnteredPortal) {
  reply.setCookie(viewerCookieName(answer.id, isSecure), cookie, {
    ...viewerCookieOptions(isSecure),
    maxAge: viewerDays * 86_400,
  });
  return answer;
}
