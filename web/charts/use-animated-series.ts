import { useLayoutEffect, useRef, useState } from 'react';
import type { ChartSeries } from '../../contract/charts/chart-series.ts';

const durationMs = 250;

/**
 * The series to draw: values of a changed series move from where they are drawn instead of jumping. Series of another
 * `scope` (another period or metric) are drawn at once.
 */
export function useAnimatedSeries(series: ChartSeries, scope: string): ChartSeries {
  const [moving, setMoving] = useState<{ to: ChartSeries; shown: ChartSeries } | null>(null);
  const before = useRef({ series, scope, shown: series });

  useLayoutEffect(() => {
    const { scope: shownScope, series: shownSeries, shown } = before.current;
    before.current = { series, scope, shown: series };
    const from = shown.values;
    const isOneStep = shownScope === scope && Math.abs(series.values.length - from.length) <= 1;
    if (shownSeries === series || !isOneStep || matchMedia('(prefers-reduced-motion: reduce)').matches)
      return;
    let frame = 0;
    const startedAt = performance.now();
    const step = (now: number) => {
      const remaining = (1 - Math.min(1, Math.max(0, now - startedAt) / durationMs)) ** 3;
      const values = series.values.map((value, index) => {
        const earlier = index < from.length ? from[index] : 0;
        return value === null || typeof earlier !== 'number' ? value : value + (earlier - value) * remaining;
      });
      const next = remaining > 0 ? { ...series, values } : series;
      before.current.shown = next;
      setMoving({ to: series, shown: next });
      if (remaining > 0) frame = requestAnimationFrame(step);
    };
    // Before the first paint, which would otherwise show the end of the movement.
    step(startedAt);
    return () => cancelAnimationFrame(frame);
  }, [series, scope]);

  return moving?.to === series ? moving.shown : series;
}
