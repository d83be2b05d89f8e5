import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { companyParams } from '../../../../contract/company/companies.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import {
  newReportRecipient,
  reportRecipient,
  reportRecipientChange,
  reportRecipientParams,
  reportRecipients,
} from '../../../../contract/reports/reports.ts';
import type { Db } from '../../../db/client.ts';
import { toRequestActor } from '../../sessions/sessions.ts';
import { addRecipient, changeRecipient, listRecipients, removeRecipient } from './recipients.ts';

const config = { permission: 'reports' } as const;

/** Who gets the reports of a company. */
export const recipientsRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  app.get(
    apiPaths.reportRecipients(':companyId'),
    {
      config,
      schema: {
        operationId: 'listReportRecipients',
        summary: 'List who gets the reports of a company, oldest first',
        params: companyParams,
        response: { 200: reportRecipients, 404: errorBody },
      },
    },
    async (request) => ({ recipients: await listRecipients(db, request.params.companyId) }),
  );

  app.post(
    apiPaths.reportRecipients(':companyId'),
    {
      config,
      schema: {
        operationId: 'addReportRecipient',
        summary: 'Add a person of the access list, or another one, to the recipients of a company',
        params: companyParams,
        body: newReportRecipient,
        response: { 201: reportRecipient, 400: errorBody, 404: errorBody, 409: errorBody },
      },
    },
    async (request, reply) => {
      const added = await addRecipient(db, request.params.companyId, request.body, toRequestActor(request));
      return reply.status(201).send(added);
    },
  );

  app.patch(
    apiPaths.reportRecipient(':companyId', ':recipientId'),
    {
      config,
      schema: {
        operationId: 'changeReportRecipient',
        summary: 'Change what a recipient gets; only the recipient can subscribe again',
        params: reportRecipientParams,
        body: reportRecipientChange,
        response: { 200: reportRecipient, 400: errorBody, 404: errorBody },
      },
    },
    (request) => changeRecipient(db, { ...request.params, by: toRequestActor(request) }, request.body),
  );

  app.delete(
    apiPaths.reportRecipient(':companyId', ':recipientId'),
    {
      config,
      schema: {
        operationId: 'removeReportRecipient',
        summary:
          'Remove a recipient that has not unsubscribed; the links in earlier mails to it stop working',
        params: reportRecipientParams,
        response: { 204: z.null(), 404: errorBody, 409: errorBody },
      },
    },
    async (request, reply) => {
      await removeRecipient(db, { ...request.params, by: toRequestActor(request) });
      return reply.status(204).send(null);
    },
  );
};
