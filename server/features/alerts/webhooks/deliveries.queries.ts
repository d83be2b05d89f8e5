import type { Tx } from '../../../db/client.ts';

/** A message that one process delivers now, with its webhook. */
export interface ClaimedMessage {
  id: string;
  body: string;
  /** Failed attempts since it was created or replayed. */
  attempts: number;
  webhook_id: string;
  company_id: string | null;
  url: string;
  is_on: boolean;
  sealed_secret: Buffer;
  sealed_previous: Buffer | null;
  previous_ends_at: Date | null;
}

/** The webhook of a message that waits and is due. */
export async function findDueWebhook(tx: Tx, messageId: string, now: Date): Promise<string | undefined> {
  const found = await tx.query<{ webhook_id: string }>(
    `SELECT webhook_id FROM webhook_messages WHERE id = $1 AND state = 'waiting' AND next_at <= $2`,
    [messageId, now],
  );
  return found.rows[0]?.webhook_id;
}

/** Claims the message until `until`, if it waits and is due. Two processes never claim it at once. */
export async function claimMessage(
  tx: Tx,
  messageId: string,
  { now, until }: { now: Date; until: Date },
): Promise<ClaimedMessage | undefined> {
  const found = await tx.query<ClaimedMessage>(
    `UPDATE webhook_messages m SET next_at = $3 FROM webhooks w
     WHERE w.id = m.webhook_id AND m.id = $1 AND m.state = 'waiting' AND m.next_at <= $2
     RETURNING m.id, m.body, m.attempts, m.webhook_id, w.company_id, w.url, w.is_on, w.sealed_secret,
       w.sealed_previous, w.previous_ends_at`,
    [messageId, now, until],
  );
  return found.rows[0];
}

export async function insertAttempt(
  tx: Tx,
  row: { id: string; messageId: string; at: Date; status: number | null; error: string; durationMs: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO webhook_attempts (id, message_id, at, status, error, duration_ms)
     SELECT $1, id, $3, $4, $5, $6 FROM webhook_messages WHERE id = $2`,
    [row.id, row.messageId, row.at, row.status, row.error, row.durationMs],
  );
}

/** Stores the result of a message that the process had claimed. One that was ended since stays so. */
export async function updateMessage(
  tx: Tx,
  given: { id: string; state: 'waiting' | 'delivered' | 'failed'; attempts: number; nextAt: Date | null },
): Promise<boolean> {
  const found = await tx.query(
    `UPDATE webhook_messages SET state = $2, attempts = $3, next_at = $4
     WHERE id = $1 AND state = 'waiting' RETURNING id`,
    [given.id, given.state, given.attempts, given.nextAt],
  );
  return found.rows.length > 0;
}

export async function clearFailing(tx: Tx, webhookId: string): Promise<void> {
  await tx.query('UPDATE webhooks SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL', [
    webhookId,
  ]);
}

/** Returns since when every delivery has failed. */
export async function markFailing(tx: Tx, webhookId: string, now: Date): Promise<Date> {
  const found = await tx.query<{ failing_since: Date }>(
    'UPDATE webhooks SET failing_since = coalesce(failing_since, $2) WHERE id = $1 RETURNING failing_since',
    [webhookId, now],
  );
  return found.rows[0]?.failing_since ?? now;
}

export interface SwitchedOff {
  url: string;
  created_by: string;
  company: string | null;
}

/** Undefined if it is off already. */
export async function switchOff(tx: Tx, webhookId: string): Promise<SwitchedOff | undefined> {
  const found = await tx.query<SwitchedOff>(
    `UPDATE webhooks w SET is_on = false WHERE id = $1 AND is_on
     RETURNING url, created_by, (SELECT name FROM companies c WHERE c.id = w.company_id) AS company`,
    [webhookId],
  );
  return found.rows[0];
}

/** The addresses that are notified when a webhook is switched off: its creator, if still in the team, otherwise the owners. */
export async function listResponsible(tx: Tx, createdBy: string): Promise<string[]> {
  const found = await tx.query<{ email: string }>(
    `SELECT u.email FROM user_roles r JOIN "user" u ON u.id = r.user_id
     WHERE u.email = $1 OR (r.role = 'admin' AND NOT EXISTS (
       SELECT 1 FROM user_roles mine JOIN "user" m ON m.id = mine.user_id WHERE m.email = $1))
     ORDER BY u.email LIMIT 100`,
    [createdBy],
  );
  return found.rows.map(({ email }) => email);
}

/** Messages that are due, oldest first. */
export async function listDueMessageIds(tx: Tx, now: Date, max: number): Promise<string[]> {
  const found = await tx.query<{ id: string }>(
    `SELECT id FROM webhook_messages WHERE state = 'waiting' AND next_at <= $1 ORDER BY next_at, id LIMIT ${max}`,
    [now],
  );
  return found.rows.map(({ id }) => id);
}
