import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { contactPageRequest, contactRequest, demoRequest } from '../../../contract/contact.ts';
import type { Db, Tx } from '../../db/client.ts';
import { notify } from '../../db/notifications.ts';
import { type Arrival, claimKey } from '../../platform/idempotency/idempotency.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { toContactMessageMails, toDemoRequestMails } from './message-mails.ts';
import { insertContactMessage, insertDemoRequest } from './messages.queries.ts';
import { findSpamReason } from './spam-detection.ts';

export interface MessagesDeps {
  db: Db;
  mailer: Mailer;
  publicUrl: string;
  contactTo: string;
}

export type ContactMessage =
  | ({ source: 'home' } & z.output<typeof contactRequest>)
  | ({ source: 'contact' } & z.output<typeof contactPageRequest>);
export type DemoRequest = z.output<typeof demoRequest>;

/**
 * Stores a contact message and queues the mails to the sender and the agency in one transaction. A repeated request
 * does nothing.
 */
export async function submitContactMessage(
  deps: MessagesDeps,
  letter: ContactMessage,
  { claim, admit }: Arrival,
  now = new Date(),
): Promise<void> {
  const { name, email, message, source } = letter;
  const company = letter.source === 'home' ? letter.company : '';
  const subject = letter.source === 'contact' ? letter.subject : '';
  const sign = findSpamReason({ ...letter, words: `${company} ${subject} ${message}` });
  const id = randomUUID();
  const row = { id, source, name, email, company, subject, message, ...toState(sign, now) };
  await deps.db.transaction(async (tx) => {
    if ((await claimKey(tx, claim, id)) !== undefined) return;
    await admit(tx);
    await insertContactMessage(tx, row);
    await tell(deps, tx, sign, () => toContactMessageMails(deps, row));
  });
}

/** Does the same as `takeLetter` for a demo request. */
export async function submitDemoRequest(
  deps: MessagesDeps,
  wish: DemoRequest,
  { claim, admit }: Arrival,
  now = new Date(),
): Promise<void> {
  const { name, email, company, phone, interest } = wish;
  const sign = findSpamReason({ ...wish, words: `${company} ${phone} ${interest}` });
  const id = randomUUID();
  const row = { id, name, email, company, phone, interest, ...toState(sign, now) };
  await deps.db.transaction(async (tx) => {
    if ((await claimKey(tx, claim, id)) !== undefined) return;
    await admit(tx);
    await insertDemoRequest(tx, row);
    await tell(deps, tx, sign, () => toDemoRequestMails(deps, row));
  });
}

function toState(sign: string | undefined, now: Date) {
  return { created_at: now, state: sign === undefined ? 'unread' : 'spam', spam_reason: sign ?? null };
}

/** Suspected spam is kept and counted for the agency to see, but sends no mail to anybody. */
async function tell(
  { mailer }: MessagesDeps,
  tx: Tx,
  sign: string | undefined,
  makeMails: () => Parameters<Mailer['queue']>[1][],
): Promise<void> {
  if (sign === undefined) for (const mail of makeMails()) await mailer.queue(tx, mail);
  await notify(tx, { kind: 'admin-topic-changed', topic: 'inbox' });
}
