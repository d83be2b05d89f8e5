import { z } from 'zod';

/** The header of a request that creates something: sent again with the same key, it creates nothing more. */
export const idempotencyKeyHeader = 'idempotency-key';

/** How long a key is remembered. Afterwards the same key is a new one. */
export const idempotencyKeyHours = 24;

export const idempotencyHeaders = z.looseObject({
  [idempotencyKeyHeader]: z
    .string()
    .regex(/^[\x21-\x7e]{1,100}$/, {
      error: 'Idempotency-Key must be 1 to 100 visible ASCII characters without spaces, such as a UUID.',
    })
    .optional(),
});
