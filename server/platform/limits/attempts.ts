import type { Tx } from '../../db/client.ts';
import { AppError } from '../errors.ts';
import {
  addAttempt,
  appendAttempt,
  deleteAttempts,
  findAttemptWait,
  removeAttempt,
} from './attempts.queries.ts';

export interface AttemptLimit {
  /** Names what is limited, and for whom. Stored as it is. */
  key: string;
  max: number;
  /** The length of the sliding window: any span of this length has at most `max` attempts. */
  windowSeconds: number;
  /** The minimum delays before the last attempts of a window. Earlier attempts need no delay. */
  delaysSeconds?: number[];
  /** The first sentence of the error message. */
  reason?: string;
}

/** Counts an attempt, across all processes. Returns 0, or the seconds to wait if the attempt is rejected. */
export function countAttempt(tx: Tx, limit: AttemptLimit, at = new Date()): Promise<number> {
  const { key, max, windowSeconds, delaysSeconds = [] } = limit;
  return addAttempt(tx, { key, max, windowSeconds, delaysSeconds, at });
}

/** Counts an attempt. Throws a 429 if there were too many. */
export async function consumeAttempt(tx: Tx, limit: AttemptLimit, at = new Date()): Promise<void> {
  const waitSeconds = await countAttempt(tx, limit, at);
  if (waitSeconds > 0) throw tooManyAttempts(waitSeconds, limit.reason);
}

/** Throws the same 429 as `consumeAttempt`, but counts no attempt. Only for limits without `delaysSeconds`. */
export async function requireAttemptLeft(tx: Tx, limit: AttemptLimit, at = new Date()): Promise<void> {
  const waitSeconds = await findAttemptWait(tx, { ...limit, at });
  if (waitSeconds > 0) throw tooManyAttempts(waitSeconds, limit.reason);
}

/** Counts an attempt even if the limit is reached. Returns the seconds until another attempt is possible, or 0. */
export function recordAttempt(tx: Tx, limit: AttemptLimit, at = new Date()): Promise<number> {
  return appendAttempt(tx, { ...limit, at });
}

/** Deletes the counted attempts, for example of a user who has signed in. */
export async function clearAttempts(tx: Tx, key: string): Promise<void> {
  await deleteAttempts(tx, key);
}

/** Removes one attempt that was counted at this time. */
export async function refundAttempt(tx: Tx, key: string, at: Date): Promise<void> {
  await removeAttempt(tx, key, at);
}

export function tooManyAttempts(waitSeconds: number, reason = 'Too many attempts.'): AppError {
  const minutes = Math.ceil(waitSeconds / 60);
  const seconds = waitSeconds === 1 ? '1 second' : `${waitSeconds} seconds`;
  const wait = waitSeconds < 60 ? seconds : minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return new AppError(429, 'too-many-requests', `${reason} Please try again in ${wait}.`, {
    headers: { 'retry-after': String(waitSeconds) },
  });
}
