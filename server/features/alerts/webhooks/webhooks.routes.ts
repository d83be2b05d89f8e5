import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  companyWebhookMessageParams,
  companyWebhookParams,
  newWebhook,
  webhook,
  webhookChange,
  webhookList,
  webhookMessage,
  webhookMessageParams,
  webhookMessages,
  webhookParams,
  webhookWithSecret,
} from '../../../../contract/alerts/webhooks.ts';
import { companyParams } from '../../../../contract/company/companies.ts';
import { idempotencyKeyHeader } from '../../../../contract/constants.ts';
import { errorBody } from '../../../../contract/errors.ts';
import { idempotencyHeaders } from '../../../../contract/idempotency.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { tagRoutes } from '../../../platform/http/api-tags.ts';
import { readSessionClaim, toRequestActor } from '../../sessions/sessions.ts';
import { type OwnerRoutes, ownerErrors, toOwner } from '../alert-owner.ts';
import { listMessages, type MessagesDeps, replayMessage, sendTestMessage } from './messages.ts';
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  type SecretRequest,
  type WebhooksDeps,
} from './webhooks.ts';

export type WebhooksRoutesDeps = WebhooksDeps & MessagesDeps;
type Given = OwnerRoutes & { deps: WebhooksRoutesDeps };

/** Routes of administrators. Registered once for each kind of owner. */
export const webhooksRoutes: FastifyPluginAsyncZod<Given> = async (app, given) => {
  const { deps, owner, permission, name, of } = given;
  tagRoutes(app, 'Alerts');
  const listParams = owner === null ? z.object({}) : companyParams;
  const params = owner === null ? webhookParams : companyWebhookParams;
  const sensitive = { permission, needsRecentSignIn: true } as const;

  app.get(
    apiPaths.alertWebhooks(owner),
    {
      config: { permission },
      schema: {
        operationId: `list${name}AlertWebhooks`,
        summary: `List the webhooks that get the alerts of ${of}, oldest first`,
        params: listParams,
        response: { 200: webhookList, ...ownerErrors },
      },
    },
    async (request) => ({ webhooks: await listWebhooks(deps, toOwner(request.params)) }),
  );

  app.post(
    apiPaths.alertWebhooks(owner),
    {
      config: sensitive,
      schema: {
        operationId: `create${name}AlertWebhook`,
        summary: `Create a webhook for the alerts of ${of}; only this answer has its secret`,
        params: listParams,
        headers: idempotencyHeaders,
        body: newWebhook,
        response: { 201: webhookWithSecret, ...ownerErrors },
      },
    },
    async (request, reply) => {
      const asked = toSecretRequest(request, { ...request.params, ...request.body });
      return reply.status(201).send(await createWebhook(deps, toOwner(request.params), request.body, asked));
    },
  );

  app.patch(
    apiPaths.alertWebhook(owner, ':webhookId'),
    {
      config: sensitive,
      schema: {
        operationId: `change${name}AlertWebhook`,
        summary: 'Change a webhook, or switch it on or off',
        params,
        body: webhookChange,
        response: { 200: webhook, ...ownerErrors },
      },
    },
    (request) => changeWebhook(deps, toPlace(request.params), request.body, toRequestActor(request)),
  );

  app.post(
    apiPaths.alertWebhookSecret(owner, ':webhookId'),
    {
      config: sensitive,
      schema: {
        operationId: `replace${name}WebhookSecret`,
        summary: 'Give a webhook another secret; for another 24 hours both sign',
        params,
        headers: idempotencyHeaders,
        response: { 201: webhookWithSecret, ...ownerErrors },
      },
    },
    async (request, reply) => {
      const asked = toSecretRequest(request, request.params);
      return reply.status(201).send(await rotateSecret(deps, toPlace(request.params), asked));
    },
  );

  app.delete(
    apiPaths.alertWebhook(owner, ':webhookId'),
    {
      config: sensitive,
      schema: {
        operationId: `delete${name}AlertWebhook`,
        summary: 'Delete a webhook with its messages',
        params,
        response: { 204: z.null(), ...ownerErrors },
      },
    },
    async (request, reply) => {
      await removeWebhook(deps, toPlace(request.params), toRequestActor(request));
      return reply.status(204).send(null);
    },
  );
};

/** A person sends a few messages a minute at most. */
const rateLimit = { max: 30, timeWindow: '1 minute' } satisfies FastifyContextConfig['rateLimit'];
const sendingErrors = { ...ownerErrors, 429: errorBody };

/** Routes of administrators: what was sent to a webhook. Registered once for each kind of owner. */
export const webhookMessagesRoutes: FastifyPluginAsyncZod<Given> = async (app, given) => {
  const { deps, owner, permission, name } = given;
  tagRoutes(app, 'Alerts');
  const params = owner === null ? webhookParams : companyWebhookParams;
  const messageParams = owner === null ? webhookMessageParams : companyWebhookMessageParams;

  app.get(
    apiPaths.alertWebhookMessages(owner, ':webhookId'),
    {
      config: { permission },
      schema: {
        operationId: `list${name}WebhookMessages`,
        summary: 'List the last messages of a webhook with their attempts, newest first',
        params,
        response: { 200: webhookMessages, ...ownerErrors },
      },
    },
    async (request) => ({ messages: await listMessages(deps.db, toPlace(request.params)) }),
  );

  app.post(
    apiPaths.alertWebhookTest(owner, ':webhookId'),
    {
      config: { permission, rateLimit },
      schema: {
        operationId: `test${name}AlertWebhook`,
        summary: 'Send a test message to a webhook',
        params,
        response: { 201: webhookMessage, ...sendingErrors },
      },
    },
    async (request, reply) => {
      const sent = await sendTestMessage(deps, toPlace(request.params), toRequestActor(request));
      return reply.status(201).send(sent);
    },
  );

  app.post(
    apiPaths.replayWebhookMessage(owner, ':webhookId', ':messageId'),
    {
      config: { permission, rateLimit },
      schema: {
        operationId: `replay${name}WebhookMessage`,
        summary: 'Send a message again, with the same id and body',
        params: messageParams,
        response: { 200: webhookMessage, ...sendingErrors },
      },
    },
    (request) => {
      const place = { ...toPlace(request.params), messageId: request.params.messageId };
      return replayMessage(deps, place, toRequestActor(request));
    },
  );
};

const toPlace = (params: { webhookId: string }) => ({
  owner: toOwner(params),
  webhookId: params.webhookId,
});

/** @param content As for `readClaim`. */
const toSecretRequest = (request: FastifyRequest, content: unknown): SecretRequest => ({
  by: toRequestActor(request),
  // Refuses a malformed key, so that the other line needs no check.
  claim: readSessionClaim(request, content),
  idempotencyKey: idempotencyHeaders.parse(request.headers)[idempotencyKeyHeader],
});
