import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { companyParams } from '../../../../contract/company/companies.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import {
  companyReports,
  report,
  reportCommentChange,
  reportList,
  reportListQuery,
  reportParams,
  reportRelease,
  reportStateChange,
  reportsReleased,
  reportWithDeliveries,
} from '../../../../contract/reports/reports.ts';
import type { Db } from '../../../db/client.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { requireSession, toCompanyScope, toRequestActor } from '../../sessions/sessions.ts';
import {
  changeComment,
  changeState,
  listCompanyReports,
  listReports,
  readReport,
  releaseReports,
} from './review.ts';

const config = { permission: 'reports' } as const;
const errors = { 400: errorBody, 404: errorBody };

/** Which reports there are, and their review before they are sent. */
export const reviewRoutes: FastifyPluginAsyncZod<{ db: Db; jobs: Pick<Jobs, 'send'> }> = async (
  app,
  deps,
) => {
  const { db } = deps;

  app.get(
    apiPaths.reports,
    {
      config,
      schema: {
        operationId: 'listReports',
        summary: 'List the reports of the signed-in member’s companies, planned and held ones first',
        querystring: reportListQuery,
        response: { 200: reportList, 400: errorBody },
      },
    },
    (request) => listReports(db, toCompanyScope(requireSession(request)), request.query),
  );

  app.post(
    apiPaths.releaseReports,
    {
      config,
      schema: {
        operationId: 'releaseReports',
        summary: 'Send held reports; those that are not held any more are left as they are',
        body: reportRelease,
        response: { 200: reportsReleased, ...errors },
      },
    },
    async (request) => {
      const scope = toCompanyScope(requireSession(request));
      const by = toRequestActor(request);
      return { released: await releaseReports(deps, request.body.reports, { by, scope }) };
    },
  );

  app.get(
    apiPaths.companyReports(':companyId'),
    {
      config,
      schema: {
        operationId: 'listCompanyReports',
        summary: 'List the reports of a company, planned and held ones first',
        params: companyParams,
        response: { 200: companyReports, 404: errorBody },
      },
    },
    async (request) => ({ reports: await listCompanyReports(db, request.params.companyId) }),
  );

  app.get(
    apiPaths.report(':companyId', ':period'),
    {
      config,
      schema: {
        operationId: 'getReport',
        summary: 'A report and its mails',
        params: reportParams,
        response: { 200: reportWithDeliveries, ...errors },
      },
    },
    (request) => readReport(db, request.params),
  );

  app.put(
    apiPaths.reportComment(':companyId', ':period'),
    {
      config,
      schema: {
        operationId: 'changeReportComment',
        summary: 'Change the comment of a report that is not sent yet',
        params: reportParams,
        body: reportCommentChange,
        response: { 200: report, 409: errorBody, ...errors },
      },
    },
    (request) => changeComment(db, request.params, request.body, toRequestActor(request)),
  );

  app.put(
    apiPaths.reportState(':companyId', ':period'),
    {
      config,
      schema: {
        operationId: 'changeReportState',
        summary: 'Skip a held report, or hold a skipped one again',
        params: reportParams,
        body: reportStateChange,
        response: { 200: report, 409: errorBody, ...errors },
      },
    },
    (request) => changeState(db, request.params, request.body.state, toRequestActor(request)),
  );
};
