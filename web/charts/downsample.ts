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

/**
 * Splits the time into at most `max` equal slots and keeps the last reading of each, at the slot's start. A slot without
 * a reading repeats the value before it, because readings are totals: a gap would look like zero.
 */
export function downsampleToBars(points: Point[], max: number): Point[] {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return points;
  const slot = slotSeconds(last[0] - first[0], max);
  const slotted: Point[] = [];
  for (const [time, value] of points) {
    const start = Math.floor(time / slot) * slot;
    let before = slotted.at(-1);
    if (before && before[0] === start) slotted.pop();
    for (; before && before[0] + slot < start; before = slotted.at(-1))
      slotted.push([before[0] + slot, before[1]]);
    slotted.push([start, value]);
  }
  return slotted;
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
