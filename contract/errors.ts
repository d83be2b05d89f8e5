import { z } from 'zod';
import { challenge } from './challenge.ts';

/** Every code an answer of the API may carry. The message beside it is fit for a toast. */
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
  'second-factor-needed',
  'fresh-sign-in-required',
  'auth-refused',
  'email-unconfirmed',
  'wrong-password',
  'link-wrong',
  'link-expired',
  'link-used',
  'grant-refused',
  'conflict',
  'company-exists',
  'idempotency-key-reused',
  'checkout-failed',
  'invalid-signature',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

export const errorBody = z.object({
  error: z.object({
    code: z.enum(errorCodes),
    message: z.string(),
    /** The field of the request that was refused, as a dotted path such as `metadata.amount`. */
    field: z.string().optional(),
    /** The id of the conflicting record, such as the company that already has this name. */
    conflictId: z.string().optional(),
    /** Solve it and send the same request again, with the solution in the header `x-northlight-solution`. */
    challenge: challenge.optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;
