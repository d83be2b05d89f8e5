import { unknownValue } from '../../../../contract/stats/model/dimensions.ts';
import {
  addedDims,
  compactSegmentFormat,
  firstSegmentFormat,
  hiddenHitColumns,
  hitColumns,
  hitDims,
  rowDims,
  storedColumns,
  visitDims,
} from '../columns.ts';
import type { Connection, DuckDb } from '../duckdb/duckdb.ts';
import { toText, toTextList } from '../duckdb/sql-text.ts';
import { type DayRange, exportedOrderColumns, toOrdersExport } from '../export.queries.ts';
import { exportToFile, withTemporaryFile } from '../raw-rows.ts';
import type { InSnapshot } from './in-snapshot.ts';
import type { SliceLimits } from './slices.ts';
import type { Store } from './store.ts';
import { readHits } from './stored-hits.ts';
import { toSegmentName, type WrittenSegment, writeSegmentFiles } from './write-files.ts';
import { writeSlices } from './write-slices.ts';

interface Deps {
  duckDb: DuckDb;
  store: Store;
}

interface RewriteDeps extends Deps {
  limits: SliceLimits;
  checkpoint: () => Promise<void>;
  inSnapshot: InSnapshot;
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
  // The files are sorted, and given in the order of their days.
  const relations = { ...toRelations(store, datasetId, segments), order: undefined };
  const written = await duckDb.withConnection(async (connection) => {
    const rowBytes = toRowBytes(await measureDays(connection, relations, days));
    return writeSegmentFiles(connection, { ...relations, rowBytes }, name, store.filesOf(datasetId, name));
  });
  return { ...written, ...days };
}

/**
 * Writes some days of segments again, with the shop orders as they are now. For days whose events are gone from
 * PostgreSQL: removed orders vanish with their refunds, verified and corrected ones change, and files of the old version are
 * converted. Only the export of the orders is in a snapshot.
 */
export async function rewriteSegments(
  { duckDb, store, limits, checkpoint, inSnapshot }: RewriteDeps,
  datasetId: string,
  segments: readonly SegmentFile[],
  days: DayRange,
): Promise<(WrittenSegment & DayRange) | undefined> {
  return duckDb.withTemporaryFolder((folder) =>
    withTemporaryFile(folder, (file) =>
      duckDb.withConnection(async (connection) => {
        await inSnapshot((client) => exportToFile(client, toOrdersExport(datasetId), file));
        await loadOrders(connection, file);
        const relations = toRelations(store, datasetId, segments);
        const measured = await measureDays(connection, relations, days);
        if (measured.length === 0) return undefined;
        const slices = toFileSlices(measured, limits).map(
          (slice) => () => loadRows(connection, relations, slice),
        );
        const rowBytes = toRowBytes(measured);
        const name = toSegmentName(days.first, days.last);
        const sliced = { slices, rowBytes, folder, checkpoint };
        const written = await writeSlices(connection, sliced, name, store.filesOf(datasetId, name));
        return written.hits === 0 ? undefined : { ...written, ...days };
      }),
    ),
  );
}

interface MeasuredDay {
  day: string;
  rows: number;
  /** The approximate size of the rows as CSV. */
  bytes: number;
}

async function measureDays(
  connection: Connection,
  { hits, visits }: { hits: string; visits: string },
  { first, last }: DayRange,
): Promise<MeasuredDay[]> {
  const toLength = (names: readonly string[]) =>
    names.map((name) => `coalesce(strlen(${name}), 0)`).join(' + ');
  const days = `day BETWEEN DATE ${toText(first)} AND DATE ${toText(last)}`;
  // Every row of a visit is loaded with the visit's dimensions. How many rows of engagement it has is not known.
  const found = await connection.read<{ day: string; rows: string; bytes: string }>(
    `SELECT day, sum(rows)::BIGINT AS rows, sum(bytes)::BIGINT AS bytes FROM (
       SELECT day, count(*) AS rows, sum(${toLength(['path', 'properties', ...hitDims])}) AS bytes
       FROM ${hits} WHERE ${days} GROUP BY day
       UNION ALL
       SELECT day, 0 AS rows, sum((${toLength(visitDims.filter((name) => !hitDims.includes(name)))}) * 2 * (page_views + events + orders)) AS bytes
       FROM ${visits} WHERE ${days} GROUP BY day
     ) GROUP BY day ORDER BY day`,
  );
  return found.map(({ day, rows, bytes }) => ({ day, rows: Number(rows), bytes: Number(bytes) }));
}

function toRowBytes(days: readonly MeasuredDay[]): number {
  const sum = (of: 'rows' | 'bytes') => days.reduce((total, day) => total + day[of], 0);
  return sum('bytes') / Math.max(1, sum('rows'));
}

/** Rows of files that are loaded together: some days, or the `part`th of `parts` groups of visitors of one day. */
interface FileSlice extends DayRange {
  part: number;
  parts: number;
}

function toFileSlices(days: readonly MeasuredDay[], { sliceRows, sliceBytes }: SliceLimits): FileSlice[] {
  const slices: (FileSlice & { rows: number; bytes: number })[] = [];
  for (const { day, rows, bytes } of days) {
    const slice = slices.at(-1);
    const fits =
      slice && slice.parts === 1 && slice.rows + rows <= sliceRows && slice.bytes + bytes <= sliceBytes;
    if (fits) {
      slice.last = day;
      slice.rows += rows;
      slice.bytes += bytes;
      continue;
    }
    const parts = Math.max(1, Math.ceil(rows / sliceRows), Math.ceil(bytes / sliceBytes));
    for (let part = 0; part < parts; part += 1)
      slices.push({ first: day, last: day, part, parts, rows, bytes });
  }
  return slices;
}

async function loadOrders(connection: Connection, file: string): Promise<void> {
  await connection.run(`
CREATE OR REPLACE TEMP TABLE orders AS SELECT * FROM read_csv(${toText(file)},
  columns = {${orderColumns.join(', ')}},
  auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', new_line = '\\n', nullstr = '',
  allow_quoted_nulls = false, strict_mode = true)`);
}

/** Creates `raw`. Rows without a visitor belong to no visit; they are in one of the parts. */
async function loadRows(
  connection: Connection,
  { hits, visits }: { hits: string; visits: string },
  { first, last, part, parts }: FileSlice,
): Promise<void> {
  const isInPart =
    parts === 1 ? '' : `AND hash(coalesce(h.visitor, v.visitor, h.file_row_number)) % ${parts} = ${part}`;
  await connection.run(`
CREATE OR REPLACE TEMP TABLE raw AS
SELECT h.day, coalesce(h.visitor, v.visitor) AS visitor, h."at", NULL::UUID AS id, h.file_row_number AS position,
  ${storedColumns.map((name) => `h.${name}`).join(', ')},
  CASE WHEN h.kind = 'refund' THEN h.amount ELSE o.amount END AS amount,
  CASE WHEN h.kind = 'refund' THEN h.foreign_amount ELSE o.foreign_amount END AS foreign_amount,
  o.currency, o.is_verified,
  ${rowDims.map((name) => (hitDims.includes(name) ? `h.${name}` : `coalesce(v.${name}, h.${name}) AS ${name}`)).join(', ')}
FROM ${hits} h LEFT JOIN ${visits} v ON v.day = h.day AND v.visit_no = h.visit_no
  LEFT JOIN orders o ON h.kind IN ('order', 'refund') AND o.order_id = h.order_id
WHERE h.day BETWEEN DATE ${toText(first)} AND DATE ${toText(last)} AND (h.kind NOT IN ('order', 'refund') OR o.order_id IS NOT NULL) ${isInPart}`);
}

const orderColumns = Object.entries(exportedOrderColumns).map(([name, type]) => `'${name}': '${type}'`);

/** Columns that files of the first version did not have. */
const oldColumns: Record<string, string> = {
  amount: '"amount"::DECIMAL(18,4) AS amount',
  foreign_amount: 'NULL::DECIMAL(18,4) AS foreign_amount',
  currency: 'NULL::VARCHAR AS currency',
  is_verified: 'NULL::BOOLEAN AS is_verified',
};

function toHitList(format: number): string {
  const isFirst = format === firstSegmentFormat;
  const names = [...hitColumns, ...hiddenHitColumns, 'file_row_number'];
  return names
    .map((name) => {
      if ((addedDims[name] ?? 0) > format) return `'${unknownValue}' AS "${name}"`;
      return isFirst ? (oldColumns[name] ?? `"${name}"`) : `"${name}"`;
    })
    .join(', ');
}

/** Dimensions that files of the version do not have. */
const toAddedDims = (format: number) => visitDims.filter((name) => (addedDims[name] ?? 0) > format);

function toRelations(
  store: Store,
  datasetId: string,
  segments: readonly SegmentFile[],
): { visits: string; hits: string; sums: string } {
  const files = segments.map(({ name, format }) => ({ ...store.filesOf(datasetId, name), format }));
  const hits = files.map(({ format, ...file }) => {
    const rows =
      format < compactSegmentFormat
        ? `read_parquet(${toText(file.hits)}, file_row_number = true)`
        : readHits([file.hits], toAddedDims(format));
    return `SELECT ${toHitList(format)} FROM ${rows}`;
  });
  const visits = files.map(({ format, ...file }) => {
    const added = toAddedDims(format).map((name) => `, '${unknownValue}' AS ${name}`);
    return `SELECT *${added.join('')} FROM read_parquet(${toText(file.visits)})`;
  });
  return {
    visits: `(${visits.join(' UNION ALL BY NAME ')})`,
    sums: `read_parquet(${toTextList(files.map(({ sums }) => sums))})`,
    hits: `(${hits.join(' UNION ALL ')})`,
  };
}
