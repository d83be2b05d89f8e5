import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

// Rules that keep these tables distributable by company_id (decision 4): company_id is the first column of
// every key of an event-side table, ids are created in the app, and the write path has no foreign keys or triggers.

/** Raw page views and orders. Partitioned by month; see server/features/tracking/partitions/partitions.queries.ts. */
export const events = pgTable(
  'events',
  {
    company_id: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    kind: text('kind').notNull(),
    session_id: text('session_id'),
    path: text('path').notNull(),
    referrer_host: text('referrer_host').notNull(),
    browser: text('browser').notNull(),
    os: text('os').notNull(),
    device: text('device').notNull(),
    order_id: text('order_id'),
    amount: numeric('amount', { precision: 12, scale: 2 }),
    occurred_at: instant('occurred_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.id, table.occurred_at] })],
);

/** One row per order id, so that an order counts once, whichever events report it. */
export const shopOrders = pgTable(
  'shop_orders',
  {
    company_id: uuid('company_id').notNull(),
    order_id: text('order_id').notNull(),
    event_id: uuid('event_id').notNull(),
    amount: numeric('amount', { precision: 12, scale: 2 }).notNull(),
    occurred_at: instant('occurred_at').notNull(),
    /**
     * Who reported it: `page` (with an Origin header) or `server` (without). Rows older than this column have `page`,
     * so that no later report replaces their amount.
     */
    source: text('source').notNull().default('page'),
    /** When it was added to the totals. Null in rows older than this column. */
    counted_at: instant('counted_at'),
    /** The amount before a page's report replaced a server's, and the time of the replacement. */
    earlier_amount: numeric('earlier_amount', { precision: 12, scale: 2 }),
    amount_since: instant('amount_since'),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.order_id] })],
);

/** Reports of a shop order with another amount than the counted one, or of a removed order. */
export const shopOrderConflicts = pgTable(
  'shop_order_conflicts',
  {
    company_id: uuid('company_id').notNull(),
    order_id: text('order_id').notNull(),
    /** `page` or `server`, as in `shop_orders`. */
    source: text('source').notNull(),
    amount: numeric('amount', { precision: 12, scale: 2 }).notNull(),
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
    amount: numeric('amount', { precision: 12, scale: 2 }).notNull(),
    removed_at: instant('removed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.order_id] })],
);

/** One row per session. */
export const visits = pgTable(
  'visits',
  {
    company_id: uuid('company_id').notNull(),
    session_id: text('session_id').notNull(),
    started_at: instant('started_at').notNull(),
    entry_path: text('entry_path').notNull(),
    referrer_host: text('referrer_host').notNull(),
    browser: text('browser').notNull(),
    os: text('os').notNull(),
    device: text('device').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.session_id] })],
);

/** Active visitors and open portals. No index on last_seen, so that heartbeats stay heap-only updates. */
export const activeSessions = pgTable(
  'active_sessions',
  {
    company_id: uuid('company_id').notNull(),
    session_id: text('session_id').notNull(),
    origin: text('origin').notNull(),
    page_url: text('page_url').notNull(),
    user_agent: text('user_agent').notNull(),
    last_seen: instant('last_seen').notNull(),
    /** The viewer or administrator session of an open portal. Null for visitors of the site. */
    viewer_id: text('viewer_id'),
  },
  (table) => [
    primaryKey({ columns: [table.company_id, table.session_id] }),
    index('active_sessions_viewer').on(table.company_id, table.viewer_id).where(sql`viewer_id IS NOT NULL`),
  ],
);

/**
 * Running totals, one row per company, updated in the transaction that stores the events. The row lock orders the
 * commits of several processes, so that readings never decrease.
 */
export const companyTotals = pgTable('company_totals', {
  company_id: uuid('company_id').primaryKey(),
  page_views: bigint('page_views', { mode: 'number' }).notNull(),
  users: bigint('users', { mode: 'number' }).notNull(),
  orders: bigint('orders', { mode: 'number' }).notNull(),
  revenue: numeric('revenue', { precision: 20, scale: 2 }).notNull(),
  /** The minute of the newest reading. */
  reading_minute: instant('reading_minute').notNull(),
  last_event_at: instant('last_event_at').notNull(),
});

/** One reading per company, metric and minute. */
export const analyticsData = pgTable(
  'analytics_data',
  {
    company_id: uuid('company_id').notNull(),
    source: text('source').notNull(),
    metric_name: text('metric_name').notNull(),
    timestamp: instant('timestamp').notNull(),
    metric_value: numeric('metric_value', { precision: 20, scale: 4 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.source, table.metric_name, table.timestamp] })],
);

/** Page views and visits per hour, in total and by one dimension. Portals read these, never raw events. */
export const rollupsHourly = pgTable(
  'rollups_hourly',
  {
    company_id: uuid('company_id').notNull(),
    dimension: text('dimension').notNull(),
    hour: instant('hour').notNull(),
    value: text('value').notNull(),
    page_views: integer('page_views').notNull(),
    visits: integer('visits').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.dimension, table.hour, table.value] })],
);

/** Rejected events, counted by reason and host: a few rows per company, shown in its portal. */
export const rejectedEvents = pgTable(
  'rejected_events',
  {
    company_id: uuid('company_id').notNull(),
    reason: text('reason').notNull(),
    /** Empty if the events were not sent by a page, or by one without a host. */
    host: text('host').notNull(),
    from_page: boolean('from_page').notNull(),
    agent: text('agent').notNull(),
    detail: text('detail').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    last_at: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.reason, table.from_page, table.host] })],
);
