import type { ChartSeries } from './chart-series.ts';

const durationMs = 250;

/**
 * Animates a changed series: values move from where they are drawn instead of jumping. Series of another `scope`
 * (another period or metric) are drawn at once.
 */
export function createNewestPointAnimation(draw: (series: ChartSeries) => void) {
  let frame = 0;
  let shown: ChartSeries | undefined;
  let shownScope: string | undefined;

  const drawNow = (series: ChartSeries) => {
    shown = series;
    draw(series);
  };

  const animateTo = (series: ChartSeries, scope: string) => {
    cancelAnimationFrame(frame);
    const from = shown?.values ?? [];
    const isSameScope = shownScope === scope;
    shownScope = scope;
    const isOneStep = isSameScope && Math.abs(series.values.length - from.length) <= 1;
    if (!isOneStep || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      // Waits for a frame, so that several changes at once are drawn once.
      frame = requestAnimationFrame(() => drawNow(series));
      return;
    }
    const startedAt = performance.now();
    const step = (now: number) => {
      const remaining = (1 - Math.min(1, Math.max(0, now - startedAt) / durationMs)) ** 3;
      const values = series.values.map((value, index) => {
        const before = index < from.length ? from[index] : 0;
        return value === null || typeof before !== 'number' ? value : value + (before - value) * remaining;
      });
      drawNow(remaining > 0 ? { ...series, values } : series);
      if (remaining > 0) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  };

  return { animateTo, stop: () => cancelAnimationFrame(frame) };
}
