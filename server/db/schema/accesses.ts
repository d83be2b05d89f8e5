import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';
import { companies } from './companies.ts';

// None of these tables is distributed: there are few accesses.

/** Who may see the portal of a company, besides the agency: a person, a program, or anyone with a share link. */
export const accesses = pgTable(
  'accesses',
  {
    id: uuid('id').primaryKey(),
    /** Null for a program of several companies, which `access_companies` lists. */
    company_id: uuid('company_id').references(() => companies.id, { onDelete: 'cascade' }),
    /** `company`: the key that every company is created with. */
    kind: text('kind', { enum: ['company', 'person', 'share', 'token'] }).notNull(),
    /** The person or purpose. */
    name: text('name').notNull(),
    email: text('email'),
    /** As in contract/company/access-rights.ts. */
    rights: text('rights').array().notNull(),
    /** Filters that are added to every question, written as in the query of one. */
    filters: text('filters').array().notNull().default([]),
    expires_at: instant('expires_at'),
    created_at: instant('created_at').notNull(),
    /** Who created it, as the audit log names actors; empty for one that is older than this column. */
    created_by: text('created_by').notNull(),
    revoked_at: instant('revoked_at'),
    last_used_at: instant('last_used_at'),
    /** How often its portal was opened. */
    visits: integer('visits').notNull().default(0),
    /** Whether a program may ask about all companies, also later ones. */
    has_all_companies: boolean('has_all_companies').notNull().default(false),
  },
  (table) => [
    index('accesses_company').on(table.company_id),
    index('accesses_email').on(table.email),
    uniqueIndex('accesses_one_company_key').on(table.company_id).where(sql`kind = 'company'`),
  ],
);

const accessIdColumn = () =>
  uuid('access_id')
    .notNull()
    .references(() => accesses.id, { onDelete: 'cascade' });

/** The companies of programs that may ask about several. */
export const accessCompanies = pgTable(
  'access_companies',
  {
    access_id: accessIdColumn(),
    company_id: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.access_id, table.company_id] })],
);

/** The secrets of accesses. An access has one that works, or two for the day after its token was replaced. */
export const accessKeys = pgTable(
  'access_keys',
  {
    id: uuid('id').primaryKey(),
    /** Part of the encryption of a sealed key; null for programs of several companies. */
    company_id: uuid('company_id').references(() => companies.id, { onDelete: 'cascade' }),
    access_id: accessIdColumn(),
    /** HMAC-SHA-256 of the key, to find it without storing it. */
    lookup: bytea('lookup').notNull(),
    /** The key encrypted with AES-256-GCM, so that an administrator can read it again; null for tokens, which are shown once. */
    sealed: bytea('sealed'),
    /** The last characters of a token, to recognize it by. */
    hint: text('hint'),
    created_at: instant('created_at').notNull().defaultNow(),
    /** When the key stops to work: set by its replacement. */
    ends_at: instant('ends_at'),
  },
  (table) => [
    uniqueIndex('access_keys_lookup').on(table.lookup),
    uniqueIndex('access_keys_one_current').on(table.access_id).where(sql`ends_at IS NULL`),
  ],
);

/** Links that open a portal once, in mails and QR codes. Only the hash of a link's token is stored. */
export const accessLinks = pgTable(
  'access_links',
  {
    id: uuid('id').primaryKey(),
    access_id: accessIdColumn(),
    lookup: bytea('lookup').notNull(),
    created_at: instant('created_at').notNull(),
    expires_at: instant('expires_at').notNull(),
    used_at: instant('used_at'),
  },
  (table) => [
    uniqueIndex('access_links_lookup').on(table.lookup),
    index('access_links_access').on(table.access_id),
    index('access_links_expiry').on(table.expires_at),
  ],
);

/** The content of share links, and where they may be embedded. */
export const sharedViews = pgTable('shared_views', {
  access_id: accessIdColumn().primaryKey(),
  /** The query of the portal's address that it shows: period, comparison and filters. */
  view: text('view').notNull(),
  /** Null without a password. */
  password_hash: text('password_hash'),
  /** Hosts whose pages may show it in a frame. */
  embed_hosts: text('embed_hosts').array().notNull().default([]),
});

/** Who opened which portal when. Kept like the audit log. */
export const portalOpenings = pgTable(
  'portal_openings',
  {
    id: uuid('id').primaryKey(),
    at: instant('at').notNull(),
    company_id: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    access_id: uuid('access_id').notNull(),
    /** The name of the access at that time. */
    access_name: text('access_name').notNull(),
    /** The kind of the access. */
    kind: text('kind').notNull(),
    /** The browser's session, which counts as one opening for half an hour. */
    session_id: text('session_id').notNull(),
  },
  (table) => [
    index('portal_openings_newest').on(table.at, table.id),
    index('portal_openings_company').on(table.company_id, table.at, table.id),
    index('portal_openings_session').on(table.access_id, table.session_id, table.at),
  ],
);
