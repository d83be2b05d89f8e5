import type { Point } from '../../contract/analytics.ts';

const durationMs = 250;

/** Animates a changed series: its newest point moves from the previous position instead of jumping. */
export function createNewestPointAnimation(draw: (points: Point[]) => void) {
  let frame = 0;
  let shown: Point[] = [];

  const drawNow = (points: Point[]) => {
    shown = points;
    draw(points);
  };

  const animateTo = (points: Point[]) => {
    cancelAnimationFrame(frame);
    const from = shown.at(-1);
    const target = points.at(-1);
    const isOneStep = Math.abs(points.length - shown.length) <= 1 && points[1]?.[0] === shown[1]?.[0];
    if (!from || !target || !isOneStep || matchMedia('(prefers-reduced-motion: reduce)').matches)
      return drawNow(points);

    const before = points.slice(0, -1);
    const startedAt = performance.now();
    const step = (now: number) => {
      const remaining = (1 - Math.min(1, Math.max(0, now - startedAt) / durationMs)) ** 3;
      drawNow([
        ...before,
        [target[0] + (from[0] - target[0]) * remaining, target[1] + (from[1] - target[1]) * remaining],
      ]);
      if (remaining > 0) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  };

  return { animateTo, stop: () => cancelAnimationFrame(frame) };
}
