import { hitColumns, rawColumns, rowDims, toColumnList, visitColumns } from '../columns.ts';
import type { Connection, DuckDb } from '../duckdb/duckdb.ts';
import { toText, toTextList } from '../duckdb/sql-text.ts';
import type { Store } from '../files/store.ts';
import { createExportedTable, loadExportedRows } from '../raw-rows.ts';
import { sessionize, toHitsQuery } from '../sessionize.ts';
import type { UsableSegment } from './usable-segments.ts';

/** Numbers of visits in a tail begin here, so that they never meet those of a file. */
const tailFirstNumber = 1_000_000_000;

/** The tables of a tail in DuckDB. */
export interface TailTables {
  visits: string;
  hits: string;
  /** Visits of files that the tail contains again: (day, visit_no). */
  replacedVisits: string;
  /** Visitors whose rows without a visit the tail contains again: (day, visitor). */
  replacedVisitors: string;
  /** Orders and refunds without a visitor that the tail contains again: (day, kind, order_id, event_name). */
  replacedOrders: string;
}

export interface Tail {
  tables: TailTables;
  /** Days of which files are read without what the tail contains again. */
  touchedDays: Set<string>;
  rows: number;
  /** Drops the tables. */
  drop: () => Promise<void>;
}

/** Days whose rows must all be read from PostgreSQL, because the files and the changes do not tell enough. */
export class DaysNeeded extends Error {
  readonly days: string[];

  constructor(days: string[]) {
    super(`these days have to be read completely: ${days.join(', ')}`);
    this.days = days;
  }
}

interface TailInput {
  duckDb: DuckDb;
  store: Store;
  datasetId: string;
  number: number;
  segments: readonly UsableSegment[];
  /** The exported rows named by changes. */
  changesFile: string | undefined;
  /** The exported rows of whole days, which replace the files of those days. */
  daysFile: string | undefined;
  wholeDays: readonly { first: string; last: string }[];
}

/**
 * Divides the tail of a dataset into visits, together with what the files hold of the same visitors. Throws
 * `DaysNeeded` when a day has to be read completely first.
 */
export async function buildTail(input: TailInput): Promise<Tail> {
  const prefix = `tail_${input.number}`;
  const tables: TailTables = {
    visits: `${prefix}_visits`,
    hits: `${prefix}_hits`,
    replacedVisits: `${prefix}_replaced_visits`,
    replacedVisitors: `${prefix}_replaced_visitors`,
    replacedOrders: `${prefix}_replaced_orders`,
  };
  const drop = () =>
    input.duckDb.withConnection(async (connection) => {
      for (const table of Object.values(tables)) await connection.run(`DROP TABLE IF EXISTS ${table}`);
    });
  try {
    return await input.duckDb.withConnection(async (connection) => {
      await loadChanges(connection, input);
      const touched = await listTouched(connection);
      await loadFileRows(connection, input, tables, touched);
      await requireUniqueTimes(connection);
      await gatherRows(connection, input);
      await createTables(connection, tables);
      const [count] = await connection.read<{ rows: string }>('SELECT count(*) AS rows FROM raw');
      return { tables, touchedDays: new Set(touched), rows: Number(count?.rows ?? 0), drop };
    });
  } catch (error) {
    await drop();
    throw error;
  }
}

/** Creates `changed`: the rows that are not in the files yet. Days without a segment have only such rows. */
async function loadChanges(connection: Connection, input: TailInput): Promise<void> {
  if (input.changesFile === undefined) await createExportedTable(connection, 'named');
  else await loadExportedRows(connection, input.changesFile, 'named');
  await connection.run(
    'CREATE OR REPLACE TEMP TABLE covered (first_day DATE, last_day DATE, revision BIGINT)',
  );
  const covered = input.segments.map(
    ({ firstDay, lastDay, revision }) => `(DATE ${toText(firstDay)}, DATE ${toText(lastDay)}, ${revision})`,
  );
  if (covered.length > 0) await connection.run(`INSERT INTO covered VALUES ${covered.join(', ')}`);
  await connection.run('CREATE OR REPLACE TEMP TABLE whole (first_day DATE, last_day DATE)');
  const whole = input.wholeDays.map(({ first, last }) => `(DATE ${toText(first)}, DATE ${toText(last)})`);
  if (whole.length > 0) await connection.run(`INSERT INTO whole VALUES ${whole.join(', ')}`);
  await connection.run(`
CREATE OR REPLACE TEMP TABLE changed AS
SELECT n.*, c.first_day IS NOT NULL AS has_file
FROM named n LEFT JOIN covered c ON n.day BETWEEN c.first_day AND c.last_day
WHERE (c.revision IS NULL OR n.revision > c.revision)
  AND NOT EXISTS (SELECT 1 FROM whole w WHERE n.day BETWEEN w.first_day AND w.last_day)`);
  // A row that no longer counts may have begun a visit in a file, whose other rows there only have its dimensions.
  const gone = await connection.read<{ day: string }>(
    'SELECT DISTINCT day FROM changed WHERE NOT counts AND has_file ORDER BY day',
  );
  if (gone.length > 0) throw new DaysNeeded(gone.map(({ day }) => day));
  await connection.run('DELETE FROM changed WHERE NOT counts');
}

async function listTouched(connection: Connection): Promise<string[]> {
  const days = await connection.read<{ day: string }>(
    'SELECT DISTINCT day FROM changed WHERE has_file ORDER BY day',
  );
  return days.map(({ day }) => day);
}

/** Creates `from_files`: the rows of files whose visitors have changed rows; and the tables of what is replaced. */
async function loadFileRows(
  connection: Connection,
  { store, datasetId, segments }: TailInput,
  tables: TailTables,
  touched: readonly string[],
): Promise<void> {
  await connection.run(
    `CREATE TABLE ${tables.replacedVisitors} AS SELECT DISTINCT day, visitor FROM changed WHERE has_file AND visitor IS NOT NULL`,
  );
  await connection.run(
    `CREATE TABLE ${tables.replacedOrders} AS
     SELECT day, kind, order_id, coalesce(event_name, '') AS event_name FROM changed
     WHERE has_file AND visitor IS NULL AND order_id IS NOT NULL`,
  );
  const files = segments
    .filter(({ firstDay, lastDay }) => touched.some((day) => day >= firstDay && day <= lastDay))
    .map(({ name }) => store.filesOf(datasetId, name));
  const columns = Object.entries(rawColumns).map(([name, type]) => `"${name}" ${type}`);
  await connection.run(`CREATE OR REPLACE TEMP TABLE from_files (${columns.join(', ')}, visit_no INTEGER)`);
  await connection.run(`CREATE TABLE ${tables.replacedVisits} (day DATE, visit_no INTEGER, visitor BIGINT)`);
  if (files.length === 0) return;
  await connection.run(`
INSERT INTO ${tables.replacedVisits}
SELECT f.day, f.visit_no, f.visitor FROM read_parquet(${toTextList(files.map(({ visits }) => visits))}) f
JOIN ${tables.replacedVisitors} r ON r.day = f.day AND r.visitor = f.visitor`);
  const rows = `read_parquet(${toTextList(files.map(({ hits }) => hits))}, file_row_number = true) h`;
  const row = (visitor: string, visitNo: string) => `
h.day, ${visitor}, h."at", NULL, h.file_row_number, h.kind, h.path, h.host, h.event_name, h.properties, h.engaged_ms,
h.order_id, h.amount, h.foreign_amount, h.currency, h.is_verified, ${rowDims.map((name) => `h.${name}`).join(', ')}, ${visitNo}`;
  await connection.run(`
INSERT INTO from_files
SELECT ${row('r.visitor', 'h.visit_no')} FROM ${rows} JOIN ${tables.replacedVisits} r ON r.day = h.day AND r.visit_no = h.visit_no
UNION ALL
SELECT ${row('r.visitor', 'NULL')} FROM ${rows} JOIN ${tables.replacedVisitors} r ON r.day = h.day AND r.visitor = h.visitor
WHERE h.visit_no IS NULL`);
  // An order that was verified or corrected is in both; the changed row counts.
  await connection.run(`
DELETE FROM from_files WHERE EXISTS (
  SELECT 1 FROM changed c WHERE c.kind = 'order' AND c.day = from_files.day AND c.order_id = from_files.order_id)`);
}

/**
 * Files keep no ids, so they do not show which of two rows of one instant comes first. Throws `DaysNeeded` where that
 * matters.
 */
async function requireUniqueTimes(connection: Connection): Promise<void> {
  const equal = await connection.read<{ day: string }>(`
SELECT DISTINCT c.day FROM changed c JOIN from_files f ON f.day = c.day AND f.visitor = c.visitor AND f."at" = c."at" ORDER BY c.day`);
  if (equal.length > 0) throw new DaysNeeded(equal.map(({ day }) => day));
}

/** Creates `raw`: all rows of the tail. */
async function gatherRows(connection: Connection, { daysFile }: TailInput): Promise<void> {
  const columns = toColumnList(Object.keys(rawColumns));
  await connection.run(`
CREATE OR REPLACE TEMP TABLE raw AS
SELECT ${columns} FROM changed UNION ALL SELECT ${columns} FROM from_files`);
  if (daysFile === undefined) return;
  await loadExportedRows(connection, daysFile, 'days');
  await connection.run(`INSERT INTO raw SELECT ${columns} FROM days`);
}

async function createTables(connection: Connection, tables: TailTables): Promise<void> {
  const session = { raw: 'raw', marks: 'marks', visits: 'numbered_visits' };
  await sessionize(connection, session, { firstNumber: tailFirstNumber });
  await connection.run(
    `CREATE TABLE ${tables.visits} AS SELECT ${toColumnList(visitColumns)} FROM numbered_visits`,
  );
  await connection.run(
    `CREATE TABLE ${tables.hits} AS SELECT ${toColumnList(hitColumns)} FROM (${toHitsQuery(session)})`,
  );
}
