import { and, count, desc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { mails } from '../../db/mail-schema.ts';

export type MailRow = typeof mails.$inferSelect;
type Orm = Pick<NodePgDatabase, 'insert' | 'select' | 'update' | 'delete' | 'execute'>;

const troubleMax = 100;

/** Gives false for one that is there already. */
export async function insertMail(
  orm: Pick<Orm, 'insert'>,
  mail: Pick<MailRow, 'id' | 'recipient' | 'subject' | 'content' | 'created_at'>,
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

/** One decides at a time, or two would both take the last place. Held until the transaction ends. */
export async function lockMailLimits(transaction: Pick<Orm, 'execute'>): Promise<void> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('northlight mail limits', 0))`);
}

/** When other mails went out or were tried within the last hour, and which of them to the same address. */
export async function listRecent(
  orm: Pick<Orm, 'select'>,
  { id, recipient }: MailRow,
  now: Date,
): Promise<{ at: Date; isSame: boolean }[]> {
  const rows = await orm
    .select({ at: mails.sent_at, recipient: mails.recipient })
    .from(mails)
    .where(
      and(
        // What is older is long sent or given up: the index on it keeps this small.
        gt(mails.created_at, new Date(now.getTime() - 3 * 86_400_000)),
        gt(mails.sent_at, new Date(now.getTime() - 3_600_000)),
        ne(mails.id, id),
      ),
    );
  return rows.flatMap(({ at, recipient: other }) =>
    at ? [{ at, isSame: other.toLowerCase() === recipient.toLowerCase() }] : [],
  );
}

export async function updateMail(
  orm: Pick<Orm, 'update'>,
  id: string,
  change: Partial<Pick<MailRow, 'state' | 'attempts' | 'last_error' | 'sent_at' | 'content'>>,
): Promise<void> {
  await orm.update(mails).set(change).where(eq(mails.id, id));
}

export async function listWaitingIds(orm: Pick<Orm, 'select'>): Promise<string[]> {
  const rows = await orm.select({ id: mails.id }).from(mails).where(eq(mails.state, 'waiting'));
  return rows.map((row) => row.id);
}

export async function countWaiting(orm: Pick<Orm, 'select'>): Promise<number> {
  const [row] = await orm.select({ n: count() }).from(mails).where(eq(mails.state, 'waiting'));
  return row?.n ?? 0;
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

/** Makes one that is not sent wait again, as if it were new. Gives false when there is none. */
export async function reviveMail(orm: Pick<Orm, 'update'>, id: string): Promise<boolean> {
  const revived = await orm
    .update(mails)
    .set({ state: 'waiting', attempts: 0, sent_at: null })
    .where(and(eq(mails.id, id), ne(mails.state, 'sent')))
    .returning({ id: mails.id });
  return revived.length > 0;
}

export async function deleteMails(orm: Pick<Orm, 'delete'>, ids: string[]): Promise<void> {
  await orm.delete(mails).where(inArray(mails.id, ids));
}

export async function deleteMailsBefore(orm: Pick<Orm, 'delete'>, time: Date): Promise<void> {
  await orm.delete(mails).where(lt(mails.created_at, time));
}
