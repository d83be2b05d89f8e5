/** The series that a chart draws: a value for each bucket of time, in the order of the buckets. Null is a gap. */
export interface ChartSeries {
  values: readonly (number | null)[];
  /** The values of the compared period, the first next to the first; null without a comparison. */
  ghost: readonly (number | null)[] | null;
  /** The bucket that contains the present moment, so that its value still changes; null if all are over. */
  unfinished: number | null;
}
