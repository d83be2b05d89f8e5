import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AlertFacts, AlertSettings } from '../../../contract/alerts/alerts.ts';
import { bytea, instant } from './columns.ts';
import { companies } from './companies.ts';

// None of these tables is distributed: there are few rows for each company.

const companyColumn = () => uuid('company_id').references(() => companies.id, { onDelete: 'cascade' });

/** Which alerts a company has. A company without a row has the usual ones. */
export const alertSettings = pgTable('alert_settings', {
  company_id: companyColumn().notNull().unique('alert_settings_company'),
  settings: jsonb('settings').$type<AlertSettings>().notNull(),
});

/** The usual numbers of a company, computed once a day from its statistics. */
export const alertProfiles = pgTable('alert_profiles', {
  company_id: companyColumn().notNull().unique('alert_profiles_company'),
  computed_at: instant('computed_at').notNull(),
  /** See `server/features/alerts/detection/profile.ts`. */
  profile: jsonb('profile').notNull(),
  /** Up to which local day, and which instant, the days and hours have been examined. */
  examined_day: date('examined_day'),
  examined_until: instant('examined_until'),
});

/** Alerts: a row for each time that something unusual began. */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid('id').primaryKey(),
    /** Null for alerts about the server. */
    company_id: companyColumn(),
    kind: text('kind').notNull(),
    /** Distinguishes alerts of one kind, such as the id of a goal; empty if there is one alone. */
    subject: text('subject').notNull(),
    /** The local day that it is about; null if it is about no day. */
    day: date('day'),
    facts: jsonb('facts').$type<AlertFacts>().notNull(),
    began_at: instant('began_at').notNull(),
    found_at: instant('found_at').notNull(),
    /** When it was over; null while it lasts. An alert about a day is over at once. */
    ended_at: instant('ended_at'),
  },
  (table) => [
    index('alerts_newest').on(table.found_at, table.id),
    index('alerts_company').on(table.company_id, table.found_at, table.id),
    // Only one alert of a kind and subject lasts, and each day is reported once.
    uniqueIndex('alerts_lasting')
      .on(sql`coalesce(company_id, '00000000-0000-0000-0000-000000000000')`, table.kind, table.subject)
      .where(sql`ended_at IS NULL`),
    uniqueIndex('alerts_day')
      .on(table.company_id, table.kind, table.subject, table.day)
      .where(sql`day IS NOT NULL`),
  ],
);

/** Who gets the alerts of a company, or of all companies. */
export const alertRecipients = pgTable(
  'alert_recipients',
  {
    id: uuid('id').primaryKey(),
    /** Null: of all companies, and of the server. */
    company_id: companyColumn(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** The language tag by which numbers and dates are written, such as `de-DE`. */
    locale: text('locale').notNull(),
    /** Kinds that are sent. */
    kinds: text('kinds').array().notNull(),
    /** Whether alerts about money are sent. */
    sees_money: boolean('sees_money').notNull(),
    /** The hours without mails, in `time_zone`, such as 22 to 7; null without. */
    quiet_from: integer('quiet_from'),
    quiet_to: integer('quiet_to'),
    time_zone: text('time_zone').notNull(),
    /** No alerts until then; null if they are not muted. */
    muted_until: instant('muted_until'),
    created_at: instant('created_at').notNull(),
    created_by: text('created_by').notNull(),
    unsubscribed_at: instant('unsubscribed_at'),
  },
  () => [
    uniqueIndex('alert_recipients_address').on(
      sql`coalesce(company_id, '00000000-0000-0000-0000-000000000000')`,
      sql`lower(email)`,
    ),
  ],
);

const alertColumn = () =>
  uuid('alert_id')
    .notNull()
    .references(() => alerts.id, { onDelete: 'cascade' });

/** A notice of an alert to a recipient: that it began, or that it is over. */
export const alertNotices = pgTable(
  'alert_notices',
  {
    id: uuid('id').primaryKey(),
    alert_id: alertColumn(),
    recipient_id: uuid('recipient_id')
      .notNull()
      .references(() => alertRecipients.id, { onDelete: 'cascade' }),
    event: text('event', { enum: ['began', 'ended'] }).notNull(),
    /** When it may be sent, after the quiet hours. Of one that was sent: when it was. */
    due_at: instant('due_at').notNull(),
    /** Null while it waits. */
    mail_id: uuid('mail_id'),
    /** Why it was not sent, such as `limit`, `muted` or `over`; null if it was or will be. */
    withheld: text('withheld'),
    created_at: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('alert_notices_once').on(table.alert_id, table.recipient_id, table.event),
    index('alert_notices_recipient').on(table.recipient_id, table.created_at),
    index('alert_notices_due').on(table.due_at).where(sql`mail_id IS NULL AND withheld IS NULL`),
  ],
);

/** Addresses that signed messages are sent to. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey(),
    /** Null: of all companies, and of the server. */
    company_id: companyColumn(),
    url: text('url').notNull(),
    description: text('description').notNull(),
    /** Kinds of alerts that are sent. */
    kinds: text('kinds').array().notNull(),
    /** Encrypted with AES-256-GCM. */
    sealed_secret: bytea('sealed_secret').notNull(),
    /** The secret before it was replaced, which also signs until `previous_ends_at`. */
    sealed_previous: bytea('sealed_previous'),
    previous_ends_at: instant('previous_ends_at'),
    is_on: boolean('is_on').notNull(),
    /** Since when every delivery has failed; null after a success. */
    failing_since: instant('failing_since'),
    created_at: instant('created_at').notNull(),
    created_by: text('created_by').notNull(),
  },
  (table) => [index('webhooks_company').on(table.company_id)],
);

/** Messages to webhooks. Deleted after 30 days. */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    /** The `webhook-id` of each attempt, by which a receiver recognizes a repeated message. */
    id: uuid('id').primaryKey(),
    webhook_id: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Such as `alert.began`. */
    type: text('type').notNull(),
    /** The exact body of each attempt. */
    body: text('body').notNull(),
    state: text('state', { enum: ['waiting', 'delivered', 'failed'] }).notNull(),
    attempts: integer('attempts').notNull(),
    /** When it is tried next; null unless it waits. */
    next_at: instant('next_at'),
    created_at: instant('created_at').notNull(),
  },
  (table) => [
    index('webhook_messages_newest').on(table.webhook_id, table.created_at),
    index('webhook_messages_due').on(table.next_at).where(sql`state = 'waiting'`),
  ],
);

/** Every attempt to deliver a message. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: uuid('id').primaryKey(),
    message_id: uuid('message_id')
      .notNull()
      .references(() => webhookMessages.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    /** The status of the answer; null without one. */
    status: integer('status'),
    /** Why it failed; empty for a success. */
    error: text('error').notNull(),
    duration_ms: integer('duration_ms').notNull(),
  },
  (table) => [index('webhook_attempts_message').on(table.message_id, table.at)],
);
