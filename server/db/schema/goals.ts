import { index, integer, jsonb, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Goals of companies, defined by their administrators: a visit that reaches one is a conversion. */
export const goals = pgTable(
  'goals',
  {
    company_id: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    kind: text('kind', { enum: ['page', 'event'] }).notNull(),
    /** The name of an event, or a path in which `*` matches any characters. */
    target: text('target').notNull(),
    /** The value of one conversion, in units of the company's currency. */
    value: numeric('value', { precision: 14, scale: 2 }),
    /** The conversions that a month should have; null without a target. */
    monthly_target: integer('monthly_target'),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.id] })],
);

/** Two to six steps that visitors take one after the other. */
export const funnels = pgTable(
  'funnels',
  {
    company_id: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** `[{ kind, target }]`, as in goals. */
    steps: jsonb('steps').notNull(),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.id] })],
);

/** Dated notes on the charts of a company. */
export const annotations = pgTable(
  'annotations',
  {
    company_id: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    text: text('text').notNull(),
    /** Who wrote it, as the audit log names actors. */
    author: text('author').notNull(),
    /** The portal session of a viewer who wrote it, who may change it; null for administrators. */
    viewer_id: text('viewer_id'),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.company_id, table.id] }),
    index('annotations_by_time').on(table.company_id, table.at),
  ],
);
