import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { companyParams } from '../../../../contract/company/companies.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { reportSettings } from '../../../../contract/reports/reports.ts';
import type { Db } from '../../../db/client.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { toRequestActor } from '../../sessions/sessions.ts';
import { readSettings, saveSettings } from './report-settings.ts';

const config = { permission: 'reports' } as const;

/** Which reports a company gets. */
export const reportSettingsRoutes: FastifyPluginAsyncZod<{ db: Db; jobs: Pick<Jobs, 'send'> }> = async (
  app,
  deps,
) => {
  app.get(
    apiPaths.reportSettings(':companyId'),
    {
      config,
      schema: {
        operationId: 'getReportSettings',
        summary: 'Which reports a company gets',
        params: companyParams,
        response: { 200: reportSettings, 404: errorBody },
      },
    },
    (request) => readSettings(deps.db, request.params.companyId),
  );

  app.put(
    apiPaths.reportSettings(':companyId'),
    {
      config,
      schema: {
        operationId: 'changeReportSettings',
        summary: 'Change which reports a company gets, and whether they wait for a review',
        params: companyParams,
        body: reportSettings,
        response: { 200: reportSettings, 400: errorBody, 404: errorBody },
      },
    },
    (request) => saveSettings(deps, request.params.companyId, request.body, toRequestActor(request)),
  );
};
