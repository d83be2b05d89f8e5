import {
  type DimensionColumn,
  dimensionColumns,
  dimensionVersions,
  plainColumns,
  toDuckDbType,
} from '../tracking/event-columns.ts';

/** The first version of files with a dimension, if it was added later. In files of earlier versions it is unknown. */
export const addedDims = dimensionVersions;
const addedVersions = Object.values(addedDims);

/**
 * The version of the files, written into the list of segments: files of another version are built again. A dimension that was
 * added raises it, as any other change of their columns must.
 */
export const segmentFormat = Math.max(4, ...addedVersions);

/** The first version: the same rows without verified orders, refunds and other currencies. */
export const firstSegmentFormat = 1;

/** The first version in which flags and times of hits are stored as in `files/stored-hits.ts`. */
export const compactSegmentFormat = 4;

/**
 * Files of these versions are converted where their raw events are gone. Those of version 2 differ from version 3 in the visits
 * alone, whose sums of money had too few digits; visits are computed again.
 */
export const oldSegmentFormats: readonly number[] = Array.from(
  { length: segmentFormat - firstSegmentFormat },
  (_, index) => firstSegmentFormat + index,
);

/** Dimensions that every row of an event brings with it, in the order of the files. All become text without null. */
export const rowDims: readonly (DimensionColumn | 'referrer')[] = dimensionColumns.flatMap((name) =>
  // Computed from the host and the path of the referrer.
  name === 'source' ? [name, 'referrer'] : [name],
);

/** Columns that rows and hits have as they are stored. Ids are not kept in files. */
export const storedColumns = plainColumns.filter((name) => name !== 'id');

/** Dimensions of a visit. */
export const visitDims = ['entry_page', 'exit_page', ...rowDims] as const;

/**
 * Dimensions of a visit that each of its hits has too, so that a list of pages or events under the usual filters needs no
 * join. They cost almost nothing, because rows are sorted by them. A refund has all dimensions.
 */
export const hitDims: readonly (typeof visitDims)[number][] = [
  ...(['country', 'device', 'source', 'channel', 'browser', 'os'] as const),
  ...(['utm_source', 'utm_medium', 'utm_campaign'] as const),
];

/** Dimensions that rows bring with them and files have only in visits. */
export const visitRowDims = rowDims.filter((name) => !hitDims.includes(name));

/** Column names as SQL: `at` is a reserved word of DuckDB. */
export const toColumnList = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/** Columns of the relation `visits`. */
export const visitColumns = [
  'day',
  'visit_no',
  'visitor_no',
  'visitor',
  'started_at',
  'page_views',
  'events',
  'orders',
  'engaged_ms',
  // Sums of orders in the company's currency alone, which `priced_orders` counts. Before refunds. These and the counts of
  // verified orders are null without orders, because nulls need no space and no time.
  'revenue',
  'priced_orders',
  'verified_orders',
  'verified_revenue',
  'verified_priced_orders',
  'is_bounce',
  'is_only_visit',
  'is_first_visit',
  'host',
  ...visitDims,
] as const;

/**
 * Columns of the relation `hits`. In a row that belongs to no visit the columns of the visit are null, and in others those
 * of the dimensions that are not in `hitDims`. A refund belongs to no visit, but has the dimensions of its order's visit, if
 * there is one, and its id as `event_name`.
 */
export const hitColumns = [
  'day',
  'visit_no',
  'visitor_no',
  'at',
  'visit_started_at',
  'kind',
  // Tested for every row of most questions, at a fraction of what comparing the text costs.
  'is_page_view',
  'is_event',
  'path',
  'host',
  'event_name',
  'properties',
  'engaged_ms',
  'order_id',
  // The amount of an order or refund in the company's currency; otherwise `foreign_amount` and `currency`.
  'amount',
  'foreign_amount',
  'currency',
  'is_verified',
  'first_path',
  'first_host',
  'first_event',
  'first_path_of_visitor',
  'first_host_of_visitor',
  'first_event_of_visitor',
  'is_only_visit',
  ...visitDims,
] as const;

/**
 * In the files of hits only: the visitor of a row that belongs to no visit (engagement before the first page view), so
 * that a late row can still claim it. Null in all other rows.
 */
export const hiddenHitColumns = ['visitor'] as const;

/**
 * Columns of the daily sums: for each day, dimension and value what is counted without any filter. `dimension` is a
 * column of `summedVisitDims` or `summedRowDims`, or empty for the whole day.
 */
export const sumColumns = [
  'day',
  'dimension',
  'value',
  'visits',
  'visitors',
  'page_views',
  'events',
  'bounces',
  'engaged_ms',
  'orders',
  'revenue',
  'priced_orders',
  'refunds',
  'conversions',
  'verified_orders',
  'verified_revenue',
  'verified_priced_orders',
  'verified_conversions',
] as const;

/** Columns of `visits` whose values have daily sums. */
export const summedVisitDims = visitDims.filter((name) => name !== 'click_id');

/** Columns of `hits` whose values have daily sums. */
export const summedRowDims = ['path', 'host', 'event_name'] as const;

/**
 * Columns of a table of raw events before they are divided into visits: one row per event that counts. `position`
 * orders rows of the same instant that came from a file, where ids are not kept; there `id` is null.
 */
export const rawColumns: Record<string, string> = {
  day: 'DATE',
  visitor: 'BIGINT',
  at: 'TIMESTAMP',
  id: 'UUID',
  position: 'BIGINT',
  ...Object.fromEntries(storedColumns.map((name) => [name, toDuckDbType(name)])),
  amount: 'DECIMAL(18,4)',
  foreign_amount: 'DECIMAL(18,4)',
  currency: 'VARCHAR',
  is_verified: 'BOOLEAN',
  ...Object.fromEntries(rowDims.map((name) => [name, 'VARCHAR'])),
};
