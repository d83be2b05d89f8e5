import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { contactPageRequest, contactRequest, demoRequest } from '../../../contract/contact.ts';
import type { Db } from '../../db/client.ts';
import { type Arrival, claimKey } from '../../platform/idempotency/idempotency.ts';
import { notifyAdmins } from '../../platform/live/admin-topics.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { demoMails, messageMails } from './message-mails.ts';
import { insertDemoRequest, insertMessage, type Orm } from './messages.queries.ts';
import { findSpamSign } from './spam-signs.ts';

export interface MessagesDeps {
  db: Db;
  mailer: Mailer;
  publicUrl: string;
  contactTo: string;
}

export type Letter =
  | ({ source: 'home' } & z.output<typeof contactRequest>)
  | ({ source: 'contact' } & z.output<typeof contactPageRequest>);
export type DemoWish = z.output<typeof demoRequest>;

/**
 * Stores a contact message and queues the mails to the sender and the agency in one transaction. A repeated request
 * does nothing.
 */
export async function submitContactMessage(
  deps: MessagesDeps,
  letter: Letter,
  { claim, admit }: Arrival,
  now = new Date(),
): Promise<void> {
  const { name, email, message, source } = letter;
  const company = letter.source === 'home' ? letter.company : '';
  const subject = letter.source === 'contact' ? letter.subject : '';
  const sign = findSpamSign({ ...letter, words: `${company} ${subject} ${message}` });
  const id = randomUUID();
  const row = { id, source, name, email, company, subject, message, ...toState(sign, now) };
  await deps.db.orm.transaction(async (transaction) => {
    if ((await claimKey(transaction, claim, id)) !== undefined) return;
    await admit(transaction);
    await insertMessage(transaction, row);
    await tell(deps, transaction, sign, () => messageMails(deps, row));
  });
}

/** Does the same as `takeLetter` for a demo request. */
export async function submitDemoRequest(
  deps: MessagesDeps,
  wish: DemoWish,
  { claim, admit }: Arrival,
  now = new Date(),
): Promise<void> {
  const { name, email, company, phone, interest } = wish;
  const sign = findSpamSign({ ...wish, words: `${company} ${phone} ${interest}` });
  const id = randomUUID();
  const row = { id, name, email, company, phone, interest, ...toState(sign, now) };
  await deps.db.orm.transaction(async (transaction) => {
    if ((await claimKey(transaction, claim, id)) !== undefined) return;
    await admit(transaction);
    await insertDemoRequest(transaction, row);
    await tell(deps, transaction, sign, () => demoMails(deps, row));
  });
}

function toState(sign: string | undefined, now: Date) {
  return { created_at: now, state: sign === undefined ? 'unread' : 'spam', spam_reason: sign ?? null };
}

/** Suspected spam is kept and counted for the agency to see, but sends no mail to anybody. */
async function tell(
  { mailer }: MessagesDeps,
  transaction: Orm,
  sign: string | undefined,
  makeMails: () => Parameters<Mailer['queue']>[1][],
): Promise<void> {
  if (sign === undefined) for (const mail of makeMails()) await mailer.queue(transaction, mail);
  await notifyAdmins(transaction, 'inbox');
}
