import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { hasPermission } from '../../../contract/account/roles.ts';
import { alertList, alertListQuery, alertSettings } from '../../../contract/alerts/alerts.ts';
import { companyParams } from '../../../contract/company/companies.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { tagRoutes } from '../../platform/http/api-tags.ts';
import { readCursor } from '../../platform/http/cursor.ts';
import { requireSession, toCompanyScope, toRequestActor } from '../sessions/sessions.ts';
import { ownerRoutes } from './alert-owner.ts';
import type { Alerts } from './alerts.ts';
import { changeAlertSettings, readAlertSettings } from './notices/alert-settings.ts';
import { listAlerts } from './notices/list-alerts.ts';
import { recipientsRoutes } from './recipients/recipients.routes.ts';
import { webhookMessagesRoutes, webhooksRoutes } from './webhooks/webhooks.routes.ts';

/** Routes of administrators. */
export const alertsRoutes: FastifyPluginAsyncZod<{ alerts: Alerts }> = async (app, { alerts }) => {
  tagRoutes(app, 'Alerts');
  const { db, mails } = alerts.deps;

  for (const each of ownerRoutes) {
    await app.register(recipientsRoutes, { ...each, db });
    const deps = { ...alerts.deps, publicUrl: mails.publicUrl };
    await app.register(webhooksRoutes, { ...each, deps });
    await app.register(webhookMessagesRoutes, { ...each, deps });
  }

  app.get(
    apiPaths.alerts,
    {
      config: { permission: 'alerts' },
      schema: {
        operationId: 'listAlerts',
        summary: 'List the alerts of the own companies, and for owners of the server, newest first',
        querystring: alertListQuery,
        response: { 200: alertList, 400: errorBody },
      },
    },
    (request) => {
      const { state, companyId, after } = request.query;
      const session = requireSession(request);
      return listAlerts(db, {
        scope: toCompanyScope(session),
        withServer: hasPermission(session.role, 'agency-alerts'),
        companyId: companyId ?? null,
        isLasting: state === 'lasting',
        after: readCursor(after),
      });
    },
  );

  app.get(
    apiPaths.alertSettings(':companyId'),
    {
      config: { permission: 'alerts' },
      schema: {
        operationId: 'getAlertSettings',
        summary: 'Get which alerts a company has; all of them unless it was changed',
        params: companyParams,
        response: { 200: alertSettings, 404: errorBody },
      },
    },
    (request) => readAlertSettings(db, request.params.companyId),
  );

  app.put(
    apiPaths.alertSettings(':companyId'),
    {
      config: { permission: 'alerts' },
      schema: {
        operationId: 'changeAlertSettings',
        summary: 'Choose which alerts a company has',
        params: companyParams,
        body: alertSettings,
        response: { 200: alertSettings, 400: errorBody, 404: errorBody },
      },
    },
    (request) => changeAlertSettings(db, request.params.companyId, request.body, toRequestActor(request)),
  );
};
