import type { FastifyBaseLogger } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { parseUrl } from '../../../../contract/rules/network/parse-url.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import type { Metrics } from '../../../platform/metrics/metrics.ts';

const bodyMaxBytes = 8 * 1024;
/** Maximum number of reports in one request of the Reporting API. */
const reportsMax = 20;
/** Minimum time between two log lines about a directive. */
const logEveryMs = 60_000;

/** The directives of the site's policy. Others are counted as `other`. */
const directives = new Set([
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'require-trusted-types-for',
  'trusted-types',
]);

const text = z.string().max(4_096);
const reportUriBody = z
  .object({
    'csp-report': z.object({
      'effective-directive': text.optional(),
      'violated-directive': text.optional(),
      'blocked-uri': text.optional(),
      'document-uri': text.optional(),
    }),
  })
  .transform(({ 'csp-report': report }) => [
    {
      directive: report['effective-directive'] ?? report['violated-directive']?.split(' ', 1)[0] ?? '',
      blocked: report['blocked-uri'] ?? '',
      page: report['document-uri'] ?? '',
    },
  ]);
const reportingApiBody = z
  .array(
    z.object({
      type: text,
      body: z.looseObject({
        effectiveDirective: text.optional(),
        blockedURL: text.optional().nullable(),
        documentURL: text.optional(),
      }),
    }),
  )
  .max(reportsMax)
  .transform((reports) =>
    reports
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body }) => ({
        directive: body.effectiveDirective ?? '',
        blocked: body.blockedURL ?? '',
        page: body.documentURL ?? '',
      })),
  );
const reports = z.union([reportUriBody, reportingApiBody]);

export interface CspReportsDeps {
  metrics: Metrics;
  logger: FastifyBaseLogger;
  now?: () => number;
}

/** Reports of browsers about blocked content (Content-Security-Policy), in the `report-uri` and Reporting API formats. */
export const cspReportsRoutes: FastifyPluginAsyncZod<CspReportsDeps> = async (
  app,
  { metrics, logger, now = () => performance.now() },
) => {
  tagRoutes(app, 'Server');

  const counted = metrics.labeledCounter(
    'northlight_csp_reports_total',
    'Content Security Policy violations that browsers reported, by directive.',
    'directive',
  );
  const loggedAt = new Map<string, number>();

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json', 'application/json'],
    { parseAs: 'string', bodyLimit: bodyMaxBytes },
    app.getDefaultJsonParser('remove', 'remove'),
  );

  app.post(
    apiPaths.cspReports,
    {
      bodyLimit: bodyMaxBytes,
      config: { rateLimit: { max: 30, timeWindow: '1 minute' } },
      schema: {
        operationId: 'reportPolicyViolations',
        summary: 'Report a violation of the Content Security Policy',
        consumes: ['application/csp-report', 'application/reports+json'],
        body: reports,
        response: { 204: z.null(), 400: errorBody, 413: errorBody, 415: errorBody, 429: errorBody },
      },
    },
    async (request, reply) => {
      for (const { directive, blocked, page } of request.body) {
        const name = directives.has(directive) ? directive : 'other';
        counted.add(name);
        const last = loggedAt.get(name);
        if (last !== undefined && now() - last < logEveryMs) continue;
        loggedAt.set(name, now());
        logger.warn(
          { directive: name, blocked: toOrigin(blocked), page: toPath(page) },
          'a browser reported a violation of the Content Security Policy',
        );
      }
      return reply.status(204).send(null);
    },
  );
};

/** The origin of a URL: the rest may contain personal data. */
function toOrigin(blocked: string): string {
  const url = parseUrl(blocked);
  if (url) return (url.origin === 'null' ? url.protocol : url.origin).slice(0, 100);
  return /^[a-z-]{1,30}$/.test(blocked) ? blocked : 'something else';
}

/** The path of a page without its query, which may contain the token of a mailed link. */
function toPath(page: string): string {
  return parseUrl(page)?.pathname.slice(0, 100) ?? '';
}
