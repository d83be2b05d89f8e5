import { z } from 'zod';
import { challenge } from './account/challenge.ts';

/** Every error code of the API. Callers switch on the code; the message is text for people and may change. */
export const errorCodes = [
  'invalid-request',
  'body-too-large',
  'unsupported-media-type',
  'not-found',
  'foreign-origin',
  'unknown-host',
  'too-many-requests',
  'challenge-required',
  'unavailable',
  'internal',
  'company-not-found',
  'invalid-access-key',
  'event-refused',
  'bot',
  'spam-referrer',
  'currency-mismatch',
  'order-amount-too-large',
  'demo-data-unavailable',
  'not-signed-in',
  'not-admin',
  'missing-permission',
  'last-owner',
  'wrong-account',
  'sign-up-closed',
  'two-factor-required',
  'recent-sign-in-required',
  'invalid-credentials',
  'invalid-email',
  'weak-password',
  'wrong-password',
  'password-required',
  'email-unconfirmed',
  'invalid-code',
  'too-many-codes',
  'two-factor-expired',
  'two-factor-on',
  'two-factor-off',
  'two-factor-changed',
  'already-signed-in',
  'authentication-failed',
  'link-invalid',
  'link-expired',
  'link-used',
  'grant-failed',
  'conflict',
  'settings-changed',
  'company-exists',
  'currency-fixed',
  'idempotency-key-reused',
  'invalid-api-key',
  'missing-scope',
  'api-key-not-accepted',
  'missing-right',
  'order-amount-differs',
  'order-removed',
  'refund-too-large',
  'price-changed',
  'checkout-failed',
  'invalid-signature',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

export const errorBody = z
  .object({
    error: z.object({
      code: z.enum(errorCodes),
      message: z.string(),
      /** The invalid field of the request, as a dotted path such as `metadata.amount`. */
      field: z.string().optional(),
      /** The id of the conflicting record, such as the company that already has this name. */
      conflictId: z.string().optional(),
      /** Solve it and send the same request again, with the solution in the header `x-solution`. */
      challenge: challenge.optional(),
    }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBody>;
