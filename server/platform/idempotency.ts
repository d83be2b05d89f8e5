import { createHash, createHmac } from 'node:crypto';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyRequest } from 'fastify';
import { idempotencyHeaders } from '../../contract/idempotency.ts';
import { idempotencyKeyHeader, idempotencyKeyHours } from '../../contract/idempotency-key.ts';
import { AppError } from './errors.ts';
import { deleteKeysBefore, insertKey } from './idempotency-store.ts';
import type { Jobs } from './jobs.ts';
import { requireValid } from './validate.ts';

/** Which request this is, whoever repeats it. */
export interface IdempotencyClaim {
  /** Of the key, the route and the caller. */
  digest: string;
  /** Of what is asked for. */
  contentDigest: string;
}

/** How a request arrived that anybody may send to create something. */
export interface Arrival {
  /** Absent where the caller sent no Idempotency-Key. */
  claim: IdempotencyClaim | undefined;
  /** Refuses a sender who has created too much. Not asked about a repeated request. */
  admit: (transaction: Pick<NodePgDatabase, 'execute'>) => Promise<void>;
}

interface Requested {
  /** The user who asks. Undefined where anybody may: the random key is then the only scope. */
  callerId?: string;
  /** What the same request has in common each time it is sent, in a fixed order. */
  content: unknown;
}

/** The claim of a request that carries an Idempotency-Key, or undefined. Throws an AppError for a malformed key. */
export function readClaim(
  request: FastifyRequest,
  { callerId, content }: Requested,
): IdempotencyClaim | undefined {
  const key = requireValid(idempotencyHeaders, request.headers)[idempotencyKeyHeader];
  if (key === undefined) return undefined;
  const { method, routeOptions } = request;
  const scope = JSON.stringify([method, routeOptions.url, callerId ?? null, key]);
  return {
    digest: createHash('sha256').update(scope).digest('base64url'),
    contentDigest: createHmac('sha256', key).update(JSON.stringify(content)).digest('base64url'),
  };
}

/**
 * To be called first in the transaction that creates `newId`. Returns undefined when it is to be created, or the id
 * that an earlier request with this key created. A request under way with the same key is waited for; one that fails
 * leaves the key free.
 * @throws {AppError} 422 where the key was used for another request.
 */
export async function claimKey(
  transaction: Pick<NodePgDatabase, 'insert' | 'select'>,
  claim: IdempotencyClaim | undefined,
  newId: string,
  now = new Date(),
): Promise<string | undefined> {
  if (!claim) return undefined;
  const { digest, contentDigest } = claim;
  const row = { digest, content_digest: contentDigest, created_id: newId, created_at: now };
  const earlier = await insertKey(transaction, row, toExpiry(now));
  if (!earlier) return undefined;
  if (earlier.content_digest !== contentDigest) {
    const message = 'This Idempotency-Key was used for a different request. Send this one with a new key.';
    throw new AppError(422, 'idempotency-key-reused', message);
  }
  return earlier.created_id;
}

const toExpiry = (now: Date) => new Date(now.getTime() - idempotencyKeyHours * 3_600_000);

export function deleteExpiredKeys(orm: Pick<NodePgDatabase, 'execute'>): Promise<void> {
  return deleteKeysBefore(orm, toExpiry(new Date()));
}

/** Deletes expired keys every hour. */
export async function scheduleKeyCleanUp(
  jobs: Pick<Jobs, 'schedule'>,
  orm: Pick<NodePgDatabase, 'execute'>,
): Promise<void> {
  await jobs.schedule('clean-idempotency-keys', '41 * * * *', () => deleteExpiredKeys(orm));
}
