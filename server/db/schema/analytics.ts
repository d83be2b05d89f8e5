import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

// Rules that keep these tables distributable on company_id (docs/decisions/0004): company_id comes
// first in every key of an event-side table, ids are made in the app, and no foreign key or trigger
// stands on the write path.

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const companies = pgTable('companies', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  /** Host name without www, in ASCII (punycode). */
  domain: text('domain').notNull(),
  currency: text('currency').notNull().default('USD'),
  /** Largest amount of a single shop order, in units of the currency; larger ones are refused. */
  order_amount_max: integer('order_amount_max').notNull().default(100_000),
  created_at: instant('created_at').notNull().defaultNow(),
});

export const accessKeys = pgTable(
  'access_keys',
  {
    id: uuid('id').primaryKey(),
    company_id: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** HMAC-SHA-256 of the key: finds it without storing it. */
    lookup: bytea('lookup').notNull(),
    /** AES-256-GCM of the key: lets an administrator read it again. */
    sealed: bytea('sealed').notNull(),
    created_at: instant('created_at').notNull().defaultNow(),
    revoked_at: instant('revoked_at'),
    last_used_at: instant('last_used_at'),
  },
  (table) => [
    uniqueIndex('access_keys_lookup').on(table.lookup),
    uniqueIndex('access_keys_one_current').on(table.company_id).where(sql`revoked_at IS NULL`),
  ],
);

/**
 * Viewers who signed out of a portal. Their cookies are signed, not stored, so a copy of one would go on
 * working without this. Rows are deleted once the cookie would have expired anyway.
 */
export const endedViewers = pgTable('ended_viewers', {
  /** The random session id inside the cookie. */
  session_id: text('session_id').primaryKey(),
  ended_at: instant('ended_at').notNull(),
});

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

/** One row an order id: what makes an order count once, whichever event reports it. */
export const shopOrders = pgTable(
  'shop_orders',
  {
    company_id: uuid('company_id').notNull(),
    order_id: text('order_id').notNull(),
    event_id: uuid('event_id').notNull(),
    amount: numeric('amount', { precision: 12, scale: 2 }).notNull(),
    occurred_at: instant('occurred_at').notNull(),
    /**
     * Who reported it: `page` (with an Origin header) or `server` (without). Rows from before this column
     * count as a page's, so that no later report replaces their amount.
     */
    source: text('source').notNull().default('page'),
    /** When it was added to the totals; null in rows from before this column. */
    counted_at: instant('counted_at'),
    /** The amount counted before a page's report replaced a server's, and when that was. */
    earlier_amount: numeric('earlier_amount', { precision: 12, scale: 2 }),
    amount_since: instant('amount_since'),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.order_id] })],
);

/** Reports of a shop order with another amount than the one counted, or of an order that was removed. */
export const shopOrderConflicts = pgTable(
  'shop_order_conflicts',
  {
    company_id: uuid('company_id').notNull(),
    order_id: text('order_id').notNull(),
    /** `page` or `server`, as in `orders`. */
    source: text('source').notNull(),
    amount: numeric('amount', { precision: 12, scale: 2 }).notNull(),
    /** Host of the page that sent the last report; empty for a server. */
    host: text('host').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    last_event_id: uuid('last_event_id').notNull(),
    first_at: instant('first_at').notNull(),
    last_at: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.order_id, table.source, table.amount] })],
);

/** Shop orders an administrator removed. Reported again, they are not counted. */
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

/** One row a session ever seen. */
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

/** Who is there now. No index on last_seen: heartbeats then stay heap-only updates. */
export const activeSessions = pgTable(
  'active_sessions',
  {
    company_id: uuid('company_id').notNull(),
    session_id: text('session_id').notNull(),
    origin: text('origin').notNull(),
    page_url: text('page_url').notNull(),
    user_agent: text('user_agent').notNull(),
    last_seen: instant('last_seen').notNull(),
    /** The viewer or administrator session behind a portal's tab; null for visitors of the site. */
    viewer_id: text('viewer_id'),
  },
  (table) => [
    primaryKey({ columns: [table.company_id, table.session_id] }),
    index('active_sessions_viewer').on(table.company_id, table.viewer_id).where(sql`viewer_id IS NOT NULL`),
  ],
);

/**
 * Running totals, one row a company, kept in the transaction that counts: the row lock orders the
 * commits of several processes, so that readings never step back.
 */
export const companyTotals = pgTable('company_totals', {
  company_id: uuid('company_id').primaryKey(),
  page_views: bigint('page_views', { mode: 'number' }).notNull(),
  users: bigint('users', { mode: 'number' }).notNull(),
  orders: bigint('orders', { mode: 'number' }).notNull(),
  revenue: numeric('revenue', { precision: 20, scale: 2 }).notNull(),
  /** Minute of the newest reading. */
  reading_minute: instant('reading_minute').notNull(),
  last_event_at: instant('last_event_at').notNull(),
});

/** One reading a company, metric and minute. */
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

/** Page views and visits an hour, in all and by one dimension. Dashboards read these, never raw events. */
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

/** Tracking events that were refused, by reason and host: a few rows a company, for people to find out why. */
export const rejectedEvents = pgTable(
  'rejected_events',
  {
    company_id: uuid('company_id').notNull(),
    reason: text('reason').notNull(),
    /** Empty when no page sent them, or one without a host. */
    host: text('host').notNull(),
    from_page: boolean('from_page').notNull(),
    agent: text('agent').notNull(),
    detail: text('detail').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    last_at: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.reason, table.from_page, table.host] })],
);
