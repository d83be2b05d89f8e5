import { randomUUID } from 'node:crypto';
import type { AlertKind } from '../../../../contract/alerts/alert-kinds.ts';
import { alertLimits, alertRecipient } from '../../../../contract/alerts/alerts.ts';
import type { Tx } from '../../../db/client.ts';
import { recordAudit, server } from '../../../platform/audit.ts';
import { lockOwner } from '../alert-owner.ts';
import { insertRecipient, listOwners, listRecipientRows } from './recipients.queries.ts';

/** Owners get mails about backups anyway. */
const kindsOfOwners: AlertKind[] = ['certificate', 'job'];

/**
 * Enters the owners of the team as recipients of alerts about the server, unless a recipient of all companies is entered:
 * a certificate must not end unseen because the list was never filled. From then on they are recipients like others, as
 * long as they are owners. Without a name, as accounts that signed up are, the address is the name.
 */
export async function enterOwnersIfEmpty(tx: Tx, now: Date): Promise<void> {
  const of = await lockOwner(tx, null);
  if ((await listRecipientRows(tx, null)).length > 0) return;
  for (const { name, email } of await listOwners(tx, alertLimits.recipients)) {
    await insertRecipient(tx, {
      name: alertRecipient.shape.name.catch(email.slice(0, alertLimits.nameLength)).parse(name),
      ...{ id: randomUUID(), company_id: null, email, locale: 'en-US', kinds: kindsOfOwners },
      ...{ sees_money: false, quiet_from: null, quiet_to: null, time_zone: 'UTC', muted_until: null },
      ...{ created_at: now, created_by: server.name, unsubscribed_at: null },
    });
    await recordAudit(tx, server, { action: 'alert-recipient.added', object: `${email} for ${of}` });
  }
}
