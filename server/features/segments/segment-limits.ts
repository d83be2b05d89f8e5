/** The most that is read or written at once. Memory depends on these numbers and not on how much a company sends. */
export interface SegmentLimits {
  /** DuckDB's memory for questions. */
  memoryMb: number;
  /** How long a statement of a question may run. */
  timeoutMs: number;
  /** DuckDB's memory for building, which is a separate instance, so that neither uses up the other's memory. */
  builderMemoryMb: number;
  /** Rows and bytes that are divided into visits together, unless one visitor has more. */
  sliceRows: number;
  sliceBytes: number;
  /** Rows of a tail: those that were exported, and those of files whose visitors have exported rows. */
  tailRows: number;
  /** Exported text of a tail. */
  tailBytes: number;
  /** A tail of more rows is written to files, of which a question reads only some columns. */
  tailTableRows: number;
}

export const defaultLimits: SegmentLimits = {
  memoryMb: 256,
  timeoutMs: 5_000,
  builderMemoryMb: 256,
  sliceRows: 60_000,
  sliceBytes: 15 * 1024 * 1024,
  tailRows: 100_000,
  tailBytes: 32 * 1024 * 1024,
  tailTableRows: 20_000,
};
