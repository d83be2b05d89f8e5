import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isFromThisMachine } from '../../platform/http/direct-requests.ts';

export interface OperatorDoor {
  /** The bearer token that gives access from anywhere. Undefined: no remote access. */
  token: string | undefined;
  /** Whether requests from this machine need no token. */
  isOpenToThisMachine: boolean;
}

/** Whether the request carries the operator's token, or comes from this machine without a proxy. */
export function mayReadMetrics(request: FastifyRequest, door: OperatorDoor): boolean {
  if (door.token !== undefined && isToken(request.headers.authorization, door.token)) return true;
  return door.isOpenToThisMachine && isFromThisMachine(request);
}

function isToken(authorization: string | undefined, token: string): boolean {
  const given = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(toDigest(given), toDigest(token));
}

function toDigest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
