import { pickLabelled } from './scales.ts';

/** The labels below the axis. */
export interface AxisLabels {
  axis: (index: number) => string;
  /** Whether something larger than a bucket begins with it, such as a day of a chart of hours. */
  isMajor: (index: number) => boolean;
}

/** The room of a label, in the unit of the drawing. */
interface LabelRoom {
  /** Width of the area within the axes. */
  width: number;
  /** Right of that area. */
  right: number;
  measure: (text: string) => number;
  /** Between two labels. */
  gap: number;
}

/** The labelled buckets: as many as fit next to each other, without those that the right edge would cut. */
export function pickFitting(
  count: number,
  { axis, isMajor }: AxisLabels,
  { width, right, measure, gap }: LabelRoom,
): number[] {
  if (count === 0) return [];
  const labelWidth = gap + Math.max(measure('000'), ...[axis(0), axis(count - 1)].map(measure));
  const room = width + right - labelWidth / 2 + gap * 0.4;
  return pickLabelled(count, Math.max(2, Math.floor(width / labelWidth)), isMajor).filter(
    (index) => ((index + 0.5) / count) * width <= room || count === 1,
  );
}
