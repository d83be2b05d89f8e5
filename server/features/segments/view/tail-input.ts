import type { DuckDb } from '../duckdb/duckdb.ts';
import type { Slice } from '../files/slices.ts';
import type { Store } from '../files/store.ts';
import type { SegmentLimits } from '../segment-limits.ts';
import type { UsableSegment } from './usable-segments.ts';

/** The tail as SQL for FROM, and the tables of what it contains again; undefined where that is nothing. */
export interface TailRelations {
  visits: string;
  hits: string;
  /** Visits of files: (day, visit_no). */
  replacedVisits: string | undefined;
  /** Visitors with rows of files that belong to no visit: (day, visitor). */
  replacedVisitors: string | undefined;
  /** Orders and refunds without a visitor: (day, kind, order_id, event_name). */
  replacedOrders: string | undefined;
}

/** Rows that were exported from PostgreSQL in one snapshot. */
export interface TailRows {
  /** The rows named by changes. */
  changes: readonly Slice[];
  /** The rows of whole days, which replace the files of those days. */
  days: readonly Slice[];
  /** All rows of some instants, where the files do not show the order of the rows. */
  instants: readonly Slice[];
}

export interface TailInput {
  duckDb: DuckDb;
  /** For the files of a large tail. */
  folder: string;
  store: Store;
  datasetId: string;
  number: number;
  /** The instance of DuckDB that gets the tables. */
  instance: number;
  segments: readonly UsableSegment[];
  rows: TailRows;
  limits: SegmentLimits;
  wholeDays: readonly { first: string; last: string }[];
  /** The instants whose rows were exported, as DuckDB writes them. */
  instants: ReadonlySet<string>;
}
