import uPlot from 'uplot';
import type { Point } from '../../contract/analytics.ts';
import { type PlotColors, readPlotColors } from './plot-colors.ts';
import { integerSteps, type PlotKind, timeBounds, timeLabels, valueBounds } from './plot-scales.ts';

export interface PlotConfig {
  kind: PlotKind;
  /** The CSS custom property with the colour of the series. */
  token: string;
  height: number;
  formatAxis: (value: number, step: number) => string;
  /** The point under the pointer; null when the pointer leaves the plot. */
  onSelect: (index: number | null) => void;
  /** Position of the newest point, in CSS pixels from the plot's top left corner. */
  onNewestMoved: (left: number, top: number) => void;
}

export interface Plot {
  draw: (points: Point[]) => void;
  moveCursorTo: (index: number | null) => void;
  resize: (width: number) => void;
  updateColors: () => void;
  destroy: () => void;
}

const font = '12px "Geist Mono", "Geist Mono Fallback", ui-monospace, monospace';
const bars = uPlot.paths.bars?.({ size: [0.64, 28], radius: 0.14 });
// Readings are totals: a value is valid until the next reading.
const line = uPlot.paths.stepped?.({ align: 1 });

const labelWidth = (labels: string[] | null) =>
  18 + 7.4 * Math.max(3, ...(labels ?? []).map((text) => text.length));

function fade({ ctx, bbox }: uPlot, colours: PlotColors): CanvasGradient {
  const gradient = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height);
  gradient.addColorStop(0, colours.area);
  gradient.addColorStop(1, colours.faded);
  return gradient;
}

/** Draws one series with uPlot and reports the point under the pointer. */
export function createPlot(host: HTMLElement, config: PlotConfig): Plot {
  let colours = readPlotColors(host, config.token);
  const isBars = config.kind === 'bars';
  const paths = isBars ? bars : line;

  const options: uPlot.Options = {
    width: Math.max(200, host.clientWidth),
    height: config.height,
    padding: [14, null, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: isBars ? 0 : 9, width: 2 } },
    scales: {
      x: { range: (plot) => timeBounds(config.kind, plot.data[0]) },
      y: { range: (_, low, high) => valueBounds(config.kind, low ?? 0, high ?? 0) },
    },
    axes: [
      {
        stroke: () => colours.axis,
        font,
        grid: { show: false },
        ticks: { show: false },
        space: 72,
        size: 34,
        gap: 10,
        values: (_, ticks, __, ___, step) => timeLabels(ticks, step),
      },
      {
        stroke: () => colours.axis,
        font,
        grid: { stroke: () => colours.grid, width: 1 },
        ticks: { show: false },
        space: 48,
        gap: 8,
        size: (_, labels) => labelWidth(labels),
        ...(isBars && { incrs: integerSteps }),
        values: (_, ticks, __, ___, step) => ticks.map((tick) => config.formatAxis(tick, step)),
      },
    ],
    series: [
      {},
      {
        stroke: () => colours.series,
        fill: (plot) => (isBars ? colours.bar : fade(plot, colours)),
        width: isBars ? 0 : 2,
        points: { show: (plot) => plot.data[0].length === 1, size: 8 },
        ...(paths && { paths }),
      },
    ],
    hooks: {
      setCursor: [(plot) => config.onSelect((plot.cursor.left ?? -1) < 0 ? null : (plot.cursor.idx ?? null))],
      draw: [
        (plot) => {
          const time = plot.data[0].at(-1);
          const value = plot.data[1]?.at(-1);
          if (time === undefined || value === undefined || value === null) return;
          const { offsetLeft, offsetTop } = plot.over;
          config.onNewestMoved(offsetLeft + plot.valToPos(time, 'x'), offsetTop + plot.valToPos(value, 'y'));
        },
      ],
    },
  };

  const plot = new uPlot(options, [[], []], host);
  // Draws the labels again once their font is loaded.
  void document.fonts?.load('12px "Geist Mono"').then(() => plot.redraw(false, true));

  const put = (points: Point[]) =>
    plot.setData([points.map(([time]) => time), points.map(([, value]) => value)]);

  return {
    draw: put,
    moveCursorTo: (index) => {
      const time = index === null ? undefined : plot.data[0][index];
      const left = time === undefined ? -10 : plot.valToPos(time, 'x');
      plot.setCursor({ left, top: 0 }, false);
    },
    resize: (width) => plot.setSize({ width, height: config.height }),
    updateColors: () => {
      colours = readPlotColors(host, config.token);
      plot.redraw(false, false);
    },
    destroy: () => plot.destroy(),
  };
}
