import type { ChartSeries } from './chart-series.ts';
import type { PlotKind } from './plot-scales.ts';

type Values = (number | null)[];

/** The series of a plot over the numbers of the buckets: all buckets have the same width, whatever their length. */
export type PlotData = [
  indexes: number[],
  ghost: Values,
  finished: Values,
  unfinished: Values,
  overlay: Values,
];

/** With more bars than this the outlines of compared bars would cover each other: a line over the bars shows them. */
const outlinesMax = 62;

/**
 * The unfinished bucket is a separate series, because it looks different. Of a line this is the segment from the
 * bucket before it.
 */
export function toPlotData(kind: PlotKind, { values, ghost, unfinished }: ChartSeries): PlotData {
  const isUnfinished = (index: number) => index === unfinished;
  const isOfSegment = (index: number) =>
    isUnfinished(index) || (kind === 'line' && unfinished !== null && index === unfinished - 1);
  // The outline of a bar without height would be a dash on the axis.
  const toOutline = (value: number | null) => (kind === 'bars' && value === 0 ? null : value);
  const compared = values.map((_, index) => toOutline(ghost?.[index] ?? null));
  const none = values.map(() => null);
  const isOutlined = kind === 'line' || values.length <= outlinesMax;
  return [
    values.map((_, index) => index),
    isOutlined ? compared : none,
    values.map((value, index) => (isUnfinished(index) ? null : value)),
    values.map((value, index) => (isOfSegment(index) ? toOutline(value) : null)),
    isOutlined ? none : compared,
  ];
}

/** Values with a gap on both sides: a line has no segment there, so they are drawn as points. */
export function listIsolated(values: ArrayLike<number | null | undefined>): number[] {
  const has = (index: number) => typeof values[index] === 'number';
  return Array.from(values, (_, index) => index).filter(
    (index) => has(index) && !has(index - 1) && !has(index + 1),
  );
}
