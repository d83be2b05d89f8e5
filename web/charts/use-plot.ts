import { type RefObject, useEffect, useRef } from 'react';
import { onThemeChange } from '../ui/layout/theme.ts';
import type { ChartSeries } from './chart-series.ts';
import { createNewestPointAnimation } from './newest-point-animation.ts';
import { createPlot, type Plot, type PlotConfig } from './plot.ts';

/** Creates the plot once for its element, updates it with each new series and destroys it on unmount. */
export function usePlot(
  host: RefObject<HTMLElement | null>,
  drawn: { series: ChartSeries; scope: string },
  config: PlotConfig,
) {
  const plot = useRef<Plot | undefined>(undefined);
  const animation = useRef<ReturnType<typeof createNewestPointAnimation> | undefined>(undefined);
  const latest = useRef(config);
  latest.current = config;
  const { kind, token, height } = config;
  const { series, scope } = drawn;

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const created = createPlot(element, {
      kind,
      token,
      height,
      formatAxis: (value) => latest.current.formatAxis(value),
      valueSteps: () => latest.current.valueSteps(),
      labels: () => latest.current.labels(),
      onDrawn: (drawnPlot) => latest.current.onDrawn(drawnPlot),
    });
    plot.current = created;
    const newestPoint = createNewestPointAnimation(created.draw);
    animation.current = newestPoint;
    const observer = new ResizeObserver(() => element.clientWidth > 0 && created.resize(element.clientWidth));
    observer.observe(element);
    const removeThemeListener = onThemeChange(() => {
      created.updateColors();
      // Printing changes the theme and the width together.
      if (element.clientWidth > 0) created.resize(element.clientWidth);
    });
    return () => {
      newestPoint.stop();
      removeThemeListener();
      observer.disconnect();
      created.destroy();
      plot.current = undefined;
    };
  }, [host, kind, token, height]);

  useEffect(() => animation.current?.animateTo(series, scope), [series, scope]);

  return plot;
}
