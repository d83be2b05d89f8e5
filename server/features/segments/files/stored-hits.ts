import { hiddenHitColumns, hitColumns } from '../columns.ts';
import { toTextList } from '../duckdb/sql-text.ts';

/** Columns of `hits` that are true or false: together one column of a file, because each column takes time in every question. */
const flags = [
  'is_page_view',
  'is_event',
  'first_path',
  'first_host',
  'first_event',
  'first_path_of_visitor',
  'first_host_of_visitor',
  'first_event_of_visitor',
  'is_only_visit',
] as const satisfies readonly (typeof hitColumns)[number][];

const baseMicros = 'epoch_us(coalesce(visit_started_at, "at"))';

/** A stored column and how it is computed from a row of `hits`. */
const storedParts: Record<string, string> = {
  // Nearly always zero.
  visitor_distance: '(visit_no - visitor_no)::INTEGER',
  // The beginning of the visit, so that a time needs only what it is later; the time itself without a visit. Nearly all times
  // have no microseconds, so that these need no space.
  base_ms: `${baseMicros} // 1000`,
  base_us: `(${baseMicros} % 1000)::SMALLINT`,
  after_ms: `(epoch_us("at") // 1000 - ${baseMicros} // 1000)::INTEGER`,
  after_us: `(epoch_us("at") % 1000)::SMALLINT`,
  flags: `(${flags.map((name, index) => `(coalesce(${name}, false)::USMALLINT << ${index})`).join(' | ')})::USMALLINT`,
};

/** How the columns of `hits` that are not stored are computed from a row of a file. */
const readParts: Partial<Record<(typeof hitColumns)[number], string>> = {
  visitor_no: '(visit_no - visitor_distance)',
  at: 'make_timestamp((base_ms + after_ms) * 1000 + after_us)',
  visit_started_at: 'CASE WHEN visit_no IS NOT NULL THEN make_timestamp(base_ms * 1000 + base_us) END',
  ...Object.fromEntries(flags.map((name, index) => [name, `(flags & ${1 << index}) <> 0`])),
};

const namesOfRows = [...hitColumns, ...hiddenHitColumns];
const plainNames = namesOfRows.filter((name) => !(name in readParts));

/** Columns of the files of hits. */
export const storedHitNames: readonly string[] = [...plainNames, ...Object.keys(storedParts)];

/** The select list of a file of hits, over rows with the columns of `hits`. */
export const storedHitList: string = [
  ...plainNames.map((name) => `"${name}"`),
  ...Object.entries(storedParts).map(([name, expression]) => `${expression} AS ${name}`),
].join(', ');

const toReadList = (absent: readonly string[]): string =>
  namesOfRows
    .filter((name) => !absent.includes(name))
    .map((name) => {
      const expression = name in readParts ? readParts[name as keyof typeof readParts] : undefined;
      return expression === undefined ? `"${name}"` : `${expression} AS "${name}"`;
    })
    .join(', ');

/**
 * Files of hits as SQL for FROM, with the columns of `hits`, the hidden ones and `file_row_number`, except those that the files
 * do not have yet.
 */
export const readHits = (files: readonly string[], absent: readonly string[] = []): string =>
  `(SELECT ${toReadList(absent)}, file_row_number FROM read_parquet(${toTextList(files)}, file_row_number = true))`;

/** The same without the number of the row. A condition on one column is tested while the file is read. */
export const readHitColumns = (files: readonly string[]): string =>
  `(SELECT ${toReadList([])} FROM read_parquet(${toTextList(files)}))`;
