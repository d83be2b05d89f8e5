import { and, count, desc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { z } from 'zod';
import { mails } from '../../db/schema/mails.ts';
import { type MailClass, mailClasses, toMailbox } from './mail-budgets.ts';

export type MailRow = typeof mails.$inferSelect;
// A class unknown to this version, for example one from a newer version, gets the smallest budget.
const mailClass = z.enum(mailClasses).catch('acknowledgement');
type Orm = Pick<NodePgDatabase, 'insert' | 'select' | 'update' | 'delete' | 'execute'>;

const troubleMax = 100;

/** Gives false for one that is there already. */
export async function insertMail(
  orm: Pick<Orm, 'insert'>,
  mail: Pick<MailRow, 'id' | 'recipient' | 'subject' | 'content' | 'created_at'> & { class: MailClass },
): Promise<boolean> {
  const inserted = await orm
    .insert(mails)
    .values({ ...mail, state: 'waiting' })
    .onConflictDoNothing({ target: mails.id })
    .returning({ id: mails.id });
  return inserted.length > 0;
}

export async function findMail(orm: Pick<Orm, 'select'>, id: string): Promise<MailRow | undefined> {
  const [mail] = await orm.select().from(mails).where(eq(mails.id, id)).limit(1);
  return mail;
}

export const toMailClass = (mail: Pick<MailRow, 'class'>): MailClass => mailClass.parse(mail.class);

/** Serializes reservations of a class, so that two mails cannot get the last place. Held until the transaction ends. */
export async function lockMailBudget(
  transaction: Pick<Orm, 'execute'>,
  { class: ofClass }: Pick<MailRow, 'class'>,
): Promise<void> {
  const name = `northlight mail budget ${ofClass}`;
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** The times of other mails of the class sent or attempted within the last hour. `isSame`: to the same mailbox. */
export async function listRecent(
  orm: Pick<Orm, 'select'>,
  { id, class: ofClass, recipient }: MailRow,
  now: Date,
): Promise<{ at: Date; isSame: boolean }[]> {
  const rows = await orm
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
  orm: Pick<Orm, 'update'>,
  id: string,
  change: Partial<Pick<MailRow, 'state' | 'attempts' | 'last_error' | 'sent_at' | 'content'>>,
): Promise<void> {
  await orm.update(mails).set(change).where(eq(mails.id, id));
}

export async function listWaiting(orm: Pick<Orm, 'select'>): Promise<{ id: string; class: MailClass }[]> {
  const rows = await orm
    .select({ id: mails.id, class: mails.class })
    .from(mails)
    .where(eq(mails.state, 'waiting'));
  return rows.map((row) => ({ id: row.id, class: toMailClass(row) }));
}

/** The number of waiting mails per class. A class without any is not in the map. */
export async function countWaiting(orm: Pick<Orm, 'select'>): Promise<Map<MailClass, number>> {
  const rows = await orm
    .select({ class: mails.class, n: count() })
    .from(mails)
    .where(eq(mails.state, 'waiting'))
    .groupBy(mails.class);
  return new Map(rows.map((row) => [toMailClass(row), row.n]));
}

/** Those that failed, and those that are tried again. */
export async function listTroubled(orm: Pick<Orm, 'select'>): Promise<MailRow[]> {
  return orm
    .select()
    .from(mails)
    .where(or(eq(mails.state, 'failed'), and(eq(mails.state, 'waiting'), gt(mails.attempts, 0))))
    .orderBy(desc(mails.created_at))
    .limit(troubleMax);
}

/** Resets an unsent mail to waiting, with no attempts. Returns its class, or undefined if there is no such mail. */
export async function reviveMail(orm: Pick<Orm, 'update'>, id: string): Promise<MailClass | undefined> {
  const [revived] = await orm
    .update(mails)
    .set({ state: 'waiting', attempts: 0, sent_at: null })
    .where(and(eq(mails.id, id), ne(mails.state, 'sent')))
    .returning({ class: mails.class });
  return revived && toMailClass(revived);
}

export async function deleteMails(orm: Pick<Orm, 'delete'>, ids: string[]): Promise<void> {
  await orm.delete(mails).where(inArray(mails.id, ids));
}

export async function deleteMailsBefore(orm: Pick<Orm, 'delete'>, time: Date): Promise<void> {
  await orm.delete(mails).where(lt(mails.created_at, time));
}
