import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../db/client.ts';
import { attempts } from '../../db/schema/platform.ts';

interface AttemptRow {
  key: string;
  max: number;
  windowSeconds: number;
  delaysSeconds: number[];
  at: Date;
}

const outcome = z.array(z.object({ is_refused: z.boolean(), wait_seconds: z.coerce.number().nullable() }));

/**
 * Adds an attempt to its sliding window, unless there are too many or the last one is too recent. Returns 0, or the
 * seconds until an attempt is possible again. Ignores a row after its `ends_at`: of attempts counted by older versions
 * only the end of the window is known.
 */
export async function addAttempt(
  tx: Tx,
  { key, max, windowSeconds, delaysSeconds, at }: AttemptRow,
): Promise<number> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const window = sql`${windowSeconds}::int * interval '1 second'`;
  const limit = sql`${max}::int`;
  const delays = sql`${`{${delaysSeconds.join(',')}}`}::int[]`;
  // The delay after the nth attempt of the window; null while attempts may follow at once.
  const delay = (count: ReturnType<typeof sql>) =>
    sql`(${delays})[${count} - ${max - delaysSeconds.length}::int + 1]`;
  const counted = sql`cardinality(recent.times)`;
  const result = await tx.orm.execute(sql`
    INSERT INTO attempts AS known (key, times, is_refused, ends_at)
    VALUES (${key}, ARRAY[${now}], false, ${now} + ${window})
    ON CONFLICT (key) DO UPDATE SET (times, is_refused, ends_at) = (
      SELECT CASE WHEN verdict.passes THEN recent.times || ${now} ELSE recent.times END,
             NOT verdict.passes,
             CASE WHEN verdict.passes THEN ${now} + ${window} ELSE known.ends_at END
      FROM (SELECT ARRAY(SELECT made FROM unnest(known.times) made
                         WHERE made > ${now} - ${window} AND known.ends_at > ${now} ORDER BY made) AS times) recent,
           LATERAL (SELECT ${counted} < ${limit} AND coalesce(
              recent.times[${counted}] + ${delay(counted)} * interval '1 second' <= ${now}, true) AS passes
           ) verdict)
    RETURNING is_refused, ceil(extract(epoch FROM CASE
      WHEN cardinality(times) >= ${limit} THEN times[cardinality(times) - ${limit} + 1] + ${window}
      ELSE times[cardinality(times)] + ${delay(sql`cardinality(times)`)} * interval '1 second' END - ${now}
    ))::int AS wait_seconds`);
  const [row] = outcome.parse(result.rows);
  if (!row) throw new Error('the attempt was not returned');
  return row.is_refused ? Math.max(1, row.wait_seconds ?? 1) : 0;
}

interface WindowRow extends Omit<AttemptRow, 'delaysSeconds'> {}

const wait = z.array(z.object({ wait_seconds: z.coerce.number().nullable() }));

/** Returns the seconds until the sliding window has room for another attempt, or 0. Does not count one. */
export async function findAttemptWait(tx: Tx, { key, max, windowSeconds, at }: WindowRow): Promise<number> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const window = sql`${windowSeconds}::int * interval '1 second'`;
  const result = await tx.orm.execute(sql`
    SELECT ceil(extract(epoch FROM (
      SELECT made FROM unnest(times) made WHERE made > ${now} - ${window} AND ends_at > ${now}
      ORDER BY made DESC OFFSET ${max - 1}::int LIMIT 1) + ${window} - ${now}))::int AS wait_seconds
    FROM attempts WHERE key = ${key}`);
  const [row] = wait.parse(result.rows);
  return row?.wait_seconds ?? 0;
}

/**
 * Adds an attempt even if the limit is reached, and keeps the newest `max` attempts of the window. Returns the seconds
 * until the window has room again, or 0.
 */
export async function appendAttempt(tx: Tx, { key, max, windowSeconds, at }: WindowRow): Promise<number> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const window = sql`${windowSeconds}::int * interval '1 second'`;
  const limit = sql`${max}::int`;
  const result = await tx.orm.execute(sql`
    INSERT INTO attempts AS known (key, times, is_refused, ends_at)
    VALUES (${key}, ARRAY[${now}], false, ${now} + ${window})
    ON CONFLICT (key) DO UPDATE SET is_refused = false, ends_at = greatest(known.ends_at, ${now} + ${window}),
      times = ARRAY(SELECT made FROM (
        SELECT made FROM unnest(known.times || ${now}) made WHERE made > ${now} - ${window}
        ORDER BY made DESC LIMIT ${limit}) newest ORDER BY made)
    RETURNING CASE WHEN cardinality(times) >= ${limit}
      THEN ceil(extract(epoch FROM times[1] + ${window} - ${now}))::int ELSE 0 END AS wait_seconds`);
  const [row] = wait.parse(result.rows);
  if (!row) throw new Error('the attempt was not returned');
  return row.wait_seconds ?? 0;
}

/** Removes one attempt that was counted at this time. */
export async function removeAttempt(tx: Tx, key: string, at: Date): Promise<void> {
  const time = sql`${at.toISOString()}::timestamptz`;
  await tx.orm
    .update(attempts)
    // Removes a single entry: array_remove would remove all with the same time.
    .set({
      times: sql`times[:array_position(times, ${time}) - 1] || times[array_position(times, ${time}) + 1:]`,
    })
    .where(and(eq(attempts.key, key), sql`${time} = ANY (times)`));
}

export async function deleteAttempts(tx: Tx, key: string): Promise<void> {
  await tx.orm.delete(attempts).where(eq(attempts.key, key));
}
