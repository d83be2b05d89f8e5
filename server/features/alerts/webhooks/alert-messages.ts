import { describeAlert, describeEnd } from '../../../../contract/alerts/describe-alert.ts';
import type { WebhookPayload } from '../../../../contract/alerts/webhooks.ts';
import type { Tx } from '../../../db/client.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { createUuidV7 } from '../../../platform/uuid-v7.ts';
import { type AlertLinks, toAlertPage } from '../notices/alert-mails.ts';
import { type AlertRow, findAlert } from '../notices/alerts.queries.ts';
import { toAlert } from '../notices/list-alerts.ts';
import { insertMessage, listSubscribedWebhooks } from './messages.queries.ts';

export const deliveryQueue = 'deliver-webhook';

export interface MessageDeps extends AlertLinks {
  jobs: Pick<Jobs, 'send'>;
}

/** Queues the messages about an alert, in the transaction that stores its beginning or end. */
export async function queueAlertMessages(
  deps: MessageDeps,
  tx: Tx,
  { alertId, type, now }: { alertId: string; type: 'alert.began' | 'alert.ended'; now: Date },
): Promise<void> {
  const alert = await findAlert(tx, alertId);
  if (!alert) return;
  // Webhooks that were created since have not got its beginning.
  const asked = { companyId: alert.company_id, kind: alert.kind, before: alert.found_at };
  const webhookIds = await listSubscribedWebhooks(tx, asked);
  if (webhookIds.length === 0) return;
  const payload: WebhookPayload = {
    ...{ type, timestamp: now.toISOString() },
    data: {
      alert: toAlert(alert),
      text:
        type === 'alert.ended'
          ? describeEnd(alert.facts, 'en', alert.ended_at ?? now)
          : toBeginning(alert, now),
      url: toAlertPage(deps, alert).url,
    },
  };
  for (const webhookId of webhookIds) await queueMessage(deps, tx, webhookId, payload);
}

function toBeginning({ facts }: Pick<AlertRow, 'facts'>, now: Date): string {
  const { sentence, details } = describeAlert(facts, 'en', now);
  return [sentence, ...details].join(' ');
}

/** Returns the id of the message. */
export async function queueMessage(
  { jobs }: Pick<MessageDeps, 'jobs'>,
  tx: Tx,
  webhookId: string,
  payload: WebhookPayload,
): Promise<string> {
  const at = new Date(payload.timestamp);
  const id = createUuidV7(at);
  await insertMessage(tx, { ...{ id, webhookId, at }, type: payload.type, body: JSON.stringify(payload) });
  await jobs.send(tx, deliveryQueue, id);
  return id;
}
