import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { contactPageRequest, contactRequest, demoRequest } from '../../../contract/public/contact.ts';
import type { Db, Tx } from '../../db/client.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { type CreationRequest, claimIdempotencyKey } from '../../platform/idempotency/idempotency.ts';
import type { MailDeps } from '../../platform/mail/mail-brand.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { CurrentAgency } from '../agency/agency.ts';
import { toContactMessageMails, toDemoRequestMails } from './message-mails.ts';
import { insertContactMessage, insertDemoRequest } from './messages.queries.ts';
import { findSpamReason } from './spam-detection.ts';

export interface MessagesDeps extends MailDeps {
  db: Db;
  agency: CurrentAgency;
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
  given: ContactMessage,
  creation: CreationRequest,
  now = new Date(),
): Promise<void> {
  const { name, email, message, source } = given;
  const company = given.source === 'home' ? given.company : '';
  const subject = given.source === 'contact' ? given.subject : '';
  const spamReason = findSpamReason({ ...given, text: `${company} ${subject} ${message}` });
  const id = randomUUID();
  const row = { id, source, name, email, company, subject, message, ...toState(spamReason, now) };
  await submit(deps, id, creation, {
    insert: (tx) => insertContactMessage(tx, row),
    toMails: () => (spamReason === undefined ? toContactMessageMails(deps, row) : []),
  });
}

/** Does the same as `submitContactMessage` for a demo request. */
export async function submitDemoRequest(
  deps: MessagesDeps,
  given: DemoRequest,
  creation: CreationRequest,
  now = new Date(),
): Promise<void> {
  const { name, email, company, phone, interest } = given;
  const spamReason = findSpamReason({ ...given, text: `${company} ${phone} ${interest}` });
  const id = randomUUID();
  const row = { id, name, email, company, phone, interest, ...toState(spamReason, now) };
  await submit(deps, id, creation, {
    insert: (tx) => insertDemoRequest(tx, row),
    toMails: () => (spamReason === undefined ? toDemoRequestMails(deps, row) : []),
  });
}

/** Suspected spam is stored for the agency to see, but sends no mails. */
function toState(spamReason: string | undefined, now: Date) {
  return {
    created_at: now,
    state: spamReason === undefined ? 'unread' : 'spam',
    spam_reason: spamReason ?? null,
  };
}

async function submit(
  { db, mailer }: MessagesDeps,
  id: string,
  { claim, admit }: CreationRequest,
  { insert, toMails }: { insert: (tx: Tx) => Promise<void>; toMails: () => Mail[] },
): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await claimIdempotencyKey(tx, claim, id)) !== undefined) return;
    await admit(tx);
    await insert(tx);
    for (const mail of toMails()) await mailer.queue(tx, mail);
    await notify(tx, { kind: 'admin-topic-changed', topic: 'inbox' });
  });
}
