import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { aCompany } from '../../../testing/builders.ts';
import { openSalts } from '../../../testing/database/open-salts.ts';
import { openTestDb } from '../../../testing/test-app.ts';
import { aTrackingProcess } from '../../../testing/tracking-process.ts';
import { aView, countVisitors, noon } from '../../../testing/visitor-events.ts';
import { ensurePartitions } from '../partitions/partitions.ts';
import { deleteSaltsDue, vacuumSalts } from './visitor-salts.queries.ts';

const hour = 3_600_000;

let t: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  t = await openTestDb();
  // Some tests are about certain days.
  await ensurePartitions(t.db, new Date('2026-11-05T00:00:00Z'));
});
afterAll(() => t.close());

test('after 48 hours no stored value can be computed again', async () => {
  const { company } = await aCompany(t.db);
  const start = new Date('2026-11-05T00:00:00Z');
  let now = start;
  const process = aTrackingProcess(t.db, start);
  await process.track([aView(company.id, { visitorId: 'v', sessionId: 's' }, start)]);
  const stored = await t.db.query<{ visitor_id: string }>(
    'SELECT visitor_id::text FROM events WHERE company_id = $1',
    [company.id],
  );
  const readSalts = () =>
    t.db.query<{ salt: Buffer }>('SELECT salt FROM visitor_salts WHERE company_id = $1', [company.id]);
  const { rows: salts } = await readSalts();
  const toId = (salt: Buffer | undefined) =>
    createHmac('sha256', salt ?? '')
      .update('v:v')
      .digest()
      .readBigInt64BE(0)
      .toString();
  // Until then, anyone with the salt can compute the id of a known visitor.
  expect(stored.rows).toEqual([{ visitor_id: toId(salts[0]?.salt) }]);

  let destroyed = 0;
  const memory = openSalts(t.db, {
    now: () => now,
    onDestroyed: () => {
      destroyed += 1;
    },
  });
  const found = await memory.find(company.id, 'UTC', start.getTime());
  expect(found?.salt).toEqual(salts[0]?.salt);
  now = new Date(start.getTime() + 48 * hour - 1);
  expect(await memory.find(company.id, 'UTC', start.getTime())).toBe(found);
  await deleteSaltsDue(t.db, now);
  expect((await readSalts()).rows).toHaveLength(1);

  now = new Date(start.getTime() + 48 * hour);
  // The process that has it in memory forgets it, before any job has run.
  expect(memory.findCached(company.id, '2026-11-05', now.getTime())).toBeUndefined();
  expect(destroyed).toBe(1);
  expect(await memory.find(company.id, 'UTC', start.getTime())).toBeUndefined();
  expect(await deleteSaltsDue(t.db, now)).toBeGreaterThan(0);
  await vacuumSalts(t.db);
  expect((await readSalts()).rows).toEqual([]);
  // Asking again, also in a new process, neither returns nor makes a salt for that day.
  const another = openSalts(t.db, { now: () => now });
  expect(await another.find(company.id, 'UTC', start.getTime())).toBeUndefined();
  expect((await readSalts()).rows).toEqual([]);
});

test('a destroyed salt is not in the file of its table either', async () => {
  const { company } = await aCompany(t.db);
  const times = ['2026-11-05T00:00:00Z', '2026-11-06T00:00:00Z', '2026-11-07T00:00:00Z'].map(
    (at) => new Date(at),
  );
  const salts: Buffer[] = [];
  for (const time of times) {
    const memory = openSalts(t.db, { now: () => time });
    const found = await memory.find(company.id, 'UTC', time.getTime());
    salts.push(found?.salt ?? Buffer.alloc(0));
  }
  const listInFile = async () => {
    const isCluster = inject('clusterNodes').length > 0;
    await t.db.query(isCluster ? `SELECT run_command_on_all_nodes('CHECKPOINT')` : 'CHECKPOINT');
    const readFile = (name: string) =>
      `SELECT encode(pg_read_binary_file(pg_relation_filepath('${name}')), 'hex')`;
    const { rows } = await t.db.query<{ file: string }>(
      isCluster
        ? `SELECT result AS file FROM run_command_on_shards('visitor_salts', $$${readFile('%s')}$$)`
        : `${readFile('visitor_salts')} AS file`,
    );
    return salts.map((salt) => rows.some(({ file }) => file.includes(salt.toString('hex'))));
  };
  expect(await listInFile()).toEqual([true, true, true]);
  await deleteSaltsDue(t.db, new Date('2026-11-08T12:00:00Z'));
  // A connection that is being opened elsewhere keeps deleted rows for a moment.
  await vi.waitFor(async () => {
    await vacuumSalts(t.db);
    expect(await listInFile()).toEqual([false, false, true]);
  }, 20_000);
});

test('a change of the time zone that outlives the salt of the current date makes another', async () => {
  const { company } = await aCompany(t.db);
  const zone = (name: string) =>
    t.db.query('UPDATE companies SET time_zone = $2 WHERE id = $1', [company.id, name]);
  // 22 November begins here at 10:00 UTC of the day before, and its salt is due two days later.
  await zone('Pacific/Kiritimati');
  const start = new Date('2026-11-21T10:30:00Z');
  await aTrackingProcess(t.db, start).track([aView(company.id, { visitorId: 'v', sessionId: 's' }, start)]);
  // There it is still 22 November, for half an hour.
  await zone('Pacific/Pago_Pago');
  const later = new Date('2026-11-23T10:30:00Z');
  const process = aTrackingProcess(t.db, later);
  await process.track([aView(company.id, { visitorId: 'v', sessionId: 's' }, later)]);
  await process.track([aView(company.id, { visitorId: 'v', sessionId: 's' }, later)]);
  expect(await countVisitors(t.db, company.id)).toBe(2);
  const { rows } = await t.db.query('SELECT destroy_at FROM visitor_salts WHERE company_id = $1', [
    company.id,
  ]);
  expect(rows).toEqual([{ destroy_at: new Date('2026-11-24T11:00:00Z') }]);
});

test('an event of a day whose salt is destroyed counts at the start of the current day', async () => {
  const { company } = await aCompany(t.db);
  await t.db.query(`UPDATE companies SET time_zone = 'Europe/Berlin' WHERE id = $1`, [company.id]);
  // The day of 25 hours began 48 hours ago; the event is less than 24 hours old.
  const now = new Date('2026-10-26T22:30:00Z');
  const sent = new Date('2026-10-25T22:45:00Z');
  const process = aTrackingProcess(t.db, now);
  await process.track([aView(company.id, { visitorId: 'v', sessionId: 's' }, sent)]);
  const { rows } = await t.db.query('SELECT occurred_at FROM events WHERE company_id = $1', [company.id]);
  expect(rows).toEqual([{ occurred_at: new Date('2026-10-25T23:00:00Z') }]);
  expect(await countVisitors(t.db, company.id)).toBe(1);
});

test('two processes that start a day at once use the same salt', async () => {
  const { company } = await aCompany(t.db);
  const start = noon;
  await Promise.all(
    [aTrackingProcess(t.db, start), aTrackingProcess(t.db, start)].map((process) =>
      process.track([aView(company.id, { visitorId: 'v', sessionId: 's' })]),
    ),
  );
  expect(await countVisitors(t.db, company.id)).toBe(1);
});
