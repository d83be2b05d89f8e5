import { type RefObject, useEffect, useRef } from 'react';
import type { Point } from '../../contract/analytics.ts';
import { onThemeChange } from '../ui/layout/theme.ts';
import { createNewestPointAnimation } from './newest-point-animation.ts';
import { createPlot, type Plot, type PlotConfig } from './plot.ts';

/** Binds the canvas to React: made once, fed with every new series, gone with its element. */
export function usePlot(host: RefObject<HTMLElement | null>, points: Point[], config: PlotConfig) {
  const plot = useRef<Plot | undefined>(undefined);
  const glide = useRef<ReturnType<typeof createNewestPointAnimation> | undefined>(undefined);
  const latest = useRef(config);
  latest.current = config;
  const { kind, token, height } = config;

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const made = createPlot(element, {
      kind,
      token,
      height,
      formatAxis: (value, step) => latest.current.formatAxis(value, step),
      onSelect: (index) => latest.current.onSelect(index),
      onNewestMoved: (left, top) => latest.current.onNewestMoved(left, top),
    });
    plot.current = made;
    const gliding = createNewestPointAnimation(made.draw);
    glide.current = gliding;
    const observer = new ResizeObserver(() => element.clientWidth > 0 && made.resize(element.clientWidth));
    observer.observe(element);
    const forgetTheme = onThemeChange(made.updateColors);
    return () => {
      gliding.stop();
      forgetTheme();
      observer.disconnect();
      made.destroy();
      plot.current = undefined;
    };
  }, [host, kind, token, height]);

  useEffect(() => glide.current?.to(points), [points]);

  return plot;
}
