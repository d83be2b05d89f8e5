import type { FastifyRequest } from 'fastify';
import { idempotencyKeyHeader } from '../../../../contract/constants.ts';
import { idempotencyHeaders } from '../../../../contract/idempotency.ts';
import { readSessionClaim, toRequestActor } from '../../sessions/sessions.ts';
import type { TokenRequest } from './tokens.ts';

/** Who asks for a secret. @param content As for `readClaim`. */
export const toTokenRequest = (request: FastifyRequest, content: unknown): TokenRequest => ({
  by: toRequestActor(request),
  // Refuses a malformed key, so that the other line needs no check.
  claim: readSessionClaim(request, content),
  idempotencyKey: idempotencyHeaders.parse(request.headers)[idempotencyKeyHeader],
});
