import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { alertBacktest } from '../../../../contract/alerts/alerts.ts';
import { companyParams } from '../../../../contract/company/companies.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import type { Db } from '../../../db/client.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { toLimitKey } from '../../../platform/http/client-address.ts';
import type { AdmissionQueue } from '../../../platform/limits/admission.ts';
import { requireSession } from '../../sessions/sessions.ts';
import type { StatsReader } from '../../stats/stats.ts';
import { runBacktest } from './backtest.ts';

interface BacktestDeps {
  db: Db;
  reader: StatsReader;
  admission: AdmissionQueue;
}

/** Routes of administrators. */
export const backtestRoutes: FastifyPluginAsyncZod<BacktestDeps> = async (app, { db, reader, admission }) => {
  tagRoutes(app, 'Alerts');

  app.get(
    apiPaths.alertBacktest(':companyId'),
    {
      config: { permission: 'alerts' },
      schema: {
        operationId: 'backtestAlerts',
        summary: 'List the alerts that a company would have had in the last 90 days',
        params: companyParams,
        response: { 200: alertBacktest, 404: errorBody, 429: errorBody, 503: errorBody },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { companyId } = request.params;
      const { id: sessionId } = requireSession(request);
      const requester = { companyId, sessionId, isAdmin: true, address: toLimitKey(request.ip) };
      return admission.run(
        requester,
        (turn) => runBacktest({ db, reader: reader.inTurn(turn) }, companyId, new Date()),
        'overview',
      );
    },
  );
};
