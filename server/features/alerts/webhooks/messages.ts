import { type WebhookMessage, webhookLimits } from '../../../../contract/alerts/webhooks.ts';
import type { Db, Tx } from '../../../db/client.ts';
import type { Actor } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { lockOwner } from '../alert-owner.ts';
import { deliveryQueue, queueMessage } from './alert-messages.ts';
import { claimSeconds } from './delivery-times.ts';
import {
  type AttemptRow,
  listAttemptRows,
  listMessageRows,
  lockMessage,
  type MessageRow,
  restartMessage,
} from './messages.queries.ts';
import type { WebhookRow } from './webhooks.queries.ts';
import { recordWebhook, requireWebhook, type WebhookPlace } from './webhooks.ts';

export interface MessagesDeps {
  db: Db;
  jobs: Pick<Jobs, 'send'>;
  publicUrl: string;
}

/** The newest messages of a webhook with their attempts, newest first. */
export async function listMessages(db: Db, place: WebhookPlace): Promise<WebhookMessage[]> {
  const { id } = await requireWebhook(db, place);
  return toMessages(db, await listMessageRows(db, id, webhookLimits.messages));
}

/** Sends a message that is about no alert. */
export async function sendTestMessage(
  deps: MessagesDeps,
  place: WebhookPlace,
  by: Actor,
): Promise<WebhookMessage> {
  return deps.db.transaction(async (tx) => {
    const of = await lockOwner(tx, place.owner);
    const row = requireOn(await requireWebhook(tx, place));
    const now = new Date();
    const messageId = await queueMessage(deps, tx, row.id, {
      ...{ type: 'test', timestamp: now.toISOString() },
      data: { alert: null, text: 'This is a test message.', url: deps.publicUrl },
    });
    await recordWebhook(tx, by, { action: 'webhook.tested', owner: place.owner, of, row });
    return requireMessage(tx, row.id, messageId);
  });
}

/**
 * Delivers a message again at once, with the same id and body. One that is being delivered now, or is due, is not delivered
 * a second time.
 */
export async function replayMessage(
  { db, jobs }: MessagesDeps,
  { messageId, ...place }: WebhookPlace & { messageId: string },
  by: Actor,
): Promise<WebhookMessage> {
  return db.transaction(async (tx) => {
    const of = await lockOwner(tx, place.owner);
    const row = requireOn(await requireWebhook(tx, place));
    const now = new Date();
    const message = await lockMessage(tx, row.id, messageId);
    if (!message) throw messageNotFound();
    const soon = now.getTime() + claimSeconds * 1000;
    if (message.state !== 'waiting' || (message.next_at?.getTime() ?? 0) > soon) {
      await restartMessage(tx, messageId, now);
      await jobs.send(tx, deliveryQueue, messageId);
      await recordWebhook(tx, by, { action: 'webhook.replayed', owner: place.owner, of, row });
    }
    return requireMessage(tx, row.id, messageId);
  });
}

function requireOn(row: WebhookRow): WebhookRow {
  if (row.is_on) return row;
  throw new AppError(409, 'conflict', 'This webhook is off. Switch it on first.');
}

async function requireMessage(tx: Tx, webhookId: string, id: string): Promise<WebhookMessage> {
  const row = await lockMessage(tx, webhookId, id);
  const [message] = await toMessages(tx, row ? [row] : []);
  if (!message) throw messageNotFound();
  return message;
}

const messageNotFound = () =>
  new AppError(404, 'not-found', 'This message was deleted. Messages are kept for 30 days.');

async function toMessages(tx: Tx, rows: readonly MessageRow[]): Promise<WebhookMessage[]> {
  const attempts = await listAttemptRows(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...{ id: row.id, type: row.type, body: row.body, state: row.state },
    createdAt: row.created_at.toISOString(),
    nextAt: row.next_at?.toISOString() ?? null,
    attempts: attempts.filter(({ message_id }) => message_id === row.id).map(toAttempt),
  }));
}

const toAttempt = ({ at, status, error, duration_ms: durationMs }: AttemptRow) => ({
  ...{ at: at.toISOString(), status, error, durationMs },
});
