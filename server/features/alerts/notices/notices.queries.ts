import type { AlertKind } from '../../../../contract/alerts/alert-kinds.ts';
import type { Tx } from '../../../db/client.ts';
import { server } from '../../../platform/audit.ts';

/** The quiet hours of a recipient, as they are stored. */
export interface QuietColumns {
  quiet_from: number | null;
  quiet_to: number | null;
  time_zone: string;
}

export interface NoticeRecipient extends QuietColumns {
  id: string;
}

/**
 * Recipients of a new alert: of the company and of all companies. An address that is both gets one notice, by the
 * settings for the company, even if only those for all companies would allow it. Owners that the server entered are left
 * out when they are no longer owners.
 */
export async function listNoticeRecipients(
  tx: Tx,
  { companyId, kind, isMoney }: { companyId: string | null; kind: AlertKind; isMoney: boolean },
): Promise<NoticeRecipient[]> {
  const found = await tx.query<NoticeRecipient>(
    `SELECT id, quiet_from, quiet_to, time_zone FROM (
       SELECT DISTINCT ON (lower(email)) id, email, quiet_from, quiet_to, time_zone, kinds, sees_money, unsubscribed_at, created_by
       FROM alert_recipients WHERE company_id = $1 OR company_id IS NULL
       ORDER BY lower(email), company_id NULLS LAST
     ) deciding
     WHERE $2 = ANY(kinds) AND (sees_money OR NOT $3) AND unsubscribed_at IS NULL
       AND (created_by <> $4 OR EXISTS (SELECT FROM user_roles r JOIN "user" u ON u.id = r.user_id
                                        WHERE r.role = 'admin' AND u.email = deciding.email))`,
    [companyId, kind, isMoney, server.name],
  );
  return found.rows;
}

/** Recipients that were notified of the beginning of an alert. */
export async function listNotifiedRecipients(tx: Tx, alertId: string): Promise<NoticeRecipient[]> {
  const found = await tx.query<NoticeRecipient>(
    `SELECT r.id, r.quiet_from, r.quiet_to, r.time_zone
     FROM alert_notices n JOIN alert_recipients r ON r.id = n.recipient_id
     WHERE n.alert_id = $1 AND n.event = 'began' AND n.mail_id IS NOT NULL`,
    [alertId],
  );
  return found.rows;
}

export interface NewNotice {
  id: string;
  alertId: string;
  recipientId: string;
  event: 'began' | 'ended';
  dueAt: Date;
  createdAt: Date;
}

export async function insertNotices(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
  for (const each of notices) {
    await tx.query(
      `INSERT INTO alert_notices (id, alert_id, recipient_id, event, due_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
      [each.id, each.alertId, each.recipientId, each.event, each.dueAt, each.createdAt],
    );
  }
}

/** A waiting notice, and what decides about it. */
export interface DueNotice {
  id: string;
  alert_id: string;
  recipient_id: string;
  event: 'began' | 'ended';
}

/** The notice with this id, if it waits and is due. Nothing else sends it until the transaction ends. */
export async function lockDueNotice(tx: Tx, id: string, now: Date): Promise<DueNotice | undefined> {
  const found = await tx.query<DueNotice>(
    `SELECT id, alert_id, recipient_id, event FROM alert_notices
     WHERE id = $1 AND mail_id IS NULL AND withheld IS NULL AND due_at <= $2 FOR UPDATE SKIP LOCKED`,
    [id, now],
  );
  return found.rows[0];
}

/** The oldest of the notices that are due. */
export async function listDueNoticeIds(tx: Tx, now: Date, max: number): Promise<string[]> {
  const found = await tx.query<{ id: string }>(
    `SELECT id FROM alert_notices WHERE mail_id IS NULL AND withheld IS NULL AND due_at <= $1
     ORDER BY due_at, id LIMIT ${max}`,
    [now],
  );
  return found.rows.map(({ id }) => id);
}

export async function postponeNotice(tx: Tx, id: string, dueAt: Date): Promise<void> {
  await tx.query('UPDATE alert_notices SET due_at = $2 WHERE id = $1', [id, dueAt]);
}

export async function withholdNotice(tx: Tx, id: string, reason: string): Promise<void> {
  await tx.query('UPDATE alert_notices SET withheld = $2 WHERE id = $1', [id, reason]);
}

export async function setNoticeSent(tx: Tx, id: string, mailId: string, now: Date): Promise<void> {
  await tx.query('UPDATE alert_notices SET mail_id = $2, due_at = $3 WHERE id = $1', [id, mailId, now]);
}

/**
 * Whether the recipient of a notice still gets mails of its kind. False if the notice was deleted with its recipient or company.
 * `moneyKinds`: those that need the right to see money.
 */
export async function isNoticeWanted(tx: Tx, id: string, moneyKinds: readonly string[]): Promise<boolean> {
  const found = await tx.query(
    `SELECT n.id FROM alert_notices n JOIN alert_recipients r ON r.id = n.recipient_id JOIN alerts a ON a.id = n.alert_id
     WHERE n.id = $1 AND r.unsubscribed_at IS NULL AND a.kind = ANY(r.kinds) AND (r.sees_money OR a.kind <> ALL($2))`,
    [id, moneyKinds],
  );
  return found.rows.length > 0;
}

/** Withholds waiting notices, such as of the beginning of an alert that is over. */
export async function withholdWaiting(tx: Tx, alertId: string, reason: string): Promise<void> {
  await tx.query(
    'UPDATE alert_notices SET withheld = $2 WHERE alert_id = $1 AND mail_id IS NULL AND withheld IS NULL',
    [alertId, reason],
  );
}

/** How many notices of this company and kind the recipient was sent in a time, without those of a recovery. */
export async function countSentNotices(
  tx: Tx,
  given: { recipientId: string; companyId: string | null; kind: AlertKind; from: Date; to: Date },
): Promise<number> {
  const found = await tx.query<{ count: number }>(
    `SELECT count(*) FROM alert_notices n JOIN alerts a ON a.id = n.alert_id
     WHERE n.recipient_id = $1 AND a.company_id IS NOT DISTINCT FROM $2 AND a.kind = $3 AND n.event = 'began'
       AND n.mail_id IS NOT NULL AND n.due_at >= $4 AND n.due_at < $5`,
    [given.recipientId, given.companyId, given.kind, given.from, given.to],
  );
  return found.rows[0]?.count ?? 0;
}

/** Notices of an alert that lasts are kept: they decide who is notified of its end. */
export async function deleteNoticesBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query(
    `DELETE FROM alert_notices n WHERE n.created_at < $1
       AND NOT EXISTS (SELECT 1 FROM alerts a WHERE a.id = n.alert_id AND a.ended_at IS NULL)`,
    [before],
  );
}
