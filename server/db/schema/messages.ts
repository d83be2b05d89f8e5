import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The columns that contact messages and demo requests share. */
const sentByVisitor = () => ({
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  company: text('company').notNull(),
  created_at: instant('created_at').notNull(),
  /** unread, open, handled, spam */
  state: text('state').notNull(),
  /** Why it was classified as spam. Null if it was not. */
  spam_reason: text('spam_reason'),
  note: text('note').notNull().default(''),
  handled_at: instant('handled_at'),
  handled_by: text('handled_by'),
});

export const contactMessages = pgTable(
  'contact_messages',
  {
    ...sentByVisitor(),
    /** home or contact */
    source: text('source').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
  },
  (table) => [index('contact_messages_newest').on(table.created_at, table.id)],
);

export const demoRequests = pgTable(
  'demo_requests',
  {
    ...sentByVisitor(),
    phone: text('phone').notNull(),
    interest: text('interest').notNull(),
  },
  (table) => [index('demo_requests_newest').on(table.created_at, table.id)],
);
