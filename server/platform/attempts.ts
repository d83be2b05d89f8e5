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

/** Counts a try on every instance at once. Gives 0, or the seconds until there is room again. */
export async function countAttempt(orm: Orm, limit: AttemptLimit, now = new Date()): Promise<number> {
  const endsAt = new Date(now.getTime() + limit.windowSeconds * 1000);
  const [row] = await orm
    .insert(attempts)
    .values({ key: limit.key, count: 1, endsAt })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`CASE WHEN ${attempts.endsAt} <= ${now} THEN 1 ELSE ${attempts.count} + 1 END`,
        endsAt: sql`CASE WHEN ${attempts.endsAt} <= ${now} THEN excluded.ends_at ELSE ${attempts.endsAt} END`,
      },
    })
    .returning();
  if (!row) throw new Error('the count of tries was not returned');
  if (row.count <= limit.max) return 0;
  return Math.max(1, Math.ceil((row.endsAt.getTime() - now.getTime()) / 1000));
}

/** Counts a try and refuses it when there were too many. */
export async function takeAttempt(orm: Orm, limit: AttemptLimit): Promise<void> {
  const waitSeconds = await countAttempt(orm, limit);
  if (waitSeconds > 0) throw tooManyAttempts(waitSeconds, limit.reason);
}

/** Forgets the tries of one who showed to be who they are. */
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
