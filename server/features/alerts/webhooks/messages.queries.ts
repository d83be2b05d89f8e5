import type { AlertKind } from '../../../../contract/alerts/alert-kinds.ts';
import type { Tx } from '../../../db/client.ts';
import type { webhookAttempts, webhookMessages } from '../../../db/schema/alerts.ts';

export type MessageRow = typeof webhookMessages.$inferSelect;
export type AttemptRow = typeof webhookAttempts.$inferSelect;

/** Webhooks that are on and get alerts of the kind: of the company and of all companies. Null: about the server. */
export async function listSubscribedWebhooks(
  tx: Tx,
  { companyId, kind, before }: { companyId: string | null; kind: AlertKind; before: Date },
): Promise<string[]> {
  const found = await tx.query<{ id: string }>(
    `SELECT id FROM webhooks
     WHERE (company_id = $1 OR company_id IS NULL) AND is_on AND $2 = ANY(kinds) AND created_at <= $3
     ORDER BY id`,
    [companyId, kind, before],
  );
  return found.rows.map(({ id }) => id);
}

export async function insertMessage(
  tx: Tx,
  { id, webhookId, type, body, at }: { id: string; webhookId: string; type: string; body: string; at: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO webhook_messages (id, webhook_id, type, body, state, attempts, next_at, created_at)
     VALUES ($1, $2, $3, $4, 'waiting', 0, $5, $5)`,
    [id, webhookId, type, body, at],
  );
}

/** The newest first. */
export async function listMessageRows(tx: Tx, webhookId: string, max: number): Promise<MessageRow[]> {
  const found = await tx.query<MessageRow>(
    `SELECT * FROM webhook_messages WHERE webhook_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${max}`,
    [webhookId],
  );
  return found.rows;
}

/** Changes of the message wait until the transaction ends. */
export async function lockMessage(tx: Tx, webhookId: string, id: string): Promise<MessageRow | undefined> {
  const found = await tx.query<MessageRow>(
    'SELECT * FROM webhook_messages WHERE webhook_id = $1 AND id = $2 FOR UPDATE',
    [webhookId, id],
  );
  return found.rows[0];
}

/** The attempts of messages, oldest first. */
export async function listAttemptRows(tx: Tx, messageIds: readonly string[]): Promise<AttemptRow[]> {
  const found = await tx.query<AttemptRow>(
    'SELECT * FROM webhook_attempts WHERE message_id = ANY($1::uuid[]) ORDER BY at, id',
    [messageIds],
  );
  return found.rows;
}

/** Lets a message be delivered again, as if it were new. */
export async function restartMessage(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.query(`UPDATE webhook_messages SET state = 'waiting', attempts = 0, next_at = $2 WHERE id = $1`, [
    id,
    now,
  ]);
}

/** Messages of a webhook that was switched off. */
export async function endWaitingMessages(tx: Tx, webhookId: string): Promise<void> {
  await tx.query(
    `UPDATE webhook_messages SET state = 'failed', next_at = NULL WHERE webhook_id = $1 AND state = 'waiting'`,
    [webhookId],
  );
}

/** Attempts are deleted with their messages. */
export async function deleteMessagesBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query('DELETE FROM webhook_messages WHERE created_at < $1', [before]);
}
