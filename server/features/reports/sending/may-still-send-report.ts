import type { Tx } from '../../../db/client.ts';
import { mayStillSee, toCurrentRecipient } from '../recipients/recipient-scope.ts';
import { findRecipientRow } from '../recipients/recipients.queries.ts';
import { failDelivery, findMailedDelivery, type MailedDelivery } from './sending.queries.ts';

/**
 * Whether a waiting mail may be sent now. Asked before each attempt, and not only when a recipient or an access changes: an access
 * also ends by its date. A delivery whose mail is withheld is listed as failed, with the reason.
 */
export async function mayStillSendReport(tx: Tx, mailId: string): Promise<boolean> {
  const delivery = await findMailedDelivery(tx, mailId);
  if (!delivery) return false; // Deleted with its company.
  const reason = await findReason(tx, delivery);
  if (reason === undefined) return true;
  await failDelivery(tx, delivery.id, reason);
  return false;
}

async function findReason(tx: Tx, delivery: MailedDelivery): Promise<string | undefined> {
  const { company_id, recipient_id, email, scope } = delivery;
  const row = recipient_id === null ? undefined : await findRecipientRow(tx, company_id, recipient_id);
  if (!row) return 'The recipient was removed before it was sent.';
  const recipient = toCurrentRecipient(row, new Date());
  if (!recipient.isSubscribed) return 'The recipient unsubscribed before it was sent.';
  if (recipient.problem === 'access-ended') return 'The access of the recipient ended before it was sent.';
  if (recipient.problem !== null) return 'The access of the recipient lost the dashboard before it was sent.';
  if (recipient.email.toLowerCase() !== email.toLowerCase())
    return 'The address of the recipient changed before it was sent.';
  return mayStillSee(recipient.sees, scope)
    ? undefined
    : 'The recipient was allowed to see less before it was sent.';
}
