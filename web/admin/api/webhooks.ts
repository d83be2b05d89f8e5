import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type NewWebhook,
  type WebhookChange,
  webhook,
  webhookList,
  webhookMessages,
  webhookWithSecret,
} from '../../../contract/alerts/webhooks.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { getJson, patchJson, postJson, sendDelete, sendPost } from '../../api/client.ts';
import { IdempotentRequest } from '../../api/idempotent-request.ts';
import { withRecentSignIn } from '../../api/session/recent-sign-in.ts';
import type { AlertOwner } from './alerts.ts';

const webhooksKey = (owner: AlertOwner) => ['admin', 'webhooks', owner ?? 'agency'] as const;

export const webhooksQuery = (owner: AlertOwner) =>
  queryOptions({
    queryKey: [...webhooksKey(owner), 'list'],
    queryFn: async ({ signal }) =>
      (await getJson(apiPaths.alertWebhooks(owner), { parse: webhookList.parse, signal })).webhooks,
  });

/** Deliveries are made in the background; an open log follows them. */
const logRefetchMs = 3_000;

export const webhookMessagesQuery = (owner: AlertOwner, webhookId: string) =>
  queryOptions({
    queryKey: [...webhooksKey(owner), 'messages', webhookId],
    queryFn: async ({ signal }) =>
      (
        await getJson(apiPaths.alertWebhookMessages(owner, webhookId), {
          parse: webhookMessages.parse,
          signal,
        })
      ).messages,
    refetchInterval: logRefetchMs,
  });

/** Runs a change, and reloads the webhooks and their open logs before it resolves. */
function useWebhookChange<Input, Result>(owner: AlertOwner, change: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      const result = await withRecentSignIn(() => change(input));
      await client.invalidateQueries({ queryKey: webhooksKey(owner) });
      return result;
    },
  });
}

/** Returns the secret, which no later answer contains. */
export function useAddWebhook(owner: AlertOwner) {
  const [request] = useState(() => new IdempotentRequest());
  return useWebhookChange(owner, (entered: NewWebhook) =>
    request.send(entered, (headers) =>
      postJson(apiPaths.alertWebhooks(owner), entered, { parse: webhookWithSecret.parse, headers }),
    ),
  );
}

export function useChangeWebhook(owner: AlertOwner, webhookId: string) {
  return useWebhookChange(owner, (change: WebhookChange) =>
    patchJson(apiPaths.alertWebhook(owner, webhookId), change, { parse: webhook.parse }),
  );
}

export function useRemoveWebhook(owner: AlertOwner, webhookId: string) {
  return useWebhookChange(owner, () => sendDelete(apiPaths.alertWebhook(owner, webhookId)));
}

/** Returns the new secret. The old one signs too for 24 hours. */
export function useRotateSecret(owner: AlertOwner, webhookId: string) {
  const [request] = useState(() => new IdempotentRequest());
  return useWebhookChange(owner, () =>
    request.send(webhookId, (headers) =>
      postJson(
        apiPaths.alertWebhookSecret(owner, webhookId),
        {},
        { parse: webhookWithSecret.parse, headers },
      ),
    ),
  );
}

export function useTestWebhook(owner: AlertOwner, webhookId: string) {
  const [request] = useState(() => new IdempotentRequest());
  return useWebhookChange(owner, () =>
    request.send(webhookId, (headers) => sendPost(apiPaths.alertWebhookTest(owner, webhookId), {}, headers)),
  );
}

/** Sends a message again, with the same id and body. */
export function useReplayMessage(owner: AlertOwner, webhookId: string) {
  const [request] = useState(() => new IdempotentRequest());
  return useWebhookChange(owner, (messageId: string) =>
    request.send(messageId, (headers) =>
      sendPost(apiPaths.replayWebhookMessage(owner, webhookId, messageId), {}, headers),
    ),
  );
}
