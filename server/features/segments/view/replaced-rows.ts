import { visitRowDims } from '../columns.ts';
import type { Connection } from '../duckdb/duckdb.ts';
import { toText, toTextList } from '../duckdb/sql-text.ts';
import { readHitColumns } from '../files/stored-hits.ts';
import { toExportedRows } from '../raw-rows.ts';
import { visitTimeoutMinutes } from '../visits.ts';
import type { TailInput, TailRelations } from './tail-input.ts';

/** Instants of which all rows are read, at most. */
const instantsMax = 50_000;

/** Days whose rows must all be read from PostgreSQL, because the files and the changes do not tell enough. */
export class DaysNeeded extends Error {
  readonly days: string[];

  constructor(days: string[]) {
    super(`these days have to be read completely: ${days.join(', ')}`);
    this.days = days;
  }
}

/** A local date, and a time in UTC as DuckDB writes it. */
export type Instant = { day: string; at: string };

/** Instants whose rows must all be read from PostgreSQL. */
export class InstantsNeeded extends Error {
  readonly instants: Instant[];

  constructor(instants: Instant[]) {
    super(`the rows of ${instants.length} instants have to be read`);
    this.instants = instants;
  }
}

/** The tail cannot be read until the builder has written more of it into segments. */
export class TailTooLarge extends Error {}

/** Rows that a tail contains again, and facts about all its changed rows that are needed before one slice is read. */
export interface ReplacedRows {
  /** Days of which rows of files are replaced. */
  touchedDays: Set<string>;
  relations: Pick<TailRelations, 'replacedVisits' | 'replacedVisitors' | 'replacedOrders'>;
  /** Temporary table of the changed rows that no file has yet: (id, at). */
  changedTable: string;
  /** Temporary table of the orders among them: (day, order_id). */
  orders: string;
  /** Visits of files that the tail contains again: (day, visit_no, visitor), and the dimensions that their hits lack. */
  visits: string;
  /** Temporary table of the instants of a visitor whose rows are read from PostgreSQL instead of a file: (day, visitor, at). */
  reread: string;
}

/** The tables of a tail that outlive the connection. */
export const toReplacedTables = (prefix: string) => ({
  visits: `${prefix}_replaced_visits`,
  visitors: `${prefix}_replaced_visitors`,
  orders: `${prefix}_replaced_orders`,
});

export async function findReplaced(
  connection: Connection,
  prefix: string,
  input: TailInput,
): Promise<ReplacedRows> {
  const tables = toReplacedTables(prefix);
  await loadKeys(connection, input);
  const fileDays = await listDays(connection, 'SELECT DISTINCT day FROM changed_keys WHERE has_file');
  await connection.run(
    `CREATE TABLE ${tables.orders} AS
     SELECT DISTINCT day, kind, order_id, event_name FROM changed_keys
     WHERE has_file AND visitor IS NULL AND order_id IS NOT NULL`,
  );
  const dims = visitRowDims.map((name) => `, ${name} VARCHAR`).join('');
  await connection.run(`CREATE TABLE ${tables.visits} (day DATE, visit_no INTEGER, visitor BIGINT${dims})`);
  await connection.run(`
CREATE OR REPLACE TEMP TABLE file_rows (day DATE, visitor BIGINT, "at" TIMESTAMP, visit_started_at TIMESTAMP, kind VARCHAR,
  order_id VARCHAR)`);
  await loadFileRows(connection, input, fileDays, tables.visits);
  await connection.run(
    `CREATE TABLE ${tables.visitors} AS SELECT DISTINCT day, visitor FROM file_rows WHERE visit_started_at IS NULL`,
  );
  await findReread(connection, input.instants);
  const findTable = async (table: string) => ((await countRows(connection, table)) > 0 ? table : undefined);
  const touched = Object.values(tables).map((table) => `SELECT day FROM ${table}`);
  return {
    touchedDays: new Set(
      await listDays(connection, `SELECT DISTINCT day FROM (${touched.join(' UNION ALL ')})`),
    ),
    relations: {
      replacedVisits: await findTable(tables.visits),
      replacedVisitors: await findTable(tables.visitors),
      replacedOrders: await findTable(tables.orders),
    },
    changedTable: 'changed_keys',
    orders: 'changed_orders',
    visits: tables.visits,
    reread: 'reread_instants',
  };
}

/** Creates `changed_keys` and `changed_orders`: the rows that are not in the files yet, without their dimensions. */
async function loadKeys(connection: Connection, { rows, segments, wholeDays }: TailInput): Promise<void> {
  await connection.run(
    'CREATE OR REPLACE TEMP TABLE covered (first_day DATE, last_day DATE, revision BIGINT)',
  );
  const covered = segments.map(
    ({ firstDay, lastDay, revision }) => `(DATE ${toText(firstDay)}, DATE ${toText(lastDay)}, ${revision})`,
  );
  if (covered.length > 0) await connection.run(`INSERT INTO covered VALUES ${covered.join(', ')}`);
  await connection.run('CREATE OR REPLACE TEMP TABLE whole (first_day DATE, last_day DATE)');
  const whole = wholeDays.map(({ first, last }) => `(DATE ${toText(first)}, DATE ${toText(last)})`);
  if (whole.length > 0) await connection.run(`INSERT INTO whole VALUES ${whole.join(', ')}`);
  await connection.run(`
CREATE OR REPLACE TEMP TABLE changed_keys (day DATE, visitor BIGINT, "at" TIMESTAMP, id UUID, kind VARCHAR, order_id VARCHAR,
  event_name VARCHAR, counts BOOLEAN, has_file BOOLEAN)`);
  const files = rows.changes.flatMap((slice) => slice.files);
  // Days without a segment have only such rows.
  if (files.length > 0)
    await connection.run(`
INSERT INTO changed_keys
SELECT n.day, n.visitor, n."at", n.id, n.kind, n.order_id, coalesce(n.event_name, ''), n.counts, c.first_day IS NOT NULL
FROM ${toExportedRows(files)} n LEFT JOIN covered c ON n.day BETWEEN c.first_day AND c.last_day
WHERE (c.revision IS NULL OR n.revision > c.revision)
  AND NOT EXISTS (SELECT 1 FROM whole w WHERE n.day BETWEEN w.first_day AND w.last_day)`);
  // A row that no longer counts may have begun a visit in a file, whose other rows there only have its dimensions.
  const gone = await listDays(
    connection,
    'SELECT DISTINCT day FROM changed_keys WHERE NOT counts AND has_file',
  );
  if (gone.length > 0) throw new DaysNeeded(gone);
  await connection.run('DELETE FROM changed_keys WHERE NOT counts');
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE changed_orders AS SELECT DISTINCT day, order_id FROM changed_keys WHERE kind = 'order'`,
  );
}

/** Fills the table of replaced visits, and `file_rows` with what the files have of the visitors of changed rows. */
async function loadFileRows(
  connection: Connection,
  { store, datasetId, segments, limits }: TailInput,
  days: readonly string[],
  replacedVisits: string,
): Promise<void> {
  const files = segments
    .filter(({ firstDay, lastDay }) => days.some((day) => day >= firstDay && day <= lastDay))
    .map(({ name }) => store.filesOf(datasetId, name));
  if (files.length === 0) return;
  await connection.run(`
CREATE OR REPLACE TEMP TABLE changed_visitors AS
SELECT DISTINCT day, visitor FROM changed_keys WHERE has_file AND visitor IS NOT NULL`);
  const visits = `read_parquet(${toTextList(files.map((each) => each.visits))}) f
    JOIN changed_visitors r ON r.day = f.day AND r.visitor = f.visitor`;
  const [size] = await connection.read<{ rows: string | null }>(
    `SELECT sum(f.page_views + f.events + f.orders)::BIGINT AS rows FROM ${visits}`,
  );
  if (Number(size?.rows ?? 0) > limits.tailRows)
    throw new TailTooLarge('the visitors of the newest events have too many earlier ones');
  const dims = visitRowDims.map((name) => `, f.${name}`).join('');
  await connection.run(
    `INSERT INTO ${replacedVisits} SELECT f.day, f.visit_no, f.visitor${dims} FROM ${visits}`,
  );
  const hits = `${readHitColumns(files.map((each) => each.hits))} h`;
  await connection.run(`
INSERT INTO file_rows
SELECT r.day, r.visitor, h."at", h.visit_started_at, h.kind, h.order_id FROM ${hits}
JOIN ${replacedVisits} r ON r.day = h.day AND r.visit_no = h.visit_no
UNION ALL
SELECT r.day, r.visitor, h."at", NULL, h.kind, h.order_id FROM ${hits}
JOIN changed_visitors r ON r.day = h.day AND r.visitor = h.visitor WHERE h.visit_no IS NULL`);
  if ((await countRows(connection, 'file_rows')) > limits.tailRows)
    throw new TailTooLarge('the visitors of the newest events have too many earlier ones');
}

/**
 * Creates `reread_instants`: where a file has not enough of a row, all rows of its instant are needed from PostgreSQL.
 * Reading only these, not their day, keeps an event that arrives late from costing more than itself.
 */
async function findReread(connection: Connection, read: ReadonlySet<string>): Promise<void> {
  await connection.run(`
CREATE OR REPLACE TEMP TABLE reread_instants AS ${tiedQuery} UNION ${splitQuery}`);
  const instants = await connection.read<Instant>(
    'SELECT DISTINCT day, "at"::VARCHAR AS "at" FROM reread_instants ORDER BY "at"',
  );
  if (instants.length > instantsMax)
    throw new TailTooLarge('too many of the newest events change earlier visits');
  if (instants.some(({ at }) => !read.has(at))) throw new InstantsNeeded(instants);
}

/** Files keep no ids, so they do not show which of two rows of one instant comes first. */
const tiedQuery = `
SELECT c.day, c.visitor, c."at" FROM changed_keys c JOIN file_rows f
  ON f.day = c.day AND f.visitor = c.visitor AND f."at" = c."at"
WHERE NOT (f.kind = 'order' AND EXISTS (SELECT 1 FROM changed_orders o WHERE o.day = f.day AND o.order_id = f.order_id))`;

/**
 * A late row can begin a visit in the middle of one in a file, where that visit resumed with engagement after a longer pause.
 * Each of the two has the dimensions of its first page view, or else of its first row, and the rows of a file have only those
 * of the visit that is now divided.
 */
const splitQuery = `
SELECT f.day, f.visitor, f."at" FROM (
  SELECT p.day, p.visitor, p.visit_started_at, min(p."at") AS since FROM (
    SELECT *, lead("at") OVER sequence AS next_at, lead(visit_started_at) OVER sequence AS next_visit FROM file_rows
    WINDOW sequence AS (PARTITION BY day, visitor ORDER BY "at", visit_started_at NULLS FIRST)
  ) p
  WHERE p.next_visit = p.visit_started_at AND p.next_at - p."at" >= INTERVAL ${visitTimeoutMinutes} MINUTE AND EXISTS (
    SELECT 1 FROM changed_keys c WHERE c.day = p.day AND c.visitor = p.visitor AND c.kind <> 'engagement'
      AND c."at" >= p."at" + INTERVAL ${visitTimeoutMinutes} MINUTE AND c."at" <= p.next_at)
  GROUP BY p.day, p.visitor, p.visit_started_at
) AS divided
JOIN file_rows f ON f.day = divided.day AND f.visitor = divided.visitor AND f.visit_started_at = divided.visit_started_at
WHERE f."at" = f.visit_started_at OR f.kind = 'pageview' AND f."at" > divided.since`;

async function listDays(connection: Connection, query: string): Promise<string[]> {
  return (await connection.read<{ day: string }>(`${query} ORDER BY day`)).map(({ day }) => day);
}

async function countRows(connection: Connection, table: string): Promise<number> {
  const [found] = await connection.read<{ rows: string }>(`SELECT count(*) AS rows FROM ${table}`);
  return Number(found?.rows ?? 0);
}
