import type pg from 'pg';
import { inSnapshot, inTransaction, withConnection } from '../connection.ts';
import { copyIn } from '../copy-in.ts';
import { type CopyOut, copyOut } from '../copy-out.ts';
import { requireDifferentDatabases, requireEmpty, requireNoServer } from '../guards.ts';
import {
  checksumTable,
  createPartitions,
  listMovableTables,
  listPartitions,
  listSequences,
  setSequences,
  type Table,
  toCopyIn,
  toCopyOut,
  vacuumTables,
} from '../tables.ts';
import { moveOpenJobs } from './move-jobs.ts';

export interface MoveOptions {
  /** A database with the newest schema. */
  sourceUrl: string;
  targetUrl: string;
  /** Migrates the target to the newest schema and creates the job runner's tables. */
  prepareTarget: () => Promise<void>;
  print: (line: string) => void;
}

export interface MoveSummary {
  rows: number;
  tables: number;
  jobs: number;
}

const progressRows = 250_000;

/**
 * Copies all rows from one snapshot of the source to the target, in one transaction. Throws if a server uses the
 * source, because events it stores would be missing in the target, or if the target is not empty. The source is never
 * changed. After a failure the target is empty.
 */
export function moveDatabase(options: MoveOptions): Promise<MoveSummary> {
  const { sourceUrl, targetUrl, prepareTarget, print } = options;
  return withConnection(sourceUrl, (source) =>
    withConnection(targetUrl, async (target) => {
      await requireDifferentDatabases(source, target);
      await requireNoServer(source, 'the source');
      await requireEmpty(target, 'The target');
      await prepareTarget();
      await requireNoServer(target, 'the target');
      const tables = await listMovableTables(source);
      // The lock makes writes of other programs wait until we are done.
      const lock = { tables: tables.map(({ name }) => name), mode: 'SHARE' } as const;
      const moved = await inSnapshot(source, lock, () =>
        inTransaction(target, () => copyEverything(source, target, tables, print)),
      );
      await vacuumTables(target, tables, print);
      return moved;
    }),
  );
}

async function copyEverything(
  source: pg.Client,
  target: pg.Client,
  tables: Table[],
  print: (line: string) => void,
): Promise<MoveSummary> {
  // Checked again, now inside the transaction.
  await requireEmpty(target, 'The target');
  await createPartitions(target, await listPartitions(source));
  let rows = 0;
  for (const table of tables) {
    const copied = await copyTable(source, target, table, print);
    rows += copied;
    print(`${table.name}: ${formatRowCount(copied)}`);
  }
  await setSequences(target, await listSequences(source));
  const jobs = await moveOpenJobs(source, target);
  print(`open jobs: ${formatRowCount(jobs)}`);
  return { rows, tables: tables.length, jobs };
}

async function copyTable(
  source: pg.Client,
  target: pg.Client,
  table: Table,
  print: (line: string) => void,
): Promise<number> {
  const data = copyOut(source, toCopyOut(table));
  await copyIn(target, toCopyIn(table), withProgress(data, table, print));
  const [before, after] = await Promise.all([checksumTable(source, table), checksumTable(target, table)]);
  if (before.rows !== after.rows || before.checksum !== after.checksum) {
    throw new Error(
      `The copy of ${table.name} differs from the original (${before.rows} rows in the source, ${after.rows} in the target). The target was left empty.`,
    );
  }
  return Number(after.rows);
}

async function* withProgress(data: CopyOut, table: Table, print: (line: string) => void) {
  let next = progressRows;
  for await (const chunk of data) {
    yield chunk;
    if (data.rows < next) continue;
    print(`${table.name}: ${formatRowCount(data.rows)} so far`);
    next = data.rows + progressRows;
  }
}

function formatRowCount(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}
