import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMailHarness } from '../../testing/mail/mail-harness.ts';
import { parseMetrics, sumSamples } from '../../testing/parse-metrics.ts';
import { buildTestApp, openTestDb, type TestApp } from '../../testing/test-app.ts';
import { toMetricsText } from '../metrics/metrics-text.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

const aMail = (subject: string, to = 'ann@example.com') => ({
  class: 'account' as const,
  to,
  subject,
  text: 'Hello',
  html: '<p>Hello</p>',
});

async function written(): Promise<string[]> {
  const folder = join(t.config.dataDir, 'mail');
  const files = await readdir(folder).catch(() => []);
  return Promise.all(
    files.filter((file) => file.endsWith('.eml')).map((file) => readFile(join(folder, file), 'utf8')),
  );
}

test('a mail is sent once its transaction has committed, and its content is deleted', async () => {
  await t.db.transaction((tx) => t.server.mails.mailer.queue(tx, aMail('First')));
  await expect.poll(written).toHaveLength(1);
  expect((await written())[0]).toMatch(/^To: ann@example.com$/m);
  // The mail is sent before its row is updated.
  const readRows = async () => (await t.db.query('SELECT subject, state, content FROM mails')).rows;
  await expect.poll(readRows).toEqual([{ subject: 'First', state: 'sent', content: null }]);
});

test('a mail whose transaction is rolled back is never sent', async () => {
  await expect(
    t.db.transaction(async (tx) => {
      await t.server.mails.mailer.queue(tx, aMail('Never'));
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await t.db.transaction((tx) => t.server.mails.mailer.queue(tx, aMail('Second', 'bob@example.com')));
  await expect.poll(written).toHaveLength(2);
  expect((await written()).join()).not.toContain('Never');
});

test('a mail that is deleted while it is sent is sent and counted once, after its row is gone', async () => {
  const database = await openTestDb();
  const sent: string[] = [];
  let acknowledge = () => {};
  const acknowledged = new Promise<void>((resolve) => {
    acknowledge = resolve;
  });
  const harness = await openMailHarness(database, 'smtp://unused.test', {
    deliver: async ({ subject }) => {
      sent.push(String(subject));
      if (subject === 'First') await acknowledged;
    },
  });
  const count = () => {
    const text = toMetricsText([{ labels: {}, families: harness.metrics.read() }]);
    return sumSamples(parseMetrics(text), 'northlight_mails_sent_total', {});
  };
  const id = randomUUID();
  await harness.send({ ...aMail('First'), id });
  await expect.poll(() => sent).toEqual(['First']);
  await database.db.transaction((tx) => harness.mailer.erase(tx, [id]));
  expect(count()).toBe(0);
  acknowledge();
  await expect.poll(count).toBe(1);
  await harness.jobs.send(database.db, 'mail', id);
  await harness.send(aMail('Second'));
  await expect.poll(count).toBe(2);
  expect(sent).toEqual(['First', 'Second']);
  await harness.close();
  await database.close();
});
