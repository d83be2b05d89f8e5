/** The header of a request that creates something: sent again with the same key, it creates nothing more. */
export const idempotencyKeyHeader = 'idempotency-key';

/** How long a key is remembered. Afterwards the same key is a new one. */
export const idempotencyKeyHours = 24;
