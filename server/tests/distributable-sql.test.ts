import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolveFolders } from '../paths.ts';
import {
  listSources,
  splitStatements,
  toUnits,
  withoutComments,
} from '../testing/database/company-statements.ts';
import { findUndistributable } from '../testing/database/undistributable-sql.ts';

// Where the statements on the tables that a cluster distributes are: the write path, the segments, and portals.
const folders = /^features\/(?:tracking|segments|stats|portal|companies)\/.*\.queries\.ts$/;

const statements = listSources(join(resolveFolders().migrations, '..', '..'))
  .filter(({ file }) => folders.test(file))
  .flatMap(({ file, text }) =>
    toUnits(file, text).flatMap((unit) =>
      splitStatements(withoutComments(unit.text))
        .statements.filter((sql) => /\b(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(sql))
        .map((sql) => ({ name: `${file} ${unit.name}`, sql })),
    ),
  );

test('every statement on distributed tables runs on a cluster', () => {
  expect(statements.length).toBeGreaterThan(30);
  const refused = statements.flatMap(({ name, sql }) =>
    findUndistributable(sql).map((problem) => `${name}: ${problem}`),
  );
  expect(refused).toEqual([]);
});

const correlated = 'a subquery that refers to a row of a set-returning function';
const lateral = 'a lateral join or an anti-join of a set-returning function in a statement that writes';
const changingUpdate = 'a function in DO UPDATE or its WHERE whose result is not immutable';

// The first four are what a cluster of version 13.2 refused, with error 0A000 or 42P22.
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
    `INSERT INTO company_totals AS t (company_id) VALUES ($1) ON CONFLICT (company_id) DO UPDATE SET last_event_at = now()`,
    changingUpdate,
  ],
  [
    `DELETE FROM events WHERE company_id = $1 AND occurred_at < now()`,
    'a function in UPDATE or DELETE whose result is not immutable',
  ],
  ['SELECT company_id, count(*) FROM events GROUP BY GROUPING SETS ((company_id), ())', 'GROUPING SETS'],
  ['SELECT id FROM jobs FOR UPDATE SKIP LOCKED', 'SKIP LOCKED without a company'],
  ['CREATE TRIGGER t BEFORE INSERT ON events EXECUTE FUNCTION f()', 'a trigger'],
])('is found: %s', (sql, problem) => {
  expect(findUndistributable(sql)).toEqual([problem]);
});

test.each([
  `WITH known AS (SELECT company_id, id FROM events WHERE (company_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[])))
   SELECT * FROM json_to_recordset($3) AS e(company_id uuid, id uuid)`,
  `INSERT INTO active_sessions AS a (company_id, last_seen) VALUES ($1, $2) ON CONFLICT (company_id) DO UPDATE
   SET last_seen = greatest(a.last_seen, excluded.last_seen) WHERE a.last_seen < $3`,
  `INSERT INTO events (company_id, id) SELECT company_id, id FROM unnest($1::uuid[], $2::uuid[]) AS e(company_id, id)`,
  `WITH sent AS (SELECT * FROM json_to_recordset($1) AS r(company_id uuid)), kept AS (
     SELECT * FROM held h WHERE NOT EXISTS (SELECT 1 FROM replaced r WHERE r.company_id = h.company_id))
   DELETE FROM events WHERE company_id IN (SELECT company_id FROM kept)`,
  `SELECT m, r.at FROM unnest($2::text[]) AS m CROSS JOIN LATERAL (SELECT timestamp AS at FROM analytics_data WHERE company_id = $1 LIMIT 1) r`,
])('is accepted: %s', (sql) => {
  expect(findUndistributable(sql)).toEqual([]);
});
