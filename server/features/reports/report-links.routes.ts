import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { openedReport, reportLinkRequest } from '../../../contract/reports/reports.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { openReport, openReportFile } from './links/report-links.ts';
import { pdfFile, sendPdf } from './pdf-answer.ts';
import type { Reports } from './reports.ts';

/** A report is drawn for each request. An office behind one address may open one for each of its people. */
const config = { rateLimit: { max: 60, timeWindow: '1 minute' } } as const;
const errors = { 400: errorBody, 404: errorBody, 429: errorBody, 503: errorBody };

/** Open routes, which the token of a mail's link authorizes. It is in the body, which no log contains. */
export const reportLinksRoutes: FastifyPluginAsyncZod<{ reports: Reports }> = async (app, { reports }) => {
  tagRoutes(app, 'Reports');

  app.post(
    apiPaths.openReport,
    {
      config,
      schema: {
        operationId: 'openReport',
        summary: 'The report of a mail’s link, as it was sent',
        body: reportLinkRequest,
        response: { 200: openedReport, ...errors },
      },
    },
    (request) => openReport(reports.deps, request.body.token),
  );

  app.post(
    apiPaths.openReportFile,
    {
      config,
      schema: {
        operationId: 'openReportFile',
        summary: 'The PDF of the report of a mail’s link',
        body: reportLinkRequest,
        response: { 200: pdfFile, ...errors },
      },
    },
    async (request, reply) => {
      const { name, pdf } = await openReportFile(reports.deps, request.body.token);
      return sendPdf(reply, name, pdf);
    },
  );
};
