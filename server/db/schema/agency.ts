import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AgencySettings } from '../../../contract/site/agency-settings.ts';
import { bytea, instant } from './columns.ts';
import { companies } from './companies.ts';

/** Every saved version of the agency's settings. The one with the highest number is in use. Never changed or deleted. */
export const agencySettings = pgTable('agency_settings', {
  version: integer('version').primaryKey(),
  /** Only the fields that differ from the specification's texts. */
  settings: jsonb('settings').$type<AgencySettings>().notNull(),
  /** Paths of the fields that differ from the version before, such as `brand.name`. */
  changed_fields: text('changed_fields').array().notNull(),
  /** The version whose settings were taken again; null for a version that was entered. */
  restored_version: integer('restored_version'),
  changed_by: text('changed_by').notNull(),
  changed_at: instant('changed_at').notNull(),
});

/** Logos. A file is never changed: its address contains its digest, so that browsers keep it. */
export const brandFiles = pgTable(
  'brand_files',
  {
    /** SHA-256 of the content, in hexadecimal. */
    digest: text('digest').primaryKey(),
    /** `svg` or `png`. */
    kind: text('kind').notNull(),
    /** Sanitized, as it is sent to browsers. */
    content: bytea('content').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (table) => [index('brand_files_oldest').on(table.created_at)],
);

/**
 * Claims to host names of portals besides that of PUBLIC_URL. Several companies may claim a host; it belongs to the one whose
 * claim is proved.
 */
export const customDomains = pgTable(
  'custom_domains',
  {
    id: uuid('id').primaryKey(),
    /** In ASCII (punycode), lower case. */
    host: text('host').notNull(),
    /** The company whose portal the host shows; null for the portals of all companies. */
    company_id: uuid('company_id').references(() => companies.id, { onDelete: 'cascade' }),
    /** The value of the TXT record that proves ownership. */
    proof: text('proof').notNull(),
    created_by: text('created_by').notNull(),
    created_at: instant('created_at').notNull(),
    /** Since when the host is in use; null before the record was found, and again after it was missing. */
    verified_at: instant('verified_at'),
    /** When a host that was in use stopped; null for any other. */
    stopped_at: instant('stopped_at'),
    /** The last check that found the record. */
    found_at: instant('found_at'),
    checked_at: instant('checked_at'),
    /** Why the last check failed; null after a success. */
    problem: text('problem'),
    /** The first in a row of checks that proved that the record is missing; null after a success. */
    failing_since: instant('failing_since'),
  },
  (table) => [
    unique('custom_domains_claim').on(table.host, table.company_id).nullsNotDistinct(),
    uniqueIndex('custom_domains_in_use').on(table.host).where(sql`verified_at IS NOT NULL`),
    index('custom_domains_company').on(table.company_id),
  ],
);

/** Facts about this installation that are decided once. */
export const installationFacts = pgTable('installation_facts', {
  name: text('name').primaryKey(),
  value: jsonb('value').$type<boolean>().notNull(),
});
