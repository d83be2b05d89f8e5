import { z } from 'zod';

/** Every code an answer of the API may carry. The message beside it is fit for a toast. */
export const errorCodes = [
  'invalid-request',
  'body-too-large',
  'unsupported-media-type',
  'not-found',
  'foreign-origin',
  'too-many-requests',
  'unavailable',
  'internal',
  'company-not-found',
  'invalid-access-key',
  'company-unknown',
  'origin-mismatch',
  'bot',
  'currency-mismatch',
  'not-signed-in',
  'not-admin',
  'second-factor-needed',
  'auth-refused',
  'email-unconfirmed',
  'wrong-password',
  'link-wrong',
  'link-expired',
  'link-used',
  'grant-refused',
  'conflict',
  'checkout-failed',
  'invalid-signature',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

export const errorBody = z.object({
  error: z.object({ code: z.enum(errorCodes), message: z.string() }),
});
export type ErrorBody = z.infer<typeof errorBody>;
