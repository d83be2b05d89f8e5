import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import {
  reportMailPreview,
  reportParams,
  reportPreviewQuery,
  reportResend,
} from '../../../../contract/reports/reports.ts';
import { requireSession, toRequestActor } from '../../sessions/sessions.ts';
import { pdfFile, sendPdf } from '../pdf-answer.ts';
import type { ReportsDeps } from '../reports-deps.ts';
import { resendReport } from '../sending/resend.ts';
import { previewFile, previewMail, sendTest } from './previews.ts';

/** Drawing a report needs a tenth of a second of a process that all share. */
const config = { permission: 'reports', rateLimit: { max: 60, timeWindow: '1 minute' } } as const;
const errors = { 400: errorBody, 404: errorBody, 409: errorBody, 429: errorBody, 503: errorBody };

/** Reports as their recipients see them. */
export const previewsRoutes: FastifyPluginAsyncZod<{ deps: ReportsDeps }> = async (app, { deps }) => {
  app.get(
    apiPaths.reportMail(':companyId', ':period'),
    {
      config,
      schema: {
        operationId: 'previewReportMail',
        summary: 'The mail of a report as it was sent, or as it would be sent now',
        params: reportParams,
        querystring: reportPreviewQuery,
        response: { 200: reportMailPreview, ...errors },
      },
    },
    (request) => previewMail(deps, { ...request.params, ...request.query }),
  );

  app.get(
    apiPaths.reportFile(':companyId', ':period'),
    {
      config,
      // A HEAD request would draw the report for nothing.
      exposeHeadRoute: false,
      schema: {
        operationId: 'previewReportFile',
        summary: 'The PDF of a report as it was sent, or as it would be sent now',
        params: reportParams,
        querystring: reportPreviewQuery,
        response: { 200: pdfFile, ...errors },
      },
    },
    async (request, reply) => {
      const { name, pdf } = await previewFile(deps, { ...request.params, ...request.query });
      return sendPdf(reply, name, pdf);
    },
  );

  app.post(
    apiPaths.reportTest(':companyId', ':period'),
    {
      config,
      schema: {
        operationId: 'testReport',
        summary: 'Send a report to the signed-in member, marked as a test',
        params: reportParams,
        querystring: reportPreviewQuery,
        response: { 204: z.null(), ...errors },
      },
    },
    async (request, reply) => {
      const { email, userId } = requireSession(request);
      const to = { email, userId, by: toRequestActor(request) };
      await sendTest(deps, { ...request.params, ...request.query }, to);
      return reply.status(204).send(null);
    },
  );

  app.post(
    apiPaths.reportResend(':companyId', ':period'),
    {
      config,
      schema: {
        operationId: 'resendReport',
        summary: 'Send a report to one of its recipients again, as it was',
        params: reportParams,
        body: reportResend,
        response: { 204: z.null(), ...errors },
      },
    },
    async (request, reply) => {
      await resendReport(deps, { ...request.params, ...request.body }, toRequestActor(request));
      return reply.status(204).send(null);
    },
  );
};
