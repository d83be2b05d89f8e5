import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ReportContent } from '../../../contract/reports/report-content.ts';
import type { ReportTemplate } from '../../../contract/reports/report-template.ts';
import { accesses } from './accesses.ts';
import { instant } from './columns.ts';
import { companies } from './companies.ts';

// None of these tables is distributed: there are few rows for each company.

/** Every saved version of the one template of all reports. The highest number is in use. Never changed or deleted. */
export const reportTemplates = pgTable('report_templates', {
  version: integer('version').primaryKey(),
  template: jsonb('template').$type<ReportTemplate>().notNull(),
  changed_by: text('changed_by').notNull(),
  changed_at: instant('changed_at').notNull(),
});

const companyColumn = () =>
  uuid('company_id')
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' });

/** Which reports a company gets. A company without a row gets none. */
export const reportSettings = pgTable('report_settings', {
  company_id: companyColumn().unique('report_settings_company'),
  is_weekly: boolean('is_weekly').notNull(),
  is_monthly: boolean('is_monthly').notNull(),
  /** Whether a report waits until a member releases it. */
  is_held: boolean('is_held').notNull(),
  /** When each kind was switched on: periods that ended before are not reported. Null: also earlier periods are. */
  weekly_since: instant('weekly_since'),
  monthly_since: instant('monthly_since'),
});

/** Who gets the reports of a company: people of its accesses, and others. */
export const reportRecipients = pgTable(
  'report_recipients',
  {
    id: uuid('id').primaryKey(),
    company_id: companyColumn(),
    /** Whose rights and filters apply; null for a person without access to the portal. */
    access_id: uuid('access_id').references(() => accesses.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** The language tag by which numbers and dates are written, such as `de-DE`. */
    locale: text('locale').notNull(),
    /** Whether amounts are shown. For a person with access, the access must have this right too. */
    sees_money: boolean('sees_money').notNull(),
    is_weekly: boolean('is_weekly').notNull(),
    is_monthly: boolean('is_monthly').notNull(),
    created_at: instant('created_at').notNull(),
    created_by: text('created_by').notNull(),
    /** When the recipient ended the subscription; null while it is on. */
    unsubscribed_at: instant('unsubscribed_at'),
  },
  (table) => [
    // The address of an access may have changed since it was stored here.
    uniqueIndex('report_recipients_address')
      .on(table.company_id, sql`lower(email)`)
      .where(sql`access_id IS NULL`),
    uniqueIndex('report_recipients_access').on(table.access_id),
  ],
);

/** One report of a company and period. A planned one has only a comment so far. */
export const reports = pgTable(
  'reports',
  {
    id: uuid('id').primaryKey(),
    company_id: companyColumn(),
    kind: text('kind', { enum: ['weekly', 'monthly'] }).notNull(),
    /** In the company's time zone. */
    first_day: date('first_day').notNull(),
    last_day: date('last_day').notNull(),
    /** `planned` until the period is over and counted; `held` until a member releases it; `released`; `skipped` by a member. */
    state: text('state', { enum: ['planned', 'held', 'released', 'skipped'] }).notNull(),
    comment: text('comment').notNull().default(''),
    /** Grows with each change of the comment, so that two members do not overwrite each other. */
    comment_version: integer('comment_version').notNull().default(0),
    created_at: instant('created_at').notNull(),
    released_at: instant('released_at'),
    /** Who released it; empty for one that was not held. */
    released_by: text('released_by').notNull().default(''),
    /** When every recipient of a released report had a delivery; null until then. */
    made_at: instant('made_at'),
  },
  (table) => [
    unique('reports_period').on(table.company_id, table.kind, table.first_day),
    index('reports_state').on(table.state, table.first_day),
    index('reports_unmade').on(table.first_day, table.id).where(sql`state = 'released' AND made_at IS NULL`),
  ],
);

const reportColumn = () =>
  uuid('report_id')
    .notNull()
    .references(() => reports.id, { onDelete: 'cascade' });

/** The content of a report for recipients with the same rights and filters, as it was sent. */
export const reportContents = pgTable(
  'report_contents',
  {
    id: uuid('id').primaryKey(),
    report_id: reportColumn(),
    /** The rights and filters in one text. */
    scope: text('scope').notNull(),
    content: jsonb('content').$type<ReportContent>().notNull(),
    created_at: instant('created_at').notNull(),
  },
  (table) => [unique('report_contents_scope').on(table.report_id, table.scope)],
);

/** One mail of a report. The first to each recipient has the number 0; each one sent again has the next number. */
export const reportDeliveries = pgTable(
  'report_deliveries',
  {
    id: uuid('id').primaryKey(),
    report_id: reportColumn(),
    /** Null if the content could not be gathered. */
    content_id: uuid('content_id').references(() => reportContents.id, { onDelete: 'cascade' }),
    /** Null once the recipient was deleted. */
    recipient_id: uuid('recipient_id').references(() => reportRecipients.id, { onDelete: 'set null' }),
    number: integer('number').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    locale: text('locale').notNull(),
    /** The mail in `mails`, whose row is deleted after 90 days. */
    mail_id: uuid('mail_id').notNull(),
    /** As in `mails`, copied when it no longer changes. */
    state: text('state', { enum: ['waiting', 'sent', 'failed'] }).notNull(),
    /** Why it failed; empty otherwise. */
    error: text('error').notNull().default(''),
    created_at: instant('created_at').notNull(),
    sent_at: instant('sent_at'),
    /** When its link was opened first. */
    opened_at: instant('opened_at'),
  },
  (table) => [
    unique('report_deliveries_once').on(table.report_id, table.recipient_id, table.number),
    index('report_deliveries_mail').on(table.mail_id),
    index('report_deliveries_unsent').on(table.mail_id).where(sql`state <> 'sent'`),
    // For deleting a recipient or a content, and for withdrawing what waits for a recipient.
    index('report_deliveries_recipient').on(table.recipient_id),
    index('report_deliveries_content').on(table.content_id),
  ],
);
