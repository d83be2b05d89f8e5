import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  alertRecipient,
  alertRecipientChange,
  alertRecipientParams,
  alertRecipients,
  companyAlertRecipientParams,
  newAlertRecipient,
} from '../../../../contract/alerts/alerts.ts';
import { companyParams } from '../../../../contract/company/companies.ts';
import { idempotencyHeaders } from '../../../../contract/idempotency.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import type { Db } from '../../../db/client.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { readSessionClaim, toRequestActor } from '../../sessions/sessions.ts';
import { type OwnerRoutes, ownerErrors, toOwner } from '../alert-owner.ts';
import { addRecipient, changeRecipient, listRecipients, removeRecipient } from './recipients.ts';

/** Routes of administrators: who gets the mails of alerts. Registered once for each kind of owner. */
export const recipientsRoutes: FastifyPluginAsyncZod<OwnerRoutes & { db: Db }> = async (app, given) => {
  const { db, owner, permission, name, of } = given;
  tagRoutes(app, 'Alerts');
  const listParams = owner === null ? z.object({}) : companyParams;
  const params = owner === null ? alertRecipientParams : companyAlertRecipientParams;

  app.get(
    apiPaths.alertRecipients(owner),
    {
      config: { permission },
      schema: {
        operationId: `list${name}AlertRecipients`,
        summary: `List who gets the alerts of ${of}, oldest first`,
        params: listParams,
        response: { 200: alertRecipients, ...ownerErrors },
      },
    },
    async (request) => ({ recipients: await listRecipients(db, toOwner(request.params)) }),
  );

  app.post(
    apiPaths.alertRecipients(owner),
    {
      config: { permission },
      schema: {
        operationId: `add${name}AlertRecipient`,
        summary: `Add a recipient of the alerts of ${of}`,
        params: listParams,
        headers: idempotencyHeaders,
        body: newAlertRecipient,
        response: { 201: alertRecipient, ...ownerErrors },
      },
    },
    async (request, reply) => {
      const claim = readSessionClaim(request, { ...request.params, ...request.body });
      const asked = { by: toRequestActor(request), claim };
      return reply.status(201).send(await addRecipient(db, toOwner(request.params), request.body, asked));
    },
  );

  app.patch(
    apiPaths.alertRecipient(owner, ':recipientId'),
    {
      config: { permission },
      schema: {
        operationId: `change${name}AlertRecipient`,
        summary: `Change or mute a recipient of the alerts of ${of}`,
        params,
        body: alertRecipientChange,
        response: { 200: alertRecipient, ...ownerErrors },
      },
    },
    (request) => {
      const place = { owner: toOwner(request.params), recipientId: request.params.recipientId };
      return changeRecipient(db, place, request.body, toRequestActor(request));
    },
  );

  app.delete(
    apiPaths.alertRecipient(owner, ':recipientId'),
    {
      config: { permission },
      schema: {
        operationId: `remove${name}AlertRecipient`,
        summary: `Remove a recipient of the alerts of ${of}, unless it has unsubscribed`,
        params,
        response: { 204: z.null(), ...ownerErrors },
      },
    },
    async (request, reply) => {
      const place = { owner: toOwner(request.params), recipientId: request.params.recipientId };
      await removeRecipient(db, place, toRequestActor(request));
      return reply.status(204).send(null);
    },
  );
};
