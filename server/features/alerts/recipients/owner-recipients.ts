import { randomUUID } from 'node:crypto';
import type { AlertKind } from '../../../../contract/alerts/alert-kinds.ts';
import { alertLimits } from '../../../../contract/alerts/alerts.ts';
import type { Tx } from '../../../db/client.ts';
import { recordAudit, server } from '../../../platform/audit.ts';
import { lockOwner } from '../alert-owner.ts';
import { insertRecipient, listOwners, listRecipientRows } from './recipients.queries.ts';

/** Owners get mails about backups anyway. */
const kindsOfOwners: AlertKind[] = ['certificate', 'job'];

/**
 * Enters the owners of the team as recipients of alerts about the server, unless a recipient of all companies is entered:
 * a certificate must not end unseen because the list was never filled. From then on they are recipients like others.
 */
export async function enterOwnersIfEmpty(tx: Tx, now: Date): Promise<void> {
  const of = await lockOwner(tx, null);
  if ((await listRecipientRows(tx, null)).length > 0) return;
  for (const { name, email } of await listOwners(tx, alertLimits.recipients)) {
    await insertRecipient(tx, {
      ...{ id: randomUUID(), company_id: null, name, email, locale: 'en-US', kinds: kindsOfOwners },
      ...{ sees_money: false, quiet_from: null, quiet_to: null, time_zone: 'UTC', muted_until: null },
      ...{ created_at: now, created_by: server.name, unsubscribed_at: null },
    });
    await recordAudit(tx, server, { action: 'alert-recipient.added', object: `${email} for ${of}` });
  }
}
