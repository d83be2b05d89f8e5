import type { AxisLabels } from '../../contract/charts/bucket-labels.ts';

/** The texts of the buckets. */
export interface BucketLabels extends AxisLabels {
  full: (index: number) => string;
  /** The unfinished bucket, such as "so far today". */
  soFar: string;
  /** The bucket of the compared period; undefined without one. */
  compared: (index: number) => string | undefined;
}

/** A note at a bucket. */
export interface PlacedNote {
  id: string;
  index: number;
  text: string;
}

/** A change from the compared value, written out. */
interface Change {
  text: string;
  direction: 'up' | 'down' | 'none';
}

type Value = number | null | undefined;
/** Undefined where nothing is compared. */
export type ToChange = (value: Value, compared: Value) => Change | undefined;
