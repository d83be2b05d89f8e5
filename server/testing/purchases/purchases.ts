import { randomBytes } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { idempotencyKeyHeader } from '../../../contract/constants.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { createCheckoutResponse } from '../../../contract/public/purchases.ts';
import { publicOrigin } from '../builders.ts';

export type Answer = LightMyRequestResponse;

/** Purchases are limited by address. */
const anAddress = () =>
  `fd00:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;

export function requestCheckout(
  app: FastifyInstance,
  given: object = {},
  { origin = publicOrigin, remoteAddress = anAddress(), key = '' } = {},
): Promise<Answer> {
  return app.inject({
    method: 'POST',
    url: apiPaths.createCheckout,
    headers: { origin, ...(key ? { [idempotencyKeyHeader]: key } : {}) },
    remoteAddress,
    payload: { priceId: 'price_chatbots', customerEmail: 'ada@buyer.example', ...given },
  });
}

export interface OpenCheckout {
  url: string;
  sessionId: string;
}

/** A checkout of the test provider, not yet paid. */
export async function anOpenCheckout(app: FastifyInstance, given: object = {}): Promise<OpenCheckout> {
  const answer = await requestCheckout(app, given);
  const { url } = createCheckoutResponse.parse(answer.json());
  return { url, sessionId: url.split('/').at(-1) ?? '' };
}

/** Submits the form of the test checkout. */
export function submitTestCheckout(
  app: FastifyInstance,
  sessionId: string,
  decision: 'pay' | 'cancel',
  origin = publicOrigin,
): Promise<Answer> {
  return app.inject({
    method: 'POST',
    url: apiPaths.testCheckout(sessionId),
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    payload: `decision=${decision}`,
    remoteAddress: anAddress(),
  });
}
