import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Queued and sent mails. The content is deleted once a mail is sent; the row is deleted later. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey(),
    /** The class whose budget the mail uses (server/platform/mail/mail-budgets.ts). */
    class: text('class').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** waiting, sent, failed */
    state: text('state').notNull(),
    /** Text, HTML, attachments and the reply address. Null once sent. */
    content: jsonb('content'),
    attempts: integer('attempts').notNull().default(0),
    last_error: text('last_error'),
    created_at: instant('created_at').notNull(),
    /** When it was sent. For a waiting mail, when sending was last attempted. */
    sent_at: instant('sent_at'),
  },
  (table) => [
    index('mails_newest').on(table.created_at),
    index('mails_recipient').on(table.recipient, table.created_at),
    index('mails_state').on(table.state, table.created_at),
    index('mails_budget').on(table.class, table.sent_at),
  ],
);
