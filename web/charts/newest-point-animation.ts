import type { Point } from '../../contract/analytics.ts';

const durationMs = 250;

/** Draws a series so that its newest point slides from where the last one was, instead of jumping. */
export function createNewestPointAnimation(draw: (points: Point[]) => void) {
  let frame = 0;
  let shown: Point[] = [];

  const put = (points: Point[]) => {
    shown = points;
    draw(points);
  };

  const to = (points: Point[]) => {
    cancelAnimationFrame(frame);
    const from = shown.at(-1);
    const goal = points.at(-1);
    const isStep = Math.abs(points.length - shown.length) <= 1 && points[1]?.[0] === shown[1]?.[0];
    if (!from || !goal || !isStep || matchMedia('(prefers-reduced-motion: reduce)').matches)
      return put(points);

    const before = points.slice(0, -1);
    const startedAt = performance.now();
    const step = (now: number) => {
      const left = (1 - Math.min(1, Math.max(0, now - startedAt) / durationMs)) ** 3;
      put([...before, [goal[0] + (from[0] - goal[0]) * left, goal[1] + (from[1] - goal[1]) * left]]);
      if (left > 0) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  };

  return { to, stop: () => cancelAnimationFrame(frame) };
}
