import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { AppError } from '../errors.ts';
import {
  addAttempt,
  appendAttempt,
  deleteAttempts,
  findAttemptWait,
  removeAttempt,
} from './attempts.queries.ts';

export interface AttemptLimit {
  /** Of what, and whose; goes into the database as it is. */
  key: string;
  max: number;
  /** Of a sliding window: any stretch of time this long has at most `max` attempts. */
  windowSeconds: number;
  /** How long the last attempts of the window have to wait for each other. The others may come at once. */
  delaysSeconds?: number[];
  /** What there was too much of, as a sentence. */
  reason?: string;
}

type Orm = Pick<NodePgDatabase, 'execute'>;

/** Counts an attempt, across all instances. Returns 0, or the seconds until another one is possible. */
export function countAttempt(orm: Orm, limit: AttemptLimit, at = new Date()): Promise<number> {
  const { key, max, windowSeconds, delaysSeconds = [] } = limit;
  return addAttempt(orm, { key, max, windowSeconds, delaysSeconds, at });
}

/** Counts an attempt and refuses it when there were too many. */
export async function consumeAttempt(orm: Orm, limit: AttemptLimit, at = new Date()): Promise<void> {
  const waitSeconds = await countAttempt(orm, limit, at);
  if (waitSeconds > 0) throw tooManyAttempts(waitSeconds, limit.reason);
}

/** Throws the same 429 as `takeAttempt` but consumes no attempt. Only for limits without `delaysSeconds`. */
export async function requireAttemptLeft(orm: Orm, limit: AttemptLimit, at = new Date()): Promise<void> {
  const waitSeconds = await findAttemptWait(orm, { ...limit, at });
  if (waitSeconds > 0) throw tooManyAttempts(waitSeconds, limit.reason);
}

/** Consumes an attempt even if the limit is reached. Returns the seconds until the limit has room again, or 0. */
export function recordAttempt(orm: Orm, limit: AttemptLimit, at = new Date()): Promise<number> {
  return appendAttempt(orm, { ...limit, at });
}

/** Forgets the attempts of somebody who has proved who they are. */
export async function clearAttempts(orm: Pick<NodePgDatabase, 'delete'>, key: string): Promise<void> {
  await deleteAttempts(orm, key);
}

/** Takes back one attempt that was counted at this time. */
export async function refundAttempt(
  orm: Pick<NodePgDatabase, 'update'>,
  key: string,
  at: Date,
): Promise<void> {
  await removeAttempt(orm, key, at);
}

export function tooManyAttempts(waitSeconds: number, reason = 'Too many attempts.'): AppError {
  const minutes = Math.ceil(waitSeconds / 60);
  const seconds = waitSeconds === 1 ? '1 second' : `${waitSeconds} seconds`;
  const wait = waitSeconds < 60 ? seconds : minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return new AppError(429, 'too-many-requests', `${reason} Please try again in ${wait}.`, {
    headers: { 'retry-after': String(waitSeconds) },
  });
}
