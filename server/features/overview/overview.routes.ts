import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  type OverviewQuery,
  overviewAnswer,
  overviewQuery,
  overviewValues,
  overviewValuesQuery,
} from '../../../contract/company/overview.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { Db } from '../../db/client.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { toLimitKey } from '../../platform/http/client-address.ts';
import { csvFile } from '../../platform/http/files/file-answers.ts';
import type { AdmissionQueue } from '../../platform/limits/admission.ts';
import { requireSession, toCompanyScope } from '../sessions/sessions.ts';
import type { CompanyFigures } from '../stats/figures/figures.ts';
import type { CompanyValues } from '../stats/figures/values.ts';
import type { StatsDeps } from '../stats/stats.ts';
import { answerOverview, type OverviewDeps } from './overview.ts';
import { writeOverviewCsv } from './overview-file.ts';
import { listOverviewValues } from './overview-values.ts';
import { SharedWork } from './shared-work.ts';

interface OverviewRoutesDeps {
  db: Db;
  reader: StatsDeps['reader'];
  admission: AdmissionQueue;
}

/** How long an answer waits for figures that are not known yet. */
const waitMs = 800;
/** Companies whose figures are computed at once. */
const companiesAtOnce = 4;
/** About 20,000 companies and periods. */
const keptCharactersMax = 12_000_000;

/** One look over the companies of a member. */
export const overviewRoutes: FastifyPluginAsyncZod<OverviewRoutesDeps> = async (app, deps) => {
  tagRoutes(app, 'Companies');
  const figures = new SharedWork<CompanyFigures>({
    runningMax: companiesAtOnce,
    keptCharactersMax,
    isFinal: ({ isPending }) => !isPending,
    onError: (err) => app.log.warn({ err }, 'the figures of a company could not be computed'),
  });
  const values = new SharedWork<CompanyValues>({
    runningMax: companiesAtOnce,
    keptCharactersMax,
    isFinal: ({ isPending }) => !isPending,
    onError: (err) => app.log.warn({ err }, 'the values of a company could not be computed'),
  });
  app.addHook('onClose', async () => {
    figures.close();
    values.close();
  });
  const overview: OverviewDeps = { ...deps, figures };

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get(
    apiPaths.overview,
    {
      config: { permission: 'companies' },
      schema: {
        operationId: 'getOverview',
        summary: 'Get figures, live visitors and health of the companies of the signed-in member',
        querystring: overviewQuery,
        response: { 200: overviewAnswer, 400: errorBody, 429: errorBody, 503: errorBody },
      },
    },
    (request, reply) =>
      inShare(deps.admission, request, () => {
        const asked = { ...toAsked(request, request.query), signal: toSignal(reply) };
        return answerOverview(overview, { ...asked, waitMs });
      }),
  );

  app.get(
    apiPaths.overviewFile,
    {
      config: { permission: 'companies' },
      // A HEAD request would read all figures for nothing.
      exposeHeadRoute: false,
      schema: {
        operationId: 'exportOverview',
        summary: 'Export the figures of the companies of the signed-in member as CSV, once all are counted',
        querystring: overviewQuery,
        response: { 200: csvFile, 400: errorBody, 429: errorBody, 503: errorBody },
      },
    },
    async (request, reply) => {
      const asked = { ...toAsked(request, request.query), signal: toSignal(reply) };
      const lines = await inShare(deps.admission, request, () => writeOverviewCsv(overview, asked));
      const day = asked.now.toISOString().slice(0, 10);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="overview-${day}.csv"`)
        .send(Readable.from(lines));
    },
  );

  app.get(
    apiPaths.overviewValues,
    {
      config: { permission: 'companies' },
      schema: {
        operationId: 'listOverviewValues',
        summary: 'List sources, campaigns or countries over all companies of the signed-in member',
        description:
          'Visitors are the sum of those of each site. Amounts of different currencies are never added up.',
        querystring: overviewValuesQuery,
        response: { 200: overviewValues, 400: errorBody, 429: errorBody, 503: errorBody },
      },
    },
    (request, reply) =>
      inShare(deps.admission, request, () => {
        const { dimension, group, ...query } = request.query;
        const scope = toCompanyScope(requireSession(request));
        const asked = { scope, query, dimension, group, now: new Date(), signal: toSignal(reply) };
        return listOverviewValues({ ...deps, values }, { ...asked, waitMs });
      }),
  );
};

function toAsked(request: FastifyRequest, { id: ids, ...query }: OverviewQuery) {
  return { scope: toCompanyScope(requireSession(request)), ids: ids ?? null, query, now: new Date() };
}

/** A member has as many requests at once as on a portal. The work itself has turns that all members share. */
function inShare<Result>(
  admission: AdmissionQueue,
  request: FastifyRequest,
  answer: () => Promise<Result>,
): Promise<Result> {
  const { id: sessionId } = requireSession(request);
  const requester = { companyId: 'overview', sessionId, isAdmin: true, address: toLimitKey(request.ip) };
  return admission.run(requester, answer, 'overview');
}

/** Aborted when the connection closes before the answer was sent. */
function toSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
