import { bigint, boolean, jsonb, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { OrderItem } from '../../../contract/shop/orders.ts';
import { bytea, instant } from './columns.ts';

/** A refund or dispute whose order is not known yet. */
export interface WaitingRefund {
  refundId: string;
  kind: 'refund' | 'dispute' | 'dispute-won';
  amount: string;
  currency: string;
  /** ISO 8601. */
  occurredAt: string;
}

// The rules of `tracking.ts` hold for these tables too: distributed by company_id, no foreign keys or triggers.

/**
 * The orders that count: one row per order id, whichever events report it. A verified order came from a server with a
 * token or from a shop's provider; a reported one from anyone who knows the public company id.
 */
export const shopOrders = pgTable(
  'shop_orders',
  {
    company_id: uuid('company_id').notNull(),
    order_id: text('order_id').notNull(),
    event_id: uuid('event_id').notNull(),
    amount: numeric('amount').notNull(),
    /** Null for the company's currency. Amounts of other currencies are never added to it. */
    foreign_currency: text('foreign_currency'),
    occurred_at: instant('occurred_at').notNull(),
    /**
     * Who reported it: `page` (with an Origin header), `server` (without), or `verified`. Rows older than this column
     * have `page`, so that no later report replaces their amount.
     */
    source: text('source').notNull().default('page'),
    /** `api`, `stripe`, `woocommerce` or `shopify`; null unless verified. */
    verified_by: text('verified_by'),
    verified_at: instant('verified_at'),
    /** When the provider last changed the order: an older report of it changes nothing. */
    provider_changed_at: instant('provider_changed_at'),
    /** HMAC of what the shop calls the customer. */
    customer_hash: bytea('customer_hash'),
    items: jsonb('items').$type<OrderItem[]>(),
    /** When its first report was stored. Null in rows older than this column. */
    counted_at: instant('counted_at'),
    /** The sum of its refunds and open disputes. */
    refunded_amount: numeric('refunded_amount').notNull().default('0'),
    /** Parts of the amount, as the shop's server or provider sent them; null if it did not. In the order's currency. */
    tax: numeric('tax'),
    shipping: numeric('shipping'),
    /** The amount without tax and shipping. */
    net: numeric('net'),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.order_id] })],
);

/** Orders that a server reported as not paid: `pending` or `cancelled`. They do not count. */
export const unpaidShopOrders = pgTable(
  'unpaid_shop_orders',
  {
    company_id: uuid('company_id').notNull(),
    order_id: text('order_id').notNull(),
    status: text('status').notNull(),
    amount: numeric('amount').notNull(),
    currency: text('currency').notNull(),
    occurred_at: instant('occurred_at').notNull(),
    verified_by: text('verified_by').notNull(),
    provider_changed_at: instant('provider_changed_at'),
    updated_at: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.order_id] })],
);

/** Refunds and disputes, once per refund id. They count on the day they happened. */
export const shopOrderRefunds = pgTable(
  'shop_order_refunds',
  {
    company_id: uuid('company_id').notNull(),
    order_id: text('order_id').notNull(),
    refund_id: text('refund_id').notNull(),
    /** `refund`, `dispute`, or `dispute-won`, which gives back what the dispute had taken. */
    kind: text('kind').notNull(),
    /** In the currency of the order; negative if it gives money back to the shop. */
    amount: numeric('amount').notNull(),
    occurred_at: instant('occurred_at').notNull(),
    verified_by: text('verified_by').notNull(),
    received_at: instant('received_at').notNull(),
    /** The row of `events` that counts it. Null while its order is not verified yet. */
    event_id: uuid('event_id'),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.order_id, table.refund_id] })],
);

/**
 * Payments of Stripe and the orders they belong to: refunds and disputes name only the payment. Those that arrive before
 * the order wait here.
 */
export const shopPayments = pgTable(
  'shop_payments',
  {
    company_id: uuid('company_id').notNull(),
    /** The payment intent (`pi_…`). */
    payment_id: text('payment_id').notNull(),
    /** Null until its order arrives. */
    order_id: text('order_id'),
    waiting_refunds: jsonb('waiting_refunds').$type<WaitingRefund[]>().notNull().default([]),
    created_at: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.payment_id] })],
);

/** Changes of orders after they were first counted, for their pages in the portal. */
export const shopOrderHistory = pgTable(
  'shop_order_history',
  {
    company_id: uuid('company_id').notNull(),
    order_id: text('order_id').notNull(),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    /** `reported`, `verified`, `pending`, `cancelled`, `amount-changed`, `refund`, `dispute`, `dispute-won` or `removed`. */
    kind: text('kind').notNull(),
    /** Who reported it: as `source` or `verified_by` of an order, or `admin`. */
    reporter: text('reporter').notNull(),
    amount: numeric('amount').notNull(),
    currency: text('currency').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.order_id, table.id] })],
);

/** Reports of a shop order with another amount than the counted one, or of a removed order. */
export const shopOrderConflicts = pgTable(
  'shop_order_conflicts',
  {
    company_id: uuid('company_id').notNull(),
    order_id: text('order_id').notNull(),
    /** `page` or `server`, as in `shop_orders`. */
    source: text('source').notNull(),
    amount: numeric('amount').notNull(),
    /** The host of the page that sent the last report. Empty for a server. */
    host: text('host').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    last_event_id: uuid('last_event_id').notNull(),
    first_at: instant('first_at').notNull(),
    last_at: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.order_id, table.source, table.amount] })],
);

/** Shop orders that an administrator removed. They are not counted when they are reported again. */
export const removedShopOrders = pgTable(
  'removed_shop_orders',
  {
    company_id: uuid('company_id').notNull(),
    order_id: text('order_id').notNull(),
    amount: numeric('amount').notNull(),
    removed_at: instant('removed_at').notNull(),
    /** Whether it was verified. If not, a verified order with its id counts: the shop uses the number itself. */
    was_verified: boolean('was_verified').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.order_id] })],
);
