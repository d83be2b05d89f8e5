import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { companies } from './companies.ts';

/** The last check of each company's site. */
export const siteChecks = pgTable('site_checks', {
  id: uuid('id').primaryKey(),
  company_id: uuid('company_id')
    .notNull()
    .unique('site_checks_company')
    .references(() => companies.id, { onDelete: 'cascade' }),
  checked_at: instant('checked_at').notNull(),
  /** `asked` by an administrator or `daily` by the job for silent companies. */
  cause: text('cause', { enum: ['asked', 'daily'] }).notNull(),
  /** The findings; see `contract/company/site-check.ts`. */
  result: jsonb('result').notNull(),
});

/** The backups that the schedule made, and their results. */
export const backupRuns = pgTable(
  'backup_runs',
  {
    id: uuid('id').primaryKey(),
    started_at: instant('started_at').notNull(),
    /** Null while it runs, and for a run whose process ended. */
    finished_at: instant('finished_at'),
    /** The name of the file in the backup folder; null if none was written. */
    file: text('file'),
    bytes: bigint('bytes', { mode: 'number' }),
    /** When the file was read back completely and compared; null if it was not. */
    verified_at: instant('verified_at'),
    /** Why it failed, in one line; null for a success. */
    error: text('error'),
  },
  (table) => [index('backup_runs_newest').on(table.started_at)],
);
