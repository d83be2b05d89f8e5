import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolveFolders } from '../paths.ts';
import {
  listSources,
  splitStatements,
  toUnits,
  withoutComments,
} from '../testing/database/company-statements.ts';
import { besideEvents } from '../testing/database/distributed-tables.ts';
import { findUndistributable, listTables } from '../testing/database/undistributable-sql.ts';

// Where the statements on the tables that a cluster distributes are: the write path, the segments, and portals.
const folders =
  /^features\/(?:tracking|segments|stats|portal|companies|goals|notes|shop-orders|shop-connections|setup|overview|alerts|reports|operation)\/.*\.queries\.ts$/;

/** A cluster never runs these statements: `distributed/` is its form. */
const singleMachineOnly = 'features/tracking/store-batch.queries.ts';

const schema = join(resolveFolders().migrations, '..', 'schema');
const tables = readdirSync(schema).flatMap((file) =>
  [...readFileSync(join(schema, file), 'utf8').matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name = '']) => name),
);
const distributed = ['events', ...besideEvents];
const known = {
  distributed,
  coordinator: tables.filter((name) => name !== 'companies' && !distributed.includes(name)),
};

const sources = listSources(join(resolveFolders().migrations, '..', '..'));
const statements = sources
  .filter(({ file }) => folders.test(file) && file !== singleMachineOnly)
  .flatMap(({ file, text }) =>
    toUnits(file, text).flatMap((unit) =>
      splitStatements(withoutComments(unit.text))
        .statements.filter((sql) => listTables(sql).some((table) => distributed.includes(table)))
        .map((sql) => ({ name: `${file} ${unit.name}`, sql })),
    ),
  );

test('every statement on distributed tables runs on a cluster', () => {
  expect(statements.length).toBeGreaterThan(30);
  expect(known.coordinator.length).toBeGreaterThan(30);
  const refused = statements.flatMap(({ name, sql }) =>
    findUndistributable(sql, known).map((problem) => `${name}: ${problem}`),
  );
  expect(refused).toEqual([]);
});

test('no code of a failure decides what happens to rows of a cluster, which reports other codes', () => {
  // The class of a failure is decided by looking at what is stored.
  const decided = sources
    .filter(({ file }) => file.startsWith('features/'))
    .filter(({ text }) => /'(?:23505|23514|23503)'/.test(text))
    .map(({ file }) => file);
  expect(decided).toEqual([]);
});

const correlated = 'a subquery that refers to a row of a set-returning function';
const lateral = 'a lateral join or an anti-join of a set-returning function in a statement that writes';
const changingUpdate = 'a function in DO UPDATE or its WHERE whose result is not immutable';

const selectedUpsert = 'an INSERT … SELECT with a parameter in the WHERE of its DO UPDATE';
const unlimitedLock = 'row locks on a table that is not limited to a company by a value';
const stableInCase =
  'a function in CASE or COALESCE of a statement that changes rows whose result is not immutable';
const onlyInOn = 'an outer join in a statement that writes, with a table limited to a company only in its ON';

const ofCompanies = 'a subquery of a distributed table that refers to a row of companies';
const withCoordinator = 'a distributed table with a table of the coordinator';

// Statements that a cluster of version 13.2 refused, with error 0A000, 42P18 or 42P22, or ran on every machine.
test.each([
  [
    `SELECT e.*, (SELECT k.kind FROM events k WHERE k.company_id = e.company_id AND k.id = e.id LIMIT 1) AS stored
     FROM json_to_recordset($1) AS e(company_id uuid, id uuid)`,
    correlated,
  ],
  [
    `SELECT * FROM unnest($1::uuid[], $2::uuid[]) AS e(company_id, id)
     WHERE NOT EXISTS (SELECT FROM events k WHERE k.company_id = e.company_id AND k.id = e.id)`,
    correlated,
  ],
  [
    `WITH sent AS (SELECT * FROM json_to_recordset($1) AS e(company_id uuid, id uuid)
       LEFT JOIN events k USING (company_id, id) WHERE k.kind IS NULL) INSERT INTO events SELECT * FROM sent`,
    lateral,
  ],
  [
    `INSERT INTO active_sessions AS a (company_id, last_seen) VALUES ($1, $2) ON CONFLICT (company_id) DO UPDATE
     SET last_seen = excluded.last_seen WHERE a.last_seen < excluded.last_seen - interval '5 seconds'`,
    changingUpdate,
  ],
  [
    `INSERT INTO dataset_revisions AS t (company_id) VALUES ($1) ON CONFLICT (company_id) DO UPDATE SET last_event_at = now()`,
    changingUpdate,
  ],
  [
    `INSERT INTO visitor_salts AS s (company_id, day, salt, destroy_at)
     SELECT * FROM unnest($1::uuid[], $2::date[], $3::bytea[], $4::timestamptz[])
     ON CONFLICT (company_id, day) DO UPDATE SET salt = excluded.salt, destroy_at = excluded.destroy_at
     WHERE s.destroy_at <= $5`,
    selectedUpsert,
  ],
  [
    `WITH candidates AS MATERIALIZED (SELECT * FROM json_to_recordset($1) AS candidate(company_id uuid, order_id text)
     ), held AS MATERIALIZED (
       SELECT o.company_id, o.order_id, o.amount FROM candidates c JOIN shop_orders o USING (company_id, order_id)
       ORDER BY o.company_id, o.order_id FOR UPDATE OF o
     ) SELECT count(*) FROM held`,
    unlimitedLock,
  ],
  [
    `SELECT o.order_id FROM shop_orders o JOIN events e ON e.company_id = o.company_id AND e.id = o.event_id
     WHERE o.company_id = $1 FOR UPDATE`,
    unlimitedLock,
  ],
  [
    `UPDATE shop_orders SET amount = amount + $1::numeric - CASE
       WHEN occurred_at < date_trunc('minute', $2::timestamptz, 'UTC') THEN coalesce($3::numeric, $4::numeric)
       ELSE $4::numeric END
     WHERE company_id = $5`,
    stableInCase,
  ],
  [
    `UPDATE segments SET built_at = coalesce(built_at, to_char($2, 'YYYY')) WHERE company_id = $1`,
    stableInCase,
  ],
  [
    `INSERT INTO events (company_id, id, path) SELECT $1, $2, coalesce(e.path, '')
     FROM (SELECT 1) AS one LEFT JOIN events e ON e.company_id = $1 AND e.id = $8::uuid`,
    onlyInOn,
  ],
  [
    `DELETE FROM events WHERE company_id = $1 AND occurred_at < now()`,
    'a function in UPDATE or DELETE whose result is not immutable',
  ],
  [
    `SELECT c.id, (SELECT min(r.day) FROM rejection_counts r WHERE r.company_id = c.id) AS first_day FROM companies c
     WHERE c.id = ANY ($1::uuid[])`,
    ofCompanies,
  ],
  [
    `SELECT c.id, EXISTS (SELECT 1 FROM goals g WHERE g.company_id = $1) AS has_goals FROM companies AS c
     WHERE c.id = $1 AND EXISTS (SELECT 1 FROM accesses a WHERE a.company_id = $1)`,
    withCoordinator,
  ],
  ['SELECT company_id, count(*) FROM events GROUP BY GROUPING SETS ((company_id), ())', 'GROUPING SETS'],
  ['SELECT id FROM jobs FOR UPDATE SKIP LOCKED', 'SKIP LOCKED without a company'],
  ['CREATE TRIGGER t BEFORE INSERT ON events EXECUTE FUNCTION f()', 'a trigger'],
])('is found: %s', (sql, problem) => {
  expect(findUndistributable(sql, known)).toEqual([problem]);
});

test.each([
  `WITH known AS (SELECT company_id, id FROM events WHERE (company_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[])))
   SELECT * FROM json_to_recordset($3) AS e(company_id uuid, id uuid)`,
  `SELECT k.id FROM unnest($1::uuid[], $2::uuid[]) AS e(company_id, id) CROSS JOIN LATERAL (
     SELECT * FROM events k WHERE k.company_id = e.company_id AND k.id = e.id AND k.company_id = ANY ($3::uuid[]) OFFSET 0) AS k`,
  `INSERT INTO active_sessions AS a (company_id, last_seen) VALUES ($1, $2) ON CONFLICT (company_id) DO UPDATE
   SET last_seen = greatest(a.last_seen, excluded.last_seen) WHERE a.last_seen < $3`,
  `INSERT INTO events (company_id, id) SELECT company_id, id FROM unnest($1::uuid[], $2::uuid[]) AS e(company_id, id)`,
  `WITH sent AS (SELECT * FROM json_to_recordset($1) AS r(company_id uuid)), kept AS (
     SELECT * FROM held h WHERE NOT EXISTS (SELECT 1 FROM replaced r WHERE r.company_id = h.company_id))
   DELETE FROM events WHERE company_id IN (SELECT company_id FROM kept)`,
  `SELECT m, r.at FROM unnest($2::text[]) AS m CROSS JOIN LATERAL (SELECT occurred_at AS at FROM events WHERE company_id = $1 LIMIT 1) r`,
  `INSERT INTO visitor_salts AS s (company_id, day, destroy_at) VALUES ($1, $2, $4)
   ON CONFLICT (company_id, day) DO UPDATE SET destroy_at = excluded.destroy_at WHERE s.destroy_at <= $3`,
  `SELECT order_id FROM shop_orders WHERE company_id = $1 AND order_id = ANY ($2::text[]) ORDER BY order_id FOR UPDATE`,
  `WITH candidates AS (SELECT * FROM json_to_recordset($2) AS c(order_id text))
   SELECT o.order_id FROM candidates c JOIN shop_orders o ON o.order_id = c.order_id WHERE o.company_id = $1 FOR UPDATE OF o`,
  `UPDATE shop_orders SET amount = CASE WHEN occurred_at < $2::timestamptz THEN $3::numeric ELSE $4::numeric END
   WHERE company_id = $1`,
  `INSERT INTO segments (company_id, built_at) VALUES ($1, coalesce($2::timestamptz, now()))`,
  'SELECT id FROM companies WHERE id = ANY ($1::uuid[]) AND id IN (SELECT company_id FROM shop_orders WHERE company_id = ANY ($1::uuid[]))',
  `SELECT d.company_id, (SELECT min(r.day) FROM rejection_counts r WHERE r.company_id = d.company_id) AS first_day
   FROM dataset_revisions d WHERE d.company_id = ANY ($1::uuid[])`,
  `INSERT INTO events (company_id, id) SELECT k.company_id, k.id FROM shop_orders k
   LEFT JOIN events e ON e.company_id = $1 AND e.id = k.event_id WHERE k.company_id = $1 AND e.company_id = $1`,
])('is accepted: %s', (sql) => {
  expect(findUndistributable(sql, known)).toEqual([]);
});
