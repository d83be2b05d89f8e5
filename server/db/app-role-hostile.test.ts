import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { apiPaths } from '../../contract/paths.ts';
import { dropExpiredPartitions } from '../features/tracking/partitions/partitions.ts';
import { anAccount } from '../testing/accounts/accounts.ts';
import { aCompany, aPageview, aViewerCookie, track } from '../testing/builders.ts';
import { createDatabase, type TestDatabase } from '../testing/database/databases.ts';
import { expectAccepted } from '../testing/requests/expect-answers.ts';
import { countEvents } from '../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import type { Tx } from './client.ts';
import { withOwnerConnection } from './database-roles.ts';

const suffix = randomBytes(6).toString('hex');
const roles = { owner: `northlight_owner_${suffix}`, app: `northlight_app_${suffix}` };
let database: TestDatabase;
let t: TestApp;
let ownerUrl: string;
let appUrl: string;

/** The database’s URL with another role. */
function as(role: string): string {
  const { host, port } = new pg.Client({ connectionString: database.url });
  if (!host.startsWith('/')) return `postgres://${role}:secret@${host}:${port}/${database.name}`;
  return `postgres://${role}:secret@/${database.name}?host=${encodeURIComponent(host)}&port=${port}`;
}

/** The roles that deploy/database-roles.sh creates. */
beforeAll(async () => {
  database = await createDatabase(inject('databaseAdminUrl'));
  await withOwnerConnection(database.url, async (admin) => {
    for (const role of Object.values(roles)) await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    await admin.query(`ALTER DATABASE ${database.name} OWNER TO ${roles.owner}`);
    await admin.query(`REVOKE TEMPORARY ON DATABASE ${database.name} FROM PUBLIC`);
  });
  ownerUrl = as(roles.owner);
  appUrl = as(roles.app);
  t = await buildTestApp({ databaseUrl: appUrl, databaseOwnerUrl: ownerUrl });
});
afterAll(async () => {
  await t.close();
  await database.drop();
  await withOwnerConnection(inject('databaseAdminUrl'), async (admin) => {
    for (const role of Object.values(roles)) await admin.query(`DROP ROLE ${role}`);
  });
});

test('a server with row privileges only accepts events, opens portals and sends mails', async () => {
  const { company, accessKey } = await aCompany(t.db);
  expectAccepted(await track(t.app, aPageview(company.id)), 1);
  expect(await countEvents(t.db, company.id)).toBe(1);
  const cookie = await aViewerCookie(t.app, accessKey);
  expect((await t.app.inject({ url: apiPaths.active(company.id), headers: { cookie } })).statusCode).toBe(
    200,
  );
  // The confirmation is sent by a job.
  expect((await anAccount(t)).id).not.toBe('');
});

test('a second instance starts on the database of the first one', async () => {
  const second = await buildTestApp({ databaseUrl: appUrl, databaseOwnerUrl: ownerUrl });
  const { company } = await aCompany(second.db);
  expectAccepted(await track(second.app, aPageview(company.id)), 1);
  await second.close();
});

test.each([
  ['CREATE TABLE mine (id int)'],
  ['CREATE TABLE pgboss.mine (id int)'],
  ['CREATE TEMP TABLE mine (id int)'],
  ['CREATE SCHEMA mine'],
  ["CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'"],
  ['DROP TABLE events'],
  ['TRUNCATE events'],
  ['ALTER TABLE audit_log DISABLE TRIGGER ALL'],
  ['ALTER TABLE events ADD COLUMN mine int'],
  ['DELETE FROM drizzle.__drizzle_migrations'],
  ["COPY (SELECT 1) TO PROGRAM 'true'"],
  ["COPY (SELECT 1) TO '/tmp/northlight-mine'"],
  ["SELECT pg_read_file('/etc/passwd')"],
  [`SET ROLE ${roles.owner}`],
  ['CREATE ROLE mine SUPERUSER'],
  [`ALTER ROLE ${roles.owner} PASSWORD 'mine'`],
  ['CREATE EXTENSION dblink'],
  ['CREATE INDEX ON events (path)'],
  ["COMMENT ON TABLE events IS 'mine'"],
  ["SELECT pg_ls_dir('.')"],
  ["SELECT lo_import('/etc/passwd')"],
  ['SELECT * FROM pg_authid'],
  ['SELECT pg_reload_conf()'],
  ['SET session_replication_role = replica'],
  ["SELECT pg_create_logical_replication_slot('mine', 'pgoutput')"],
])('the server’s role may not run: %s', async (statement) => {
  await expect(t.db.query(statement)).rejects.toThrow(/permission denied|must be owner|must be superuser/);
});

test('the owner creates and drops monthly partitions, and the server writes into new ones', async () => {
  await withOwnerConnection(ownerUrl, (owner) =>
    owner.query(
      `CREATE TABLE events_2001_05 PARTITION OF events FOR VALUES FROM ('2001-05-01Z') TO ('2001-06-01Z')`,
    ),
  );
  await t.db.query('DELETE FROM events_2001_05');
  const drop = (tx: Tx) => dropExpiredPartitions(tx, new Date(), 400, async () => true);
  await expect(drop(t.db)).rejects.toThrow('must be owner');
  expect(await withOwnerConnection(ownerUrl, drop)).toEqual({ dropped: ['events_2001_05'], kept: [] });
});
