import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Attempts by account, by address or in total, in a sliding window. */
export const attempts = pgTable('attempts', {
  key: text('key').primaryKey(),
  /** The time of each counted attempt of the window, oldest first. */
  times: instant('times').array().notNull(),
  /** Whether the newest attempt was rejected. A rejected attempt is not counted. */
  isRefused: boolean('is_refused').notNull().default(false),
  /** When the newest counted attempt leaves the window. */
  endsAt: instant('ends_at').notNull(),
});

/** Requests with an Idempotency-Key that created something. Written in the same transaction, kept for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Digest of the key, its route and the account. The key itself is not stored. */
    digest: text('digest').primaryKey(),
    /** HMAC of the request's content. Keyed with the Idempotency-Key, so that guesses cannot be tested without it. */
    content_digest: text('content_digest').notNull(),
    /** The id of the created row. The response to a repeated request is built from that row. */
    created_id: uuid('created_id').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (table) => [index('idempotency_keys_oldest').on(table.created_at)],
);

/** Who did what. Does not reference accounts, so that entries remain when an account is deleted. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid('id').primaryKey(),
    at: instant('at').notNull(),
    actor_id: text('actor_id'),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    object: text('object').notNull(),
    object_id: text('object_id'),
    address: text('address').notNull(),
    /** How often it happened. Repeated failures share one entry. */
    count: integer('count').notNull().default(1),
    last_at: instant('last_at'),
    /** Digest of action, object, address and hour. Repetitions with the same key are added to the entry. */
    group_key: text('group_key').unique(),
  },
  (table) => [index('audit_log_newest').on(table.at, table.id)],
);
