import type { Point } from '../../contract/analytics.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const slotLengths = [1, 2, 5, 10, 15, 30]
  .map((n) => n * minute)
  .concat([1, 2, 3, 6, 12].map((n) => n * hour));

/** A round length: points keep their slots while the range moves by seconds. */
function slotSeconds(span: number, max: number): number {
  const fitting = slotLengths.find((slot) => span / slot <= max - 1);
  return fitting ?? day * Math.ceil(span / (max - 1) / day);
}

/** At most `max` points, spread evenly over time: the last reading of each slot, so that the newest is kept. */
export function downsample(points: Point[], max: number): Point[] {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length <= max) return points;
  const slot = slotSeconds(last[0] - first[0], max);
  const kept = new Map<number, Point>();
  for (const point of points) kept.set(Math.floor(point[0] / slot), point);
  return [...kept.values()];
}
