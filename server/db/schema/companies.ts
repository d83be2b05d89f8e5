import {
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CompanySetup } from '../../../contract/company/company-setup.ts';
import type { PortalDisplay } from '../../../contract/company/portal-display.ts';
import type { CompanyBrand } from '../../../contract/site/agency-settings.ts';
import { bytea, instant } from './columns.ts';

export const companies = pgTable('companies', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  /** Host name without www, in ASCII (punycode). */
  domain: text('domain').notNull(),
  currency: text('currency').notNull().default('USD'),
  /** The largest amount of a shop order, in units of the currency. Larger ones are rejected. */
  order_amount_max: integer('order_amount_max').notNull().default(100_000),
  /** IANA name. Days, weeks and months of the statistics begin in it. */
  time_zone: text('time_zone').notNull().default('UTC'),
  /** Whether the tracking script may keep a random id in the local storage of the site until the day ends. */
  stores_visitor_id: boolean('stores_visitor_id').notNull().default(true),
  /** Whether a path in the fragment (`#/pricing`) is a separate page. */
  has_hash_routing: boolean('has_hash_routing').notNull().default(false),
  /** Further hosts whose events are accepted; `*.example.com` accepts every host below example.com. In punycode. */
  host_names: text('host_names').array().notNull().default([]),
  /** Paths that are not counted, in which `*` matches any characters. */
  excluded_paths: text('excluded_paths').array().notNull().default([]),
  /** IP addresses and networks (CIDR) whose events are not counted. */
  excluded_addresses: text('excluded_addresses').array().notNull().default([]),
  /** The first day of a week, as ISO 8601 numbers days: 1 is Monday, 7 is Sunday. */
  week_start: smallint('week_start').notNull().default(1),
  /** Whether revenue, orders and conversions count only verified orders. */
  counts_only_verified: boolean('counts_only_verified').notNull().default(false),
  /** The company id under which demo events are stored; null without demo data. */
  demo_dataset_id: uuid('demo_dataset_id'),
  /** The first content of the portal, in its order; null for the usual. */
  portal_display: jsonb('portal_display').$type<PortalDisplay>(),
  /** The brand of the portal; null for the agency's. */
  brand: jsonb('brand').$type<CompanyBrand>(),
  /** Names of the groups that administrators sorted the company into. */
  groups: text('groups').array().notNull().default([]),
  /** The decisions about the steps of setting up; null for companies created before version 0.8.0. */
  setup: jsonb('setup').$type<CompanySetup>(),
  created_at: instant('created_at').notNull().defaultNow(),
});

/** A shop system that reports orders of a company to its webhook address. */
export const shopConnections = pgTable(
  'shop_connections',
  {
    /** Part of the webhook address. */
    id: uuid('id').primaryKey(),
    company_id: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** `stripe`, `woocommerce` or `shopify`. */
    provider: text('provider').notNull(),
    /** The signing secret, encrypted with AES-256-GCM. Null until it is entered. */
    sealed_secret: bytea('sealed_secret'),
    created_at: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('shop_connections_provider').on(table.company_id, table.provider)],
);

/** The last deliveries to a webhook address and their results. */
export const shopDeliveries = pgTable(
  'shop_deliveries',
  {
    connection_id: uuid('connection_id')
      .notNull()
      .references(() => shopConnections.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    received_at: instant('received_at').notNull(),
    /** The provider's name of the event, such as `orders/paid`; empty if the signature was wrong. */
    topic: text('topic').notNull(),
    /** `recorded`, `unchanged`, `ignored` or `rejected`. */
    result: text('result').notNull(),
    /** Why it was ignored or rejected; empty otherwise. */
    detail: text('detail').notNull(),
    order_id: text('order_id'),
    /** How many deliveries in a row had this result: rejected ones are counted in one row. */
    count: integer('count').notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.connection_id, table.id] })],
);

/**
 * Portal viewers who signed out. Their cookies are signed, not stored, so without this row a copy of a cookie would
 * still work. A row is deleted once its cookie has expired.
 */
export const endedViewers = pgTable('ended_viewers', {
  /** The random session id inside the cookie. */
  session_id: text('session_id').primaryKey(),
  ended_at: instant('ended_at').notNull(),
});
