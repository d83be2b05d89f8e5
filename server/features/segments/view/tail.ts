import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  hitColumns,
  rawColumns,
  rowDims,
  storedColumns,
  toColumnList,
  visitColumns,
  visitRowDims,
} from '../columns.ts';
import type { Connection } from '../duckdb/duckdb.ts';
import { toText, toTextList } from '../duckdb/sql-text.ts';
import type { Slice } from '../files/slices.ts';
import { readHits } from '../files/stored-hits.ts';
import { createExportedTable, loadExportedRows } from '../raw-rows.ts';
import { divideIntoVisits, toHitsQuery } from '../visits.ts';
import { findReplaced, type ReplacedRows, TailTooLarge, toReplacedTables } from './replaced-rows.ts';
import type { TailInput, TailRelations, TailRows } from './tail-input.ts';

/** Numbers of visits in a tail begin here, so that they never meet those of a file. */
const tailFirstNumber = 1_000_000_000;

export interface Tail {
  relations: TailRelations;
  /** Days of which files are read without what the tail contains again. */
  touchedDays: Set<string>;
  /** Deletes the tables and files. */
  drop: () => Promise<void>;
}

/**
 * Divides the tail of a dataset into visits, together with what the files hold of the same visitors. Throws
 * `DaysNeeded` or `InstantsNeeded` when more has to be read first, and `TailTooLarge`.
 */
export async function buildTail(input: TailInput): Promise<Tail> {
  const { duckDb, number, instance, folder, rows, limits } = input;
  const writer = new TailWriter(`tail_${number}`, folder, countRows(rows) > limits.tailTableRows);
  const inInstance = <Result>(work: (connection: Connection) => Promise<Result>) =>
    duckDb.withConnection(work, { instance });
  // Files also after their instance failed: its tables went with it.
  const drop = async () => {
    await writer.deleteFiles();
    await inInstance((connection) => writer.dropTables(connection));
  };
  const deadline = performance.now() + 2 * limits.timeoutMs;
  const requireTime = () => {
    if (performance.now() > deadline) throw new TailTooLarge('the newest events take too long to read');
  };
  try {
    return await inInstance(async (connection) => {
      const replaced = await findReplaced(connection, `tail_${number}`, input);
      for (const slice of rows.changes) {
        requireTime();
        await gatherChanged(connection, input, replaced, slice);
        await writer.append(connection);
      }
      for (const slice of rows.days) {
        requireTime();
        await loadExportedRows(connection, slice.files, 'raw');
        await writer.append(connection);
      }
      if (writer.isEmpty) {
        await createExportedTable(connection, 'raw');
        await writer.append(connection);
      }
      const { touchedDays, relations } = replaced;
      return { relations: { ...writer.relations, ...relations }, touchedDays, drop };
    });
  } catch (error) {
    await drop().catch(() => {});
    throw error;
  }
}

const countRows = ({ changes, days }: TailRows) =>
  [...changes, ...days].reduce((sum, { rows }) => sum + rows, 0);

/** Creates `raw`: the changed rows of a slice, and what the files have of their visitors. */
async function gatherChanged(
  connection: Connection,
  { store, datasetId, segments, rows: { instants } }: TailInput,
  { touchedDays, changedTable, orders, visits, reread }: ReplacedRows,
  slice: Slice,
): Promise<void> {
  await loadExportedRows(connection, slice.files, 'named');
  const columns = toColumnList(Object.keys(rawColumns));
  // For a row that the keys leave out, a file or the rows of whole days have the present state.
  await connection.run(`
CREATE OR REPLACE TEMP TABLE changed AS
SELECT ${columns} FROM named n WHERE EXISTS (SELECT 1 FROM ${changedTable} k WHERE k.id = n.id AND k."at" = n."at")`);
  await connection.run(`
CREATE OR REPLACE TEMP TABLE slice_visitors AS SELECT DISTINCT day, visitor FROM changed WHERE visitor IS NOT NULL`);
  const definitions = Object.entries(rawColumns).map(([name, type]) => `"${name}" ${type}`);
  await connection.run(`CREATE OR REPLACE TEMP TABLE raw (${definitions.join(', ')})`);
  const isReread = (row: string) =>
    `EXISTS (SELECT 1 FROM ${reread} t WHERE t.day = ${row}.day AND t.visitor = ${row}.visitor AND t."at" = ${row}."at")`;
  await connection.run(`INSERT INTO raw SELECT ${columns} FROM changed WHERE NOT ${isReread('changed')}`);
  const files = segments
    .filter(({ firstDay, lastDay }) => [...touchedDays].some((day) => day >= firstDay && day <= lastDay))
    .map(({ name }) => store.filesOf(datasetId, name).hits);
  if (files.length === 0) return;
  const fromFiles = `${readHits(files)} h`;
  const toRow = (visitor: string, visit?: string) => `
h.day, ${visitor} AS visitor, h."at", NULL, h.file_row_number, ${storedColumns.map((name) => `h.${name}`).join(', ')},
h.amount, h.foreign_amount, h.currency, h.is_verified, ${rowDims.map((name) => toDimensionOfRow(name, visit)).join(', ')}`;
  // An order that was verified or corrected is in both; the changed row counts.
  const isKept = `NOT ${isReread('f')}
  AND NOT (f.kind = 'order' AND EXISTS (SELECT 1 FROM ${orders} o WHERE o.day = f.day AND o.order_id = f.order_id))`;
  await connection.run(`
INSERT INTO raw SELECT * FROM (
  SELECT ${toRow('r.visitor', 'r')} FROM ${fromFiles}
  JOIN ${visits} r ON r.day = h.day AND r.visit_no = h.visit_no JOIN slice_visitors s ON s.day = r.day AND s.visitor = r.visitor
  UNION ALL
  SELECT ${toRow('s.visitor')} FROM ${fromFiles} JOIN slice_visitors s ON s.day = h.day AND s.visitor = h.visitor
  WHERE h.visit_no IS NULL
) f WHERE ${isKept}`);
  if (instants.length === 0) return;
  await loadExportedRows(
    connection,
    instants.flatMap((each) => each.files),
    'reread_rows',
  );
  await connection.run(`
INSERT INTO raw SELECT ${columns} FROM reread_rows i
WHERE ${isReread('i')} AND EXISTS (SELECT 1 FROM slice_visitors s WHERE s.day = i.day AND s.visitor = i.visitor)`);
}

const toDimensionOfRow = (name: (typeof rowDims)[number], visit: string | undefined) =>
  `${visit !== undefined && visitRowDims.includes(name) ? visit : 'h'}.${name}`;

/** Divides the rows of `raw` into visits, slice by slice, and keeps them in tables or files. */
class TailWriter {
  readonly #prefix: string;
  readonly #folder: string;
  readonly #isInFiles: boolean;
  readonly #files: Record<'visits' | 'hits', string[]> = { visits: [], hits: [] };
  #visits = 0;
  #slices = 0;

  constructor(prefix: string, folder: string, isInFiles: boolean) {
    this.#prefix = prefix;
    this.#folder = folder;
    this.#isInFiles = isInFiles;
  }

  get isEmpty(): boolean {
    return this.#slices === 0;
  }

  get relations(): { visits: string; hits: string } {
    const toRelation = (kind: 'visits' | 'hits') =>
      this.#isInFiles ? `read_parquet(${toTextList(this.#files[kind])})` : this.#toTable(kind);
    return { visits: toRelation('visits'), hits: toRelation('hits') };
  }

  async append(connection: Connection): Promise<void> {
    const tables = { raw: 'raw', visits: 'numbered_visits', places: 'places' };
    await divideIntoVisits(connection, tables, { firstNumber: tailFirstNumber + this.#visits });
    const visits = `SELECT ${toColumnList(visitColumns)} FROM numbered_visits`;
    const hits = `SELECT ${toColumnList(hitColumns)} FROM (${toHitsQuery(tables)})`;
    await this.#write(connection, 'visits', visits);
    await this.#write(connection, 'hits', hits);
    this.#slices += 1;
    const [count] = await connection.read<{ visits: string }>(
      'SELECT count(*) AS visits FROM numbered_visits',
    );
    this.#visits += Number(count?.visits ?? 0);
  }

  async deleteFiles(): Promise<void> {
    for (const file of [...this.#files.visits, ...this.#files.hits]) await rm(file, { force: true });
  }

  async dropTables(connection: Connection): Promise<void> {
    const tables = [
      this.#toTable('visits'),
      this.#toTable('hits'),
      ...Object.values(toReplacedTables(this.#prefix)),
    ];
    for (const table of tables) await connection.run(`DROP TABLE IF EXISTS ${table}`);
  }

  #toTable(kind: 'visits' | 'hits'): string {
    return `${this.#prefix}_${kind}`;
  }

  async #write(connection: Connection, kind: 'visits' | 'hits', query: string): Promise<void> {
    if (this.#isInFiles) {
      const file = join(this.#folder, `${this.#prefix}-${this.#slices}.${kind}.parquet`);
      this.#files[kind].push(file);
      await connection.run(`COPY (${query}) TO ${toText(file)} (FORMAT parquet, COMPRESSION zstd)`);
    } else if (this.isEmpty) await connection.run(`CREATE TABLE ${this.#toTable(kind)} AS ${query}`);
    else await connection.run(`INSERT INTO ${this.#toTable(kind)} ${query}`);
  }
}
