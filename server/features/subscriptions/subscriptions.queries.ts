import type { SubscriptionKind } from '../../../contract/subscriptions.ts';
import type { Tx } from '../../db/client.ts';

export interface SubscriptionRow {
  /** Null: of all companies. */
  company_id: string | null;
  company: string | null;
  email: string;
  unsubscribed_at: Date | null;
  muted_until: Date | null;
}

const selections: Record<SubscriptionKind, string> = {
  report: `SELECT r.company_id, c.name AS company, coalesce(a.email, r.email) AS email, r.unsubscribed_at,
      NULL::timestamptz AS muted_until
    FROM report_recipients r JOIN companies c ON c.id = r.company_id
    LEFT JOIN accesses a ON a.company_id = r.company_id AND a.id = r.access_id
    WHERE r.id = $1`,
  alert: `SELECT r.company_id, c.name AS company, r.email, r.unsubscribed_at, r.muted_until
    FROM alert_recipients r LEFT JOIN companies c ON c.id = r.company_id
    WHERE r.id = $1`,
};

export async function findSubscription(
  tx: Tx,
  kind: SubscriptionKind,
  recipientId: string,
): Promise<SubscriptionRow | undefined> {
  const found = await tx.query<SubscriptionRow>(selections[kind], [recipientId]);
  return found.rows[0];
}

const unsubscriptions: Record<SubscriptionKind, string> = {
  report: `UPDATE report_recipients SET unsubscribed_at = $2 WHERE id = $1
    AND (unsubscribed_at IS NULL) <> ($2::timestamptz IS NULL)`,
  alert: `UPDATE alert_recipients SET unsubscribed_at = $2 WHERE id = $1
    AND (unsubscribed_at IS NULL) <> ($2::timestamptz IS NULL)`,
};

/** `at`: null to subscribe again. False if nothing changed: an ended subscription keeps the time of its end. */
export async function setUnsubscribed(
  tx: Tx,
  kind: SubscriptionKind,
  recipientId: string,
  at: Date | null,
): Promise<boolean> {
  return (await tx.query(unsubscriptions[kind], [recipientId, at])).rowCount === 1;
}

export async function setMutedUntil(tx: Tx, recipientId: string, until: Date | null): Promise<void> {
  await tx.query('UPDATE alert_recipients SET muted_until = $2 WHERE id = $1', [recipientId, until]);
}

/** The mails of reports to a recipient that wait. Their deliveries are marked as failed. */
export async function withdrawWaitingReports(tx: Tx, recipientId: string, reason: string): Promise<string[]> {
  const found = await tx.query<{ mail_id: string }>(
    `UPDATE report_deliveries d SET state = 'failed', error = $2 FROM mails m
     WHERE d.recipient_id = $1 AND m.id = d.mail_id AND m.state <> 'sent' RETURNING d.mail_id`,
    [recipientId, reason],
  );
  return found.rows.map((row) => row.mail_id);
}
