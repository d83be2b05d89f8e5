import type { Point } from '../../contract/analytics.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const slots = [1, 2, 5, 10, 15, 30].map((n) => n * minute).concat([1, 2, 3, 6, 12].map((n) => n * hour));

/** A round slot, so that a window that moves by seconds does not shuffle every point into another slot. */
function slotSeconds(span: number, max: number): number {
  const fitting = slots.find((slot) => span / slot <= max - 1);
  return fitting ?? day * Math.ceil(span / (max - 1) / day);
}

/**
 * Bars: of each of at most `max` equal slots the last reading, at the slot's start. A slot without one keeps
 * the value before it, as readings are totals that hold until the next: a gap would read as zero.
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

/** At most `max` points, spread evenly over time: of each slot the last reading, so the newest always stays. */
export function downsample(points: Point[], max: number): Point[] {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length <= max) return points;
  const slot = slotSeconds(last[0] - first[0], max);
  const kept = new Map<number, Point>();
  for (const point of points) kept.set(Math.floor(point[0] / slot), point);
  return [...kept.values()];
}
