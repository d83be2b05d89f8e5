import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { companyParams } from '../../../contract/company/companies.ts';
import { lastSiteCheck, siteCheckRequest } from '../../../contract/company/site-check.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { Db } from '../../db/client.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { consumeAttempt } from '../../platform/limits/attempts.ts';
import { requireSession } from '../sessions/sessions.ts';
import { findLastCheck, type SiteChecks } from './site-checks.ts';

export interface SiteCheckRoutesDeps {
  db: Db;
  siteChecks: SiteChecks;
}

const permission = 'company-settings';
/** The limit of one member and company: each check asks servers of others. */
const checks = { max: 10, windowSeconds: 3_600 };

export const siteCheckRoutes: FastifyPluginAsyncZod<SiteCheckRoutesDeps> = async (
  app,
  { db, siteChecks },
) => {
  tagRoutes(app, 'Tracking');

  app.get(
    apiPaths.siteCheck(':companyId'),
    {
      config: { permission },
      schema: {
        operationId: 'getSiteCheck',
        summary: 'Get the last check of a company’s site',
        params: companyParams,
        response: { 200: lastSiteCheck, 403: errorBody, 404: errorBody },
      },
    },
    async (request) => ({ check: await findLastCheck(db, request.params.companyId) }),
  );

  app.post(
    apiPaths.siteCheck(':companyId'),
    {
      config: { permission },
      schema: {
        operationId: 'checkSite',
        summary: 'Load a page of a company’s site, and report what keeps its events from arriving',
        params: companyParams,
        body: siteCheckRequest,
        response: {
          200: lastSiteCheck,
          ...{ 400: errorBody, 403: errorBody, 404: errorBody, 429: errorBody, 503: errorBody },
        },
      },
    },
    async (request) => {
      const { companyId } = request.params;
      await consumeAttempt(db, {
        ...{ key: `site-check/${companyId}/${requireSession(request).userId}`, ...checks },
        reason: 'This site was checked ten times in the last hour.',
      });
      return { check: await siteChecks.run(companyId, 'asked', request.body.url) };
    },
  );
};
