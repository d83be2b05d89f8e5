import pg from 'pg';
import PgBoss from 'pg-boss';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { prepareDatabase } from '../../../commands/prepare-database.ts';
import {
  createCompanyFixture,
  expectCompanyIntact,
  listFilledTables,
} from '../../../testing/company-fixture.ts';
import { createDatabase, type TestDatabase } from '../../../testing/database/databases.ts';
import { queryValues } from '../../../testing/database/embedded-harness.ts';
import { createTestDatabase } from '../../../testing/database/test-database.ts';
import { buildTestApp } from '../../../testing/test-app.ts';
import { moveDatabase } from './move.ts';

let source: TestDatabase;
let target: TestDatabase;
beforeEach(async () => {
  source = await createTestDatabase();
  target = await createDatabase(inject('databaseAdminUrl'));
});
afterEach(async () => {
  await source.drop();
  await target.drop();
});

interface Given {
  to?: string;
  /** Runs on the target once its tables exist. */
  tamper?: string[];
  say?: (line: string) => void;
}

function move({ to = target.url, tamper = [], say = () => {} }: Given = {}) {
  return moveDatabase({
    sourceUrl: source.url,
    targetUrl: to,
    prepareTarget: async () => {
      await prepareDatabase(to, () => {});
      for (const statement of tamper) await queryValues(to, statement);
    },
    print: say,
  });
}

test('everything is moved: every row, revisions, partitions, and the access key opens its portal', async () => {
  const used = await createCompanyFixture(source.url);
  const lines: string[] = [];
  const { rows } = await move({ say: (line) => lines.push(line) });
  expect(rows).toBeGreaterThan(120);
  expect(lines).toContain('events: 80 rows');
  expect(lines).toContain('companies: 1 row');
  await expectCompanyIntact(target.url, used);
});

test('a target with rows is rejected and unchanged', async () => {
  await prepareDatabase(target.url, () => {});
  await queryValues(
    target.url,
    `INSERT INTO companies (id, name, domain) VALUES (gen_random_uuid(), 'A', 'a.test')`,
  );
  await expect(move()).rejects.toThrow('its table companies contains rows');
  expect(await listFilledTables(target.url)).toEqual(['companies']);
});

test('nothing is moved while a server runs on the source', async () => {
  const t = await buildTestApp({ databaseUrl: source.url });
  await expect(move()).rejects.toThrow('A server is running on the source');
  expect(await listFilledTables(target.url)).toEqual([]);
  await t.close();
  await move();
});

test('writes of other programs during a move wait until it is over', async () => {
  await createCompanyFixture(source.url);
  const order: string[] = [];
  let write: Promise<unknown> = Promise.resolve();
  await move({
    say: (line) => {
      if (line.startsWith('companies:'))
        write = queryValues(source.url, 'DELETE FROM daily_visitors').then(() => order.push('written'));
      if (line.startsWith('open jobs')) order.push('moved');
    },
  });
  await write;
  expect(order).toEqual(['moved', 'written']);
});

test('a table that cannot be loaded leaves the target empty, and the next attempt succeeds', async () => {
  const used = await createCompanyFixture(source.url);
  const tamper = ['ALTER TABLE daily_visitors ADD CONSTRAINT never CHECK (false)'];
  await expect(move({ tamper })).rejects.toThrow('never');
  expect(await listFilledTables(target.url)).toEqual([]);
  await move({ tamper: ['ALTER TABLE daily_visitors DROP CONSTRAINT never'] });
  await expectCompanyIntact(target.url, used);
});

test('rows that differ after the move are detected, and the target is left empty', async () => {
  await createCompanyFixture(source.url);
  const tamper = [
    `CREATE FUNCTION blur() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN NEW.network_id := 1; RETURN NEW; END $$`,
    'CREATE TRIGGER blur BEFORE INSERT ON daily_visitors FOR EACH ROW EXECUTE FUNCTION blur()',
  ];
  await expect(move({ tamper })).rejects.toThrow('The copy of daily_visitors differs from the original');
  expect(await listFilledTables(target.url)).toEqual([]);
});

test.each(['source', 'target'] as const)(
  'a %s that goes down during the move leaves the target empty',
  async (which) => {
    await createCompanyFixture(source.url);
    const url = which === 'source' ? source.url : target.url;
    // Loading daily_visitors waits for this lock until the connection is cut. Otherwise the move could finish first.
    const gate = new pg.Client({ connectionString: target.url });
    await gate.connect();
    await gate.query('SELECT pg_advisory_lock(1)');
    const tamper = [
      `CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         PERFORM set_config('lock_timeout', '0', true); PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$`,
      'CREATE TRIGGER wait BEFORE INSERT ON daily_visitors FOR EACH STATEMENT EXECUTE FUNCTION wait_at_gate()',
    ];
    let cut: Promise<unknown> = Promise.resolve();
    const say = (line: string) => {
      if (!line.startsWith('companies:')) return;
      cut = queryValues(
        url,
        `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'northlight transfer'`,
      ).finally(() => gate.end());
    };
    await expect(move({ tamper, say })).rejects.toThrow();
    expect(await cut).toContain(true);
    expect(await listFilledTables(target.url)).toEqual([]);
  },
);

test('a move reports success if the vacuum after it fails', async () => {
  const used = await createCompanyFixture(source.url);
  const tamper = [
    `CREATE FUNCTION fail_in_vacuum(name text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN
       IF current_query() LIKE 'VACUUM%' THEN RAISE EXCEPTION 'no vacuum today'; END IF; RETURN name; END $$`,
    'CREATE INDEX ON companies (fail_in_vacuum(name))',
  ];
  const lines: string[] = [];
  expect((await move({ tamper, say: (line) => lines.push(line) })).tables).toBeGreaterThan(5);
  expect(lines.at(-1)).toContain('VACUUM (ANALYZE) failed: no vacuum today');
  await queryValues(target.url, 'DROP INDEX companies_fail_in_vacuum_idx');
  await expectCompanyIntact(target.url, used);
});

test('a database is not moved onto itself under another name', async () => {
  const to = `${source.url}${source.url.includes('?') ? '&' : '?'}application_name=another`;
  await expect(move({ to })).rejects.toThrow('the same database as the source');
});

test('waiting mails are moved, and scheduled jobs do not interfere', async () => {
  const before = await startBoss(source.url);
  await before.createQueue('given-up', { name: 'given-up' });
  await before.createQueue('mail', { name: 'mail', retryLimit: 12, deadLetter: 'given-up' });
  await before.createQueue('done', { name: 'done' });
  await before.createQueue('nightly', { name: 'nightly', policy: 'short' });
  await before.send('nightly', {});
  const id = await before.send('mail', { id: 'm1' });
  await before.send('done', {});
  const [done] = await before.fetch('done');
  await before.complete('done', done?.id ?? '');
  await before.stop({ wait: true });
  // A server ran on the target and scheduled the same jobs.
  await prepareDatabase(target.url, () => {});
  await queryValues(target.url, `SELECT pgboss.create_queue('nightly', '{"policy":"short"}')`);
  await queryValues(target.url, `INSERT INTO pgboss.job (name, policy) VALUES ('nightly', 'short')`);

  expect((await move()).jobs).toBe(2);
  const after = await startBoss(target.url);
  expect(await after.fetch('mail')).toMatchObject([{ id, data: { id: 'm1' } }]);
  expect(await after.getQueue('mail')).toMatchObject({ retryLimit: 12, deadLetter: 'given-up' });
  expect(await after.getQueueSize('nightly')).toBe(1);
  await after.stop({ wait: true });
});

async function startBoss(url: string): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: url });
  boss.on('error', () => {});
  await boss.start();
  return boss;
}
