import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { storedReportTemplate } from '../../../../contract/reports/report-template.ts';
import type { Db } from '../../../db/client.ts';
import { toRequestActor } from '../../sessions/sessions.ts';
import { readTemplate, saveTemplate } from './report-template.ts';

export const reportTemplateRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  app.get(
    apiPaths.reportTemplate,
    {
      config: { permission: 'report-template' },
      schema: {
        operationId: 'getReportTemplate',
        summary: 'The template of all reports',
        response: { 200: storedReportTemplate, 409: errorBody },
      },
    },
    () => readTemplate(db),
  );

  app.put(
    apiPaths.reportTemplate,
    {
      config: { permission: 'report-template', needsSpace: true },
      schema: {
        operationId: 'changeReportTemplate',
        summary: 'Change the template of all reports',
        body: storedReportTemplate,
        response: { 200: storedReportTemplate, 400: errorBody, 409: errorBody, 503: errorBody },
      },
    },
    (request) => saveTemplate(db, toRequestActor(request), request.body),
  );
};
