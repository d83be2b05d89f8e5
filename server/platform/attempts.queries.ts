import { eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { attempts } from '../db/accounts-schema.ts';

/**
 * Adds an attempt unless `max` passed since `windowStart`, in one statement, so that attempts at once are counted
 * one after the other. `count` is what it was the how-manieth of; `passedAt` are the times of those that passed.
 */
export async function addAttempt(
  orm: Pick<NodePgDatabase, 'insert'>,
  given: { key: string; max: number; windowStart: Date; now: Date; endsAt: Date },
): Promise<{ count: number; passedAt: Date[] }> {
  const { key, max, windowStart, now, endsAt } = given;
  // A row that ended holds nothing: an earlier version wrote no times, and its end is all that is known.
  const recent = sql`(
    SELECT coalesce(array_agg(t ORDER BY t), '{}') AS times FROM unnest(${attempts.passedAt}) AS t
    WHERE t > ${windowStart} AND ${attempts.endsAt} > ${now}
  ) AS recent`;
  const passes = sql`cardinality(recent.times) < ${max}`;
  const [row] = await orm
    .insert(attempts)
    .values({ key, count: 1, endsAt, passedAt: [now] })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`(SELECT cardinality(recent.times) + 1 FROM ${recent})`,
        passedAt: sql`(SELECT CASE WHEN ${passes} THEN recent.times || ${now}::timestamptz ELSE recent.times END FROM ${recent})`,
        endsAt: sql`(SELECT CASE WHEN ${passes} THEN excluded.ends_at ELSE ${attempts.endsAt} END FROM ${recent})`,
      },
    })
    .returning({ count: attempts.count, passedAt: attempts.passedAt });
  if (!row) throw new Error('the count of attempts was not returned');
  return row;
}

export async function deleteAttempts(orm: Pick<NodePgDatabase, 'delete'>, key: string): Promise<void> {
  await orm.delete(attempts).where(eq(attempts.key, key));
}
