import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDb } from '../../testing/test-app.ts';
import { DailyBytes } from './daily-bytes.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  t = await openTestDb();
});
afterAll(() => t.close());

const open = () =>
  new DailyBytes({ db: t.db, name: 'test', unitsMax: 3, reason: 'Three million bytes a day.' });

test('two processes together store no more than the bytes of a day', async () => {
  const key = randomUUID();
  const processes = [open(), open()];
  let accepted = 0;
  for (let round = 0; round < 40; round += 1) {
    for (const each of processes) {
      const isAccepted = await each.consume(key, 100_000).then(
        () => true,
        () => false,
      );
      if (isAccepted) accepted += 1;
    }
  }
  expect(accepted).toBe(30);
  await open().consume(randomUUID(), 100_000);
});

test('simultaneous requests of a process use up the same bytes', async () => {
  const [key, bytes] = [randomUUID(), open()];
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => bytes.consume(key, 100_000)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
});

test('the error contains when there is room again: a day after the first bytes', async () => {
  const [key, bytes] = [randomUUID(), open()];
  await bytes.consume(key, 3_000_000);
  await expect(bytes.consume(key, 1)).rejects.toMatchObject({
    status: 429,
    message: expect.stringMatching(/^Three million bytes a day\. Please try again in 1440 minutes\.$/),
    headers: { 'retry-after': expect.stringMatching(/^86[34]\d\d$/) },
  });
  await t.db.query(
    `UPDATE attempts SET times = ARRAY(SELECT made - interval '1 day' FROM unnest(times) AS made) WHERE key = $1`,
    [`test:${key}`],
  );
  await bytes.consume(key, 1);
});
