import { randomBytes } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { idempotencyKeyHeader } from '../../contract/idempotency-key.ts';
import { apiPaths } from '../../contract/paths.ts';
import { createPaymentAnswer } from '../../contract/purchases.ts';
import { ownOrigin } from './builders.ts';

export type Answer = LightMyRequestResponse;

/** Purchases are limited by address; every buyer has their own. */
const anAddress = () =>
  `fd00:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;

export function askForCheckout(
  app: FastifyInstance,
  given: object = {},
  { origin = ownOrigin, remoteAddress = anAddress(), key = '' } = {},
): Promise<Answer> {
  return app.inject({
    method: 'POST',
    url: apiPaths.createPayment,
    headers: { origin, ...(key ? { [idempotencyKeyHeader]: key } : {}) },
    remoteAddress,
    payload: { priceId: 'price_chatbots', customerEmail: 'ada@buyer.example', ...given },
  });
}

export interface Sale {
  url: string;
  sessionId: string;
}

/** A checkout of the test mode, not yet paid. */
export async function aSale(app: FastifyInstance, given: object = {}): Promise<Sale> {
  const answer = await askForCheckout(app, given);
  const { url } = createPaymentAnswer.parse(answer.json());
  return { url, sessionId: url.split('/').at(-1) ?? '' };
}

/** Presses a button of the test checkout. */
export function decide(
  app: FastifyInstance,
  sessionId: string,
  decision: 'pay' | 'cancel',
  origin = ownOrigin,
): Promise<Answer> {
  return app.inject({
    method: 'POST',
    url: apiPaths.testCheckout(sessionId),
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    payload: `decision=${decision}`,
    remoteAddress: anAddress(),
  });
}
