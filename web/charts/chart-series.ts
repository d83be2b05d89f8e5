/** What a chart draws: a value for each bucket of time, in the order of the buckets. Null is a gap. */
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
  /** The bucket of the compared period; undefined without one. */
  compared: (index: number) => string | undefined;
}

/** A note at a bucket. */
export interface ChartMark {
  id: string;
  index: number;
  text: string;
}

/** The change from the compared value, as a fraction of it; undefined where nothing is compared. */
export function changeOf(value: number | null | undefined, compared: number | null | undefined) {
  if (typeof value !== 'number' || typeof compared !== 'number' || compared === 0) return undefined;
  return (value - compared) / Math.abs(compared);
}
