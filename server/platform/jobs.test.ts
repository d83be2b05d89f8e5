import PgBoss from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDb } from '../testing/test-app.ts';
import { type Jobs, startJobs } from './jobs.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
let instances: Jobs[];
let boss: PgBoss;
const errors: unknown[] = [];
beforeAll(async () => {
  t = await openTestDb();
  const start = () => startJobs({ url: t.url, onError: (error) => errors.push(error) });
  instances = await Promise.all([start(), start(), start()]);
  boss = new PgBoss({ connectionString: t.url, supervise: false, schedule: false, migrate: false });
  boss.on('error', () => {});
  await boss.start();
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await Promise.all(instances.map((jobs) => jobs.stop()));
  await t.close();
});

test('three simultaneous instances share one queue, and each due job runs on one of them', async () => {
  const runs: number[] = [];
  let finish: () => void = () => {};
  const ran = new Promise<void>((resolve) => {
    finish = resolve;
  });
  // One after the other, like servers that start under the migration lock: creating queues concurrently deadlocks.
  for (const [index, jobs] of instances.entries()) {
    await jobs.schedule('tidy', '0 0 1 1 *', async () => {
      runs.push(index);
      finish();
    });
  }
  // The schedule of each instance adds the same job, at most once a minute.
  const due = { singletonKey: 'tidy', singletonSeconds: 60, singletonNextSlot: false };
  const ids = await Promise.all([1, 2, 3].map(() => boss.send('tidy', {}, due)));
  expect(ids.filter((id) => id !== null)).toHaveLength(1);
  await ran;
  await expect.poll(async () => (await boss.getQueueSize('tidy', { before: 'completed' })) ?? 0).toBe(0);
  expect(runs).toHaveLength(1);
  const { rows } = await t.db.query(`SELECT name, cron FROM pgboss.schedule WHERE name = 'tidy'`);
  expect(rows).toEqual([{ name: 'tidy', cron: '0 0 1 1 *' }]);
  expect(errors).toEqual([]);
});

test('a job that is already waiting is not queued again', async () => {
  await boss.createQueue('slow', { name: 'slow', policy: 'short' });
  const ids = [await boss.send('slow', {}), await boss.send('slow', {}), await boss.send('slow', {})];
  expect(ids.filter((id) => id !== null)).toHaveLength(1);
});
