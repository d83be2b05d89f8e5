/** Request header. A request repeated with the same key creates nothing again. */
export const idempotencyKeyHeader = 'idempotency-key';

/** How long keys are stored. After that a key can be used for a new request. */
export const idempotencyKeyHours = 24;
