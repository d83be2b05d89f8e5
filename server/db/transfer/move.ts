import type pg from 'pg';
import { copyIn } from './copy-in.ts';
import { type CopyOut, copyOut } from './copy-out.ts';
import { requireEmpty, requireDifferentDatabases, requireNoServer } from './guards.ts';
import { moveOpenJobs } from './move-jobs.ts';
import { withConnection, inSnapshot, inTransaction } from './connection.ts';
import {
  listPartitions,
  listSequences,
  listTables,
  createPartitions,
  checksumTable,
  setSequences,
  type Table,
  toCopyIn,
  toCopyOut,
  vacuumTables,
} from './tables.ts';

export interface MoveOptions {
  /** At the newest schema. */
  sourceUrl: string;
  targetUrl: string;
  /** Brings the target to the newest schema, and makes the job runner's tables. */
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
 * Copies everything to another PostgreSQL server, in one transaction there, out of one snapshot
 * here. Refuses while a server works on the source, because what it took in would stay behind, and a
 * target that holds anything. After a failure the target is as empty as before; the source is never
 * changed.
 */
export function moveDatabase({ sourceUrl, targetUrl, prepareTarget, print: say }: MoveOptions): Promise<MoveSummary> {
  return withConnection(sourceUrl, (source) =>
    withConnection(targetUrl, async (target) => {
      await requireDifferentDatabases(source, target);
      await requireNoServer(source, 'the source');
      await requireEmpty(target, 'The target');
      await prepareTarget();
      await requireNoServer(target, 'the target');
      const tables = await listTables(source);
      // Writes wait until we are done: a program that is none of our servers may be at work as well.
      const lock = { tables: tables.map(({ name }) => name), mode: 'SHARE' } as const;
      const moved = await inSnapshot(source, lock, () =>
        inTransaction(target, () => copyEverything(source, target, tables, say)),
      );
      await vacuumTables(target, tables, say);
      return moved;
    }),
  );
}

async function copyEverything(
  source: pg.Client,
  target: pg.Client,
  tables: Table[],
  say: (line: string) => void,
): Promise<MoveSummary> {
  // Again, where nobody can come in between.
  await requireEmpty(target, 'The target');
  await createPartitions(target, await listPartitions(source));
  let rows = 0;
  for (const table of tables) {
    const copied = await copyTable(source, target, table, say);
    rows += copied;
    say(`${table.name}: ${toCount(copied)}`);
  }
  await setSequences(target, await listSequences(source));
  const jobs = await moveOpenJobs(source, target);
  say(`jobs still to be done: ${toCount(jobs)}`);
  return { rows, tables: tables.length, jobs };
}

async function copyTable(
  source: pg.Client,
  target: pg.Client,
  table: Table,
  say: (line: string) => void,
): Promise<number> {
  const data = copyOut(source, toCopyOut(table));
  await copyIn(target, toCopyIn(table), withProgress(data, table, say));
  const [was, is] = await Promise.all([checksumTable(source, table), checksumTable(target, table)]);
  if (was.rows !== is.rows || was.checksum !== is.checksum) {
    throw new Error(
      `${table.name} did not arrive as it left (${was.rows} rows, ${is.rows} there). The target was left empty.`,
    );
  }
  return Number(is.rows);
}

async function* withProgress(data: CopyOut, table: Table, say: (line: string) => void) {
  let next = progressRows;
  for await (const chunk of data) {
    yield chunk;
    if (data.rows < next) continue;
    say(`${table.name}: ${toCount(data.rows)} so far`);
    next = data.rows + progressRows;
  }
}

function toCount(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}
