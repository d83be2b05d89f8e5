import type { CopyClient } from '../../../db/snapshot.ts';
import { firstSegmentFormat, hiddenHitColumns, hitColumns, rowDims } from '../columns.ts';
import type { Connection, DuckDb } from '../duckdb/duckdb.ts';
import { toText, toTextList } from '../duckdb/sql-text.ts';
import { type DayRange, exportedOrderColumns, toOrdersExport } from '../export.queries.ts';
import { exportToFile, withTemporaryFile } from '../raw-rows.ts';
import { sessionize, toHitsQuery } from '../sessionize.ts';
import type { Store } from './store.ts';
import { toSegmentName, type WrittenSegment, writeSegmentFiles } from './write-files.ts';

interface Deps {
  duckDb: DuckDb;
  store: Store;
}

/** A listed segment, and the version of its files. */
export interface SegmentFile {
  name: string;
  format: number;
}

/** Writes one segment with the content of others, which are given in the order of their days. */
export async function copySegments(
  { duckDb, store }: Deps,
  datasetId: string,
  segments: readonly SegmentFile[],
  days: DayRange,
): Promise<WrittenSegment & DayRange> {
  const name = toSegmentName(days.first, days.last);
  const { hits, visits, sums } = toRelations(store, datasetId, segments);
  const written = await duckDb.withConnection((connection) =>
    writeSegmentFiles(
      connection,
      { visits, hits, hitsOrder: 'day, visit_no NULLS FIRST, "at", file_row_number', sums },
      name,
      store.filesOf(datasetId, name),
    ),
  );
  return { ...written, ...days };
}

/**
 * Writes some days of segments again, with the shop orders as they are now. For days whose events are gone from
 * PostgreSQL: removed orders vanish with their refunds, verified and corrected ones change, and files of the old version are
 * converted. `client` is in a snapshot.
 */
export async function rewriteSegments(
  { duckDb, store }: Deps,
  client: CopyClient,
  datasetId: string,
  segments: readonly SegmentFile[],
  days: DayRange,
): Promise<(WrittenSegment & DayRange) | undefined> {
  return duckDb.withTemporaryFolder((folder) =>
    withTemporaryFile(folder, (file) =>
      duckDb.withConnection(async (connection) => {
        await exportToFile(client, toOrdersExport(datasetId), file);
        await loadRows(connection, toRelations(store, datasetId, segments), file, days);
        const [count] = await connection.read<{ rows: string }>('SELECT count(*) AS rows FROM raw');
        if (count?.rows === '0') return undefined;
        const tables = { raw: 'raw', marks: 'marks', visits: 'visits' };
        await sessionize(connection, tables);
        const name = toSegmentName(days.first, days.last);
        const source = {
          visits: 'visits',
          hits: `(${toHitsQuery(tables)})`,
          hitsOrder: 'day, visit_no NULLS FIRST, "at", place',
        };
        const written = await writeSegmentFiles(connection, source, name, store.filesOf(datasetId, name));
        return { ...written, ...days };
      }),
    ),
  );
}

async function loadRows(
  connection: Connection,
  { hits, visits }: { hits: string; visits: string },
  ordersFile: string,
  { first, last }: DayRange,
): Promise<void> {
  await connection.run(`
CREATE OR REPLACE TEMP TABLE orders AS SELECT * FROM read_csv(${toText(ordersFile)},
  columns = {${orderColumns.join(', ')}},
  auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', new_line = '\\n', nullstr = '',
  allow_quoted_nulls = false, strict_mode = true)`);
  await connection.run(`
CREATE OR REPLACE TEMP TABLE raw AS
SELECT h.day, coalesce(h.visitor, v.visitor) AS visitor, h."at", NULL::UUID AS id, h.file_row_number AS position,
  h.kind, h.path, h.host, h.event_name, h.properties, h.engaged_ms, h.order_id,
  CASE WHEN h.kind = 'refund' THEN h.amount ELSE o.amount END AS amount,
  CASE WHEN h.kind = 'refund' THEN h.foreign_amount ELSE o.foreign_amount END AS foreign_amount,
  o.currency, o.is_verified,
  ${rowDims.map((name) => `h.${name}`).join(', ')}
FROM ${hits} h LEFT JOIN ${visits} v ON v.day = h.day AND v.visit_no = h.visit_no
  LEFT JOIN orders o ON h.kind IN ('order', 'refund') AND o.order_id = h.order_id
WHERE h.day BETWEEN DATE ${toText(first)} AND DATE ${toText(last)} AND (h.kind NOT IN ('order', 'refund') OR o.order_id IS NOT NULL)`);
}

const orderColumns = Object.entries(exportedOrderColumns).map(([name, type]) => `'${name}': '${type}'`);

/** What files of the first version did not have. */
const oldColumns: Record<string, string> = {
  amount: '"amount"::DECIMAL(18,4) AS amount',
  foreign_amount: 'NULL::DECIMAL(18,4) AS foreign_amount',
  currency: 'NULL::VARCHAR AS currency',
  is_verified: 'NULL::BOOLEAN AS is_verified',
};

function toHitList(format: number): string {
  const isFirst = format === firstSegmentFormat;
  const names = [...hitColumns, ...hiddenHitColumns, 'file_row_number'];
  return names.map((name) => (isFirst ? (oldColumns[name] ?? `"${name}"`) : `"${name}"`)).join(', ');
}

function toRelations(
  store: Store,
  datasetId: string,
  segments: readonly SegmentFile[],
): { visits: string; hits: string; sums: string } {
  const files = segments.map(({ name }) => store.filesOf(datasetId, name));
  const selects = segments.map(({ name, format }) => {
    const rows = `read_parquet(${toText(store.filesOf(datasetId, name).hits)}, file_row_number = true)`;
    return `SELECT ${toHitList(format)} FROM ${rows}`;
  });
  return {
    visits: `read_parquet(${toTextList(files.map(({ visits }) => visits))})`,
    sums: `read_parquet(${toTextList(files.map(({ sums }) => sums))})`,
    hits: `(${selects.join(' UNION ALL ')})`,
  };
}
