/** The series that a chart draws: a value for each bucket of time, in the order of the buckets. Null is a gap. */
export interface ChartSeries {
  values: readonly (number | null)[];
  /** The values of the compared period, the first next to the first; null without a comparison. */
  ghost: readonly (number | null)[] | null;
  /** The bucket that contains the present moment, so that its value still changes; null if all are over. */
  unfinished: number | null;
}

/** The texts of the buckets. */
export interface BucketLabels {
  /** Short, below the axis. */
  axis: (index: number) => string;
  /** Whether something larger than a bucket begins with it, such as a day of a chart of hours. */
  isMajor: (index: number) => boolean;
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
