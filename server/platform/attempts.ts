import { eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { attempts } from '../db/accounts-schema.ts';
import { AppError } from './errors.ts';

export interface AttemptLimit {
  /** Of what, and whose; goes into the database as it is. */
  key: string;
  max: number;
  windowSeconds: number;
  /** What there was too much of, as a sentence. */
  reason?: string;
}

type Orm = Pick<NodePgDatabase, 'insert'>;

/**
 * Counts an attempt, on every instance at once and across restarts: at most `max` pass in any span of the window's
 * length. Gives 0, or the seconds until one passes again; an attempt that is refused prolongs nothing.
 */
export async function countAttempt(orm: Orm, limit: AttemptLimit, now = new Date()): Promise<number> {
  const { key, max } = limit;
  const windowMs = limit.windowSeconds * 1000;
  const windowStart = new Date(now.getTime() - windowMs);
  const endsAt = new Date(now.getTime() + windowMs);
  const { count, passedAt } = await addAttempt(orm, { key, max, windowStart, now, endsAt });
  if (count <= max) return 0;
  const oldest = passedAt.at(-max) ?? now;
  return Math.max(1, Math.ceil((oldest.getTime() + windowMs - now.getTime()) / 1000));
}

/** Counts an attempt and refuses it when there were too many. */
export async function takeAttempt(orm: Orm, limit: AttemptLimit): Promise<void> {
  const waitSeconds = await countAttempt(orm, limit);
  if (waitSeconds > 0) throw tooManyAttempts(waitSeconds, limit.reason);
}

/** Forgets the attempts of somebody who has proved who they are. */
export async function clearAttempts(orm: Pick<NodePgDatabase, 'delete'>, key: string): Promise<void> {
  await orm.delete(attempts).where(eq(attempts.key, key));
}

function tooManyAttempts(waitSeconds: number, reason = 'Too many attempts.'): AppError {
  const minutes = Math.ceil(waitSeconds / 60);
  const wait = waitSeconds < 60 ? 'a minute' : minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return new AppError(429, 'too-many-requests', `${reason} Please try again in ${wait}.`, {
    headers: { 'retry-after': String(waitSeconds) },
  });
}

/**
 * Adds an attempt unless `max` passed since `windowStart`, in one statement, so that attempts at once are counted
 * one after the other. `count` is what it was the how-manieth of; `passedAt` are the times of those that passed.
 */
async function addAttempt(
  orm: Orm,
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
