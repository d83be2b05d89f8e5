import { and, count, desc, eq, gt, inArray, lt, ne, or } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../db/client.ts';
import { mails } from '../../db/schema/mails.ts';
import { type MailClass, mailClasses, toMailbox } from './mail-budgets.ts';

export type MailRow = typeof mails.$inferSelect;
// A class unknown to this version, for example one from a newer version, gets the smallest budget.
const mailClass = z.enum(mailClasses).catch('acknowledgement');

const failedMailsMax = 100;

/** Returns false if a mail with this id exists. */
export async function insertMail(
  tx: Tx,
  mail: Pick<MailRow, 'id' | 'recipient' | 'subject' | 'content' | 'created_at'> & { class: MailClass },
): Promise<boolean> {
  const inserted = await tx.orm
    .insert(mails)
    .values({ ...mail, state: 'waiting' })
    .onConflictDoNothing({ target: mails.id })
    .returning({ id: mails.id });
  return inserted.length > 0;
}

export async function findMail(tx: Tx, id: string): Promise<MailRow | undefined> {
  const [mail] = await tx.orm.select().from(mails).where(eq(mails.id, id)).limit(1);
  return mail;
}

export const toMailClass = (mail: Pick<MailRow, 'class'>): MailClass => mailClass.parse(mail.class);

/** The times of other mails of the class sent or attempted within the last hour. `isSame`: to the same mailbox. */
export async function listRecent(
  tx: Tx,
  { id, class: ofClass, recipient }: MailRow,
  now: Date,
): Promise<{ at: Date; isSame: boolean }[]> {
  const rows = await tx.orm
    .select({ at: mails.sent_at, recipient: mails.recipient })
    .from(mails)
    .where(
      and(eq(mails.class, ofClass), gt(mails.sent_at, new Date(now.getTime() - 3_600_000)), ne(mails.id, id)),
    );
  const mailbox = toMailbox(recipient);
  return rows.flatMap(({ at, recipient: other }) =>
    at ? [{ at, isSame: toMailbox(other) === mailbox }] : [],
  );
}

export async function updateMail(
  tx: Tx,
  id: string,
  change: Partial<Pick<MailRow, 'state' | 'attempts' | 'last_error' | 'sent_at' | 'content'>>,
): Promise<void> {
  await tx.orm.update(mails).set(change).where(eq(mails.id, id));
}

export async function listWaiting(tx: Tx): Promise<{ id: string; class: MailClass }[]> {
  const rows = await tx.orm
    .select({ id: mails.id, class: mails.class })
    .from(mails)
    .where(eq(mails.state, 'waiting'));
  return rows.map((row) => ({ id: row.id, class: toMailClass(row) }));
}

/** The number of waiting mails per class. A class without any is not in the map. */
export async function countWaiting(tx: Tx): Promise<Map<MailClass, number>> {
  const rows = await tx.orm
    .select({ class: mails.class, n: count() })
    .from(mails)
    .where(eq(mails.state, 'waiting'))
    .groupBy(mails.class);
  return new Map(rows.map((row) => [toMailClass(row), row.n]));
}

/** The newest mails that failed or are retried after a failure. */
export async function listFailed(tx: Tx): Promise<MailRow[]> {
  return tx.orm
    .select()
    .from(mails)
    .where(or(eq(mails.state, 'failed'), and(eq(mails.state, 'waiting'), gt(mails.attempts, 0))))
    .orderBy(desc(mails.created_at))
    .limit(failedMailsMax);
}

/** Resets an unsent mail to waiting, with no attempts. Returns its class, or undefined if there is no such mail. */
export async function requeueMail(tx: Tx, id: string): Promise<MailClass | undefined> {
  const [updated] = await tx.orm
    .update(mails)
    .set({ state: 'waiting', attempts: 0, sent_at: null })
    .where(and(eq(mails.id, id), ne(mails.state, 'sent')))
    .returning({ class: mails.class });
  return updated && toMailClass(updated);
}

export async function deleteMails(tx: Tx, ids: string[]): Promise<void> {
  await tx.orm.delete(mails).where(inArray(mails.id, ids));
}

export async function deleteMailsBefore(tx: Tx, time: Date): Promise<void> {
  await tx.orm.delete(mails).where(lt(mails.created_at, time));
}
