import { createHash, createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { idempotencyKeyHeader } from '../../../contract/constants.ts';
import { idempotencyHeaders, idempotencyKeyHours } from '../../../contract/idempotency.ts';
import type { Tx } from '../../db/client.ts';
import { AppError } from '../errors.ts';
import { requireValid } from '../http/validate.ts';
import type { Jobs } from '../jobs.ts';
import { deleteIdempotencyKeysBefore, insertIdempotencyKey } from './idempotency.queries.ts';

/** Identifies a request, so that a repeated request is recognized. */
export interface IdempotencyClaim {
  /** SHA-256 of the key, the route and the caller. */
  digest: string;
  /** HMAC of the request's content. */
  contentDigest: string;
}

/** The idempotency claim and the rate limit of a public request that creates something. */
export interface CreationRequest {
  /** Undefined if the request has no Idempotency-Key. */
  claim: IdempotencyClaim | undefined;
  /** Throws a 429 if the sender has created too much. Not called for a repeated request. */
  admit: (tx: Tx) => Promise<void>;
}

interface ClaimContent {
  /** The signed-in user. Undefined on routes without a sign-in; the random key is then the only scope. */
  callerId?: string;
  /** The part of the request that is identical in every repeat, with its fields in a fixed order. */
  content: unknown;
}

/** The claim of a request that carries an Idempotency-Key, or undefined. Throws an AppError for a malformed key. */
export function readClaim(
  request: FastifyRequest,
  { callerId, content }: ClaimContent,
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
 * Call this first in the transaction that creates `newId`. Returns undefined if `newId` should be created, or the id
 * that an earlier request with this key created. Waits for a running request with the same key; if that one fails, the
 * key is free again.
 * @throws {AppError} 422 if the key was used for a different request.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  claim: IdempotencyClaim | undefined,
  newId: string,
  now = new Date(),
): Promise<string | undefined> {
  if (!claim) return undefined;
  const { digest, contentDigest } = claim;
  const row = { digest, content_digest: contentDigest, created_id: newId, created_at: now };
  const earlier = await insertIdempotencyKey(tx, row, toExpiry(now));
  if (!earlier) return undefined;
  if (earlier.content_digest !== contentDigest) {
    const message = 'This Idempotency-Key was used for a different request. Send this one with a new key.';
    throw new AppError(422, 'idempotency-key-reused', message);
  }
  return earlier.created_id;
}

const toExpiry = (now: Date) => new Date(now.getTime() - idempotencyKeyHours * 3_600_000);

export function deleteExpiredIdempotencyKeys(tx: Tx): Promise<void> {
  return deleteIdempotencyKeysBefore(tx, toExpiry(new Date()));
}

export async function scheduleIdempotencyCleanUp(jobs: Pick<Jobs, 'schedule'>, tx: Tx): Promise<void> {
  await jobs.schedule('clean-idempotency-keys', '41 * * * *', () => deleteExpiredIdempotencyKeys(tx));
}
