import { z } from 'zod';
import { idempotencyKeyHeader } from './constants.ts';

/** How long keys are stored. After that a key can be used for a new request. */
export const idempotencyKeyHours = 24;

/** The headers of a request that supports an Idempotency-Key. Loose, because other headers are not validated. */
export const idempotencyHeaders = z.looseObject({
  [idempotencyKeyHeader]: z
    .string()
    .regex(/^[\x21-\x7e]{1,100}$/, {
      error: 'Idempotency-Key must be 1 to 100 visible ASCII characters without spaces, such as a UUID.',
    })
    .optional(),
});
