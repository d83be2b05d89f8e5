import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { migrateDatabase } from '../../db/migrate.ts';
import { listSchemaVersions, withMigrationsUpTo } from '../../db/transfer/schema-version.ts';
import { buildTestApp } from '../test-app.ts';
import { queryValues } from './embedded-harness.ts';

/** The number of migrations before mails had a class. */
const migrationsBefore = 9;

/** Subjects of waiting mails of the old release, and the class that the migration sets. */
const waiting: [subject: string, mailClass: string][] = [
  ['Your receipt: AI Chatbots', 'receipt'],
  ['Your analytics portal: Harbour & Pine', 'receipt'],
  ['New order: AI Chatbots, $1,000.00', 'order-notice'],
  ['Your password for Northlight was changed', 'security'],
  ['Two-factor sign-in is off at Northlight', 'security'],
  ['A new browser signed in to your account at Northlight', 'security'],
  ['A new password for Northlight', 'account'],
  ['You already have an account at Northlight', 'account'],
  ['Confirm your address for Northlight', 'sign-up'],
  ['New message from the home page (ABC123)', 'notice'],
  ['New demo request (ABC123)', 'notice'],
  ['Test order: AI Chatbots, $1,000.00', 'notice'],
  ['We have your message, Northlight', 'acknowledgement'],
  ['Your demo with Northlight', 'acknowledgement'],
  ['A subject of an even older release', 'acknowledgement'],
];

/** Inserts waiting mails as the release before mail classes stored them, each to a different mailbox. */
export async function fillOldMails(url: string, migrations: string): Promise<void> {
  const version = listSchemaVersions(migrations)[migrationsBefore - 1] ?? 0;
  await withMigrationsUpTo(migrations, version, (migrationsFolder) =>
    migrateDatabase({ url, migrationsFolder, log: () => {}, afterwards: async () => {} }),
  );
  for (const [index, [subject]] of waiting.entries()) {
    const content = JSON.stringify({ text: 'Hello', html: '<p>Hello</p>', isPrompt: index % 2 === 0 });
    await queryValues(
      url,
      `INSERT INTO mails (id, recipient, subject, state, content, created_at)
       VALUES ('${randomUUID()}', 'user-${index}@old.test', '${subject}', 'waiting', '${content}', now())`,
    );
  }
}

/** Checks that each mail got its class and that a server sends all of them. */
export async function expectMailsMigrated(url: string): Promise<void> {
  const classes = await queryValues(
    url,
    `SELECT class FROM mails ORDER BY substring(recipient FROM '\\d+')::int`,
  );
  expect(classes).toEqual(waiting.map(([, mailClass]) => mailClass));
  const t = await buildTestApp({ databaseUrl: url });
  try {
    const countSent = () => queryValues(url, `SELECT count(*)::int FROM mails WHERE state = 'sent'`);
    await expect.poll(countSent).toEqual([waiting.length]);
  } finally {
    await t.close();
  }
}
