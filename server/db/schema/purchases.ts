import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { companies } from './companies.ts';

/** Purchases of the agency's products. Only a signed event of the provider makes one paid. */
export const purchases = pgTable(
  'purchases',
  {
    id: uuid('id').primaryKey(),
    /** stripe or test */
    provider: text('provider').notNull(),
    /** No money was charged: our test checkout, or the provider's test mode. */
    is_test: boolean('is_test').notNull(),
    /** The provider's checkout session. Null until the provider has responded. */
    session_id: text('session_id'),
    /** Later events of the provider contain this id instead of the session's. */
    payment_intent: text('payment_intent'),
    checkout_url: text('checkout_url'),
    price_id: text('price_id').notNull(),
    currency: text('currency').notNull(),
    /** In the smallest unit of the currency. */
    amount: integer('amount').notNull(),
    /** The tax that the provider added, in the smallest unit of the currency. Not part of `amount`. */
    tax_amount: integer('tax_amount').notNull().default(0),
    /** As it was called when it was bought; null for purchases of releases that did not store it. */
    product_title: text('product_title'),
    customer_email: text('customer_email').notNull(),
    /** pending, paid, failed, expired, refunded, disputed */
    state: text('state').notNull(),
    /** In the smallest unit of the currency; all of it makes the state `refunded`. */
    refunded_amount: integer('refunded_amount').notNull().default(0),
    /** Why someone should look at the purchase, as text. Null if there is no problem. */
    problem: text('problem'),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
    paid_at: instant('paid_at'),
    /** The company that was created for the purchase. */
    company_id: uuid('company_id').references(() => companies.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('purchases_session').on(table.session_id),
    index('purchases_intent').on(table.payment_intent),
    index('purchases_newest').on(table.created_at, table.id),
    index('purchases_state').on(table.state, table.created_at, table.id),
    // For looking up whether an address has paid. Partial, because most rows are unpaid checkouts that anyone can open.
    index('purchases_payer')
      .on(sql`lower(${table.customer_email})`)
      .where(sql`paid_at IS NOT NULL AND NOT is_test`),
  ],
);

/** The provider's events, each stored once, in any order. The state of a purchase is computed from them. */
export const purchaseEvents = pgTable(
  'purchase_events',
  {
    /** The provider's id, so that a repeated event is the same row. */
    id: text('id').primaryKey(),
    purchase_id: uuid('purchase_id').references(() => purchases.id, { onDelete: 'cascade' }),
    /** Links events to a purchase that arrive before the event that contains the purchase id. */
    payment_intent: text('payment_intent'),
    kind: text('kind').notNull(),
    is_test: boolean('is_test').notNull(),
    occurred_at: instant('occurred_at').notNull(),
    received_at: instant('received_at').notNull(),
    detail: jsonb('detail'),
  },
  (table) => [
    index('purchase_events_purchase').on(table.purchase_id),
    index('purchase_events_intent').on(table.payment_intent),
  ],
);
