import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { noneValue, unknownValue } from '../../../contract/stats/model/dimensions.ts';
import type { CopyClient } from '../../db/snapshot.ts';
import { copyOut } from '../../db/transfer/copy-out.ts';
import { eventColumns } from '../tracking/event-columns.ts';
import { rawColumns, rowDims, storedColumns } from './columns.ts';
import type { Connection } from './duckdb/duckdb.ts';
import { toTextList } from './duckdb/sql-text.ts';
import { exportedColumns } from './export.queries.ts';
import { toOldSource } from './old-sources.ts';

/** Longer than any exported row. */
const lineBytesMax = 300_000;

/** Writes the output of a COPY statement to a new file. */
export async function exportToFile(client: CopyClient, statement: string, file: string): Promise<void> {
  await pipeline(copyOut(client, statement), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
}

/**
 * Loads exported rows from files into a temporary table with the columns of `rawColumns` and `revision`, `counts`.
 * Returns the number of rows.
 */
export async function loadExportedRows(
  connection: Connection,
  files: readonly string[],
  table: string,
): Promise<number> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} AS ${toRawQuery(toExportedRows(files))}`);
  await fillOldSources(connection, table);
  const [count] = await connection.read<{ count: string }>(`SELECT count(*) AS count FROM ${table}`);
  return Number(count?.count ?? 0);
}

/** Exported rows as SQL for FROM, with the columns of the export. */
export function toExportedRows(files: readonly string[]): string {
  const columns = Object.entries(exportedColumns).map(([name, type]) => `'${name}': '${type}'`);
  // Every option is explicit: values are hostile text, which must not be taken for another format. Without a size each of
  // the reader's buffers would be 32 times the longest line.
  return `read_csv(${toTextList(files)}, columns = {${columns.join(', ')}},
  auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', new_line = '\\n', nullstr = '',
  allow_quoted_nulls = false, strict_mode = true, max_line_size = ${lineBytesMax}, buffer_size = ${4 * lineBytesMax})`;
}

/** An empty table as `loadExportedRows` creates it. */
export async function createExportedTable(connection: Connection, table: string): Promise<void> {
  const columns = Object.entries({ ...rawColumns, revision: 'BIGINT', counts: 'BOOLEAN' });
  const list = columns.map(([name, type]) => `"${name}" ${type}`).join(', ');
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} (${list})`);
}

function toRawQuery(rows: string): string {
  const given = (name: string, otherwise: string) => `coalesce(nullif(e.${name}, ''), '${otherwise}')`;
  const dims = rowDims.map((name) => {
    if (name === 'referrer')
      return `coalesce(nullif(e.referrer_host || CASE WHEN e.referrer_host = '' THEN '' ELSE coalesce(e.referrer_path, '') END, ''), '${noneValue}') AS referrer`;
    const { statistics } = eventColumns[name];
    if (statistics === 'source')
      return `CASE WHEN e.host IS NOT NULL THEN ${given(name, 'Direct')} END AS ${name}`;
    // Without a value there was no campaign. Any other dimension was not recognized.
    if (statistics === 'campaign')
      return `CASE WHEN e.host IS NULL THEN '${unknownValue}' ELSE ${given(name, noneValue)} END AS ${name}`;
    return `${given(name, unknownValue)} AS ${name}`;
  });
  const stored = storedColumns.map((name) =>
    name === 'host' ? `${given('host', unknownValue)} AS host` : `e.${name}`,
  );
  return `
SELECT e.day, e.visitor, e."at", e.id, NULL::BIGINT AS position, ${stored.join(', ')},
  e.amount, e.foreign_amount, e.currency, e.is_verified, ${dims.join(', ')}, e.revision, e.counts
FROM ${rows} e`;
}

/** Source and channel of rows stored before version 0.2, whose referrer is the host alone. */
async function fillOldSources(connection: Connection, table: string): Promise<void> {
  const referrers = await connection.read<{ referrer: string }>(
    `SELECT DISTINCT referrer FROM ${table} WHERE source IS NULL`,
  );
  if (referrers.length === 0) return;
  await connection.run(
    'CREATE OR REPLACE TEMP TABLE old_sources (referrer VARCHAR, source VARCHAR, channel VARCHAR)',
  );
  for (let start = 0; start < referrers.length; start += 500) {
    const values = referrers
      .slice(start, start + 500)
      .map(({ referrer }) => [referrer, ...toOldSource(referrer === noneValue ? '' : referrer)]);
    const places = values.map((_, row) => `($${row * 3 + 1}, $${row * 3 + 2}, $${row * 3 + 3})`);
    await connection.run(`INSERT INTO old_sources VALUES ${places.join(', ')}`, values.flat());
  }
  await connection.run(
    `UPDATE ${table} SET source = old.source, channel = old.channel FROM old_sources old
     WHERE ${table}.source IS NULL AND old.referrer = ${table}.referrer`,
  );
}

/** Runs `work` with the name of a file that does not exist, and deletes the file afterwards. */
export async function withTemporaryFile<Result>(
  folder: string,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  const file = join(folder, `${randomUUID()}.csv`);
  try {
    return await work(file);
  } finally {
    await rm(file, { force: true });
  }
}
