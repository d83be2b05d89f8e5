import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

// Rules that keep these tables distributable by company_id (decision 4): company_id is the first column of
// every key of an event-side table, ids are created in the app, and the write path has no foreign keys or triggers.

/**
 * Events of sites: the system of record of every statistic. Partitioned by month; see
 * server/features/tracking/partitions/partitions.queries.ts. Null where nothing was recorded: rows stored before
 * version 0.2 have no `host`, and a session id instead of a visitor id.
 */
export const events = pgTable(
  'events',
  {
    company_id: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    /** pageview, event (custom), order, refund, engagement, or session (a visitor known only from a session event). */
    kind: text('kind').notNull(),
    /** Only in rows stored before version 0.2: the session of the tab, which counts as a visitor of its day. */
    session_id: text('session_id'),
    path: text('path').notNull(),
    referrer_host: text('referrer_host').notNull(),
    browser: text('browser').notNull(),
    os: text('os').notNull(),
    device: text('device').notNull(),
    order_id: text('order_id'),
    /** The amount of an order or a refund, with the decimals of its currency. */
    amount: numeric('amount'),
    occurred_at: instant('occurred_at').notNull(),
    /** Hash with the salt of the company's day, so it never links two days. Null for an order sent by a server. */
    visitor_id: bigint('visitor_id', { mode: 'bigint' }),
    /** The tab's session, hashed like the visitor. */
    tab_id: bigint('tab_id', { mode: 'bigint' }),
    host: text('host'),
    referrer_path: text('referrer_path'),
    /** Name of the referring site (`Google`), of the campaign's source, or `Direct`. */
    source: text('source'),
    channel: text('channel'),
    utm_source: text('utm_source'),
    utm_medium: text('utm_medium'),
    utm_campaign: text('utm_campaign'),
    utm_term: text('utm_term'),
    utm_content: text('utm_content'),
    /** Kind of the click id in the address (`gclid`), never its value. */
    click_id: text('click_id'),
    /** ISO 3166-1 alpha-2. */
    country: text('country'),
    region: text('region'),
    city: text('city'),
    language: text('language'),
    browser_version: text('browser_version'),
    os_version: text('os_version'),
    screen: text('screen'),
    event_name: text('event_name'),
    /** Scalar properties of a custom event, at most 20. */
    properties: jsonb('properties').$type<Record<string, string | number | boolean>>(),
    /** Milliseconds the page was visible and in use since the last engagement event of the page. */
    engaged_ms: integer('engaged_ms'),
    currency: text('currency'),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.id, table.occurred_at] })],
);

/**
 * The journal of the event tables: for each commit of a company the rows it added or changed, in the order of the
 * commits. Segments and statistics read from it what happened since a revision. Either a list of events, or a range
 * of time in which any event may have changed. Deleted once every segment store has processed it.
 */
export const eventChanges = pgTable(
  'event_changes',
  {
    company_id: uuid('company_id').notNull(),
    /** `dataset_revisions.revision` after the commit. */
    revision: bigint('revision', { mode: 'number' }).notNull(),
    event_ids: uuid('event_ids').array(),
    event_times: instant('event_times').array(),
    range_from: instant('range_from'),
    range_to: instant('range_to'),
    changed_at: instant('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.revision] })],
);

/**
 * The visitors of the last days: an erasure request finds a person's visitors here, and a visitor known only from session
 * events is stored as an event once. Rows are deleted after three days.
 */
export const dailyVisitors = pgTable(
  'daily_visitors',
  {
    company_id: uuid('company_id').notNull(),
    visitor_id: bigint('visitor_id', { mode: 'bigint' }).notNull(),
    /** Hash of address and user agent with the salt of the day: finds a person's visitors for an erasure request. */
    network_id: bigint('network_id', { mode: 'bigint' }),
    first_seen_at: instant('first_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.visitor_id] })],
);

/** The secret that visitor ids of one company and day are hashed with. Never part of a backup. */
export const visitorSalts = pgTable(
  'visitor_salts',
  {
    company_id: uuid('company_id').notNull(),
    /** The day in the company's time zone. */
    day: date('day', { mode: 'string' }).notNull(),
    salt: bytea('salt').notNull(),
    destroy_at: instant('destroy_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.day] })],
);

/** Segment files: what each holds, and up to which revision. A file that is not listed does not exist for readers. */
export const segments = pgTable(
  'segments',
  {
    company_id: uuid('company_id').notNull(),
    /** The folder that contains the file; each machine has its own. */
    store_id: uuid('store_id').notNull(),
    first_day: date('first_day', { mode: 'string' }).notNull(),
    last_day: date('last_day', { mode: 'string' }).notNull(),
    name: text('name').notNull(),
    revision: bigint('revision', { mode: 'number' }).notNull(),
    time_zone: text('time_zone').notNull(),
    /** Version of the file's columns. Files of another version are rebuilt. */
    format: integer('format').notNull(),
    hits: bigint('hits', { mode: 'number' }).notNull(),
    visits: bigint('visits', { mode: 'number' }).notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    built_at: instant('built_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.store_id, table.first_day] })],
);

/** Up to which revision the segments of a company in one store are complete. */
export const segmentStates = pgTable(
  'segment_states',
  {
    company_id: uuid('company_id').notNull(),
    store_id: uuid('store_id').notNull(),
    revision: bigint('revision', { mode: 'number' }).notNull(),
    time_zone: text('time_zone').notNull(),
    updated_at: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.store_id] })],
);

/**
 * Companies whose segments in one store could not be built, or whose statistics could not be read from them, at the last
 * attempt. The next success deletes the row. Apart from `segment_states`, which a company without a first build lacks.
 */
export const segmentFailures = pgTable(
  'segment_failures',
  {
    company_id: uuid('company_id').notNull(),
    store_id: uuid('store_id').notNull(),
    work: text('work', { enum: ['build', 'read'] }).notNull(),
    /** One line without file names and values, for operators. */
    error: text('error').notNull(),
    /** Failed attempts in a row. */
    failures: integer('failures').notNull(),
    first_failed_at: instant('first_failed_at').notNull(),
    last_failed_at: instant('last_failed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.store_id, table.work] })],
);

/** Active visitors and open portals. No index on last_seen, so that heartbeats stay heap-only updates. */
export const activeSessions = pgTable(
  'active_sessions',
  {
    company_id: uuid('company_id').notNull(),
    /** A keyed hash of the session id of the tab. */
    session_id: text('session_id').notNull(),
    origin: text('origin').notNull(),
    page_url: text('page_url').notNull(),
    /** The class of browser, as in `Firefox, Windows, desktop`. The header itself is not stored. */
    user_agent: text('user_agent').notNull(),
    last_seen: instant('last_seen').notNull(),
    /** The viewer or administrator session of an open portal. Null for visitors of the site. */
    viewer_id: text('viewer_id'),
    /** The visitor of the site: several tabs of one browser have the same id. */
    visitor_id: bigint('visitor_id', { mode: 'bigint' }),
    source: text('source'),
    country: text('country'),
  },
  (table) => [
    primaryKey({ columns: [table.company_id, table.session_id] }),
    index('active_sessions_viewer').on(table.company_id, table.viewer_id).where(sql`viewer_id IS NOT NULL`),
  ],
);

/**
 * How often the events of a dataset have changed, and when its site sent the last one. One row for each company and each
 * set of demo data, updated in the transaction that changes the events. Its lock orders the commits of several processes.
 */
export const datasetRevisions = pgTable('dataset_revisions', {
  company_id: uuid('company_id').primaryKey(),
  last_event_at: instant('last_event_at').notNull(),
  /** Grows by one with every commit that adds or changes events; see `event_changes`. */
  revision: bigint('revision', { mode: 'number' }).notNull().default(0),
});

/**
 * Rejected events of one day, counted by reason and host: a few rows per company and day, shown in its portal. The sums
 * of all hosts are in `rejection_counts`.
 */
export const rejectedEvents = pgTable(
  'rejected_events',
  {
    company_id: uuid('company_id').notNull(),
    /** The day in the company's time zone. */
    day: date('day', { mode: 'string' }).notNull(),
    reason: text('reason').notNull(),
    /** Empty if the events were not sent by a page, or by one without a host. */
    host: text('host').notNull(),
    from_page: boolean('from_page').notNull(),
    agent: text('agent').notNull(),
    detail: text('detail').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    last_at: instant('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.company_id, table.day, table.reason, table.from_page, table.host] }),
  ],
);

/** The number of rejected events of each company, day and reason, from all hosts. */
export const rejectionCounts = pgTable(
  'rejection_counts',
  {
    company_id: uuid('company_id').notNull(),
    /** The day in the company's time zone. */
    day: date('day', { mode: 'string' }).notNull(),
    reason: text('reason').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.day, table.reason] })],
);

/** When each version of the tracking script last sent an event of a company. */
export const scriptVersions = pgTable(
  'script_versions',
  {
    company_id: uuid('company_id').notNull(),
    /** Such as `3.1.0`; empty for scripts that do not send their version. */
    version: text('version').notNull(),
    last_at: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.version] })],
);
