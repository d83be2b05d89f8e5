import uPlot from 'uplot';
import type { BucketLabels, ChartSeries } from './chart-series.ts';
import { type PlotColors, readPlotColors } from './plot-colors.ts';
import { toPlotData } from './plot-data.ts';
import { indexBounds, type PlotKind, pickLabelled, valueBounds } from './plot-scales.ts';
import { createPlotSeries } from './plot-series.ts';

export interface PlotConfig {
  kind: PlotKind;
  /** The CSS custom property with the colour of the series. */
  token: string;
  height: number;
  formatAxis: (value: number) => string;
  /** The distances that the labels of the value axis may have; undefined for any. */
  valueSteps: () => number[] | undefined;
  labels: () => BucketLabels;
  onDrawn: (plot: Plot) => void;
}

/** The area of the plot within the axes, in CSS pixels from the host's top left corner. */
export interface PlotArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Plot {
  draw: (series: ChartSeries) => void;
  area: () => PlotArea;
  /** Distance of a bucket's value from the top of the area, in CSS pixels; undefined in a gap. */
  topOf: (index: number) => number | undefined;
  /** The drawing with its axes, and the colours it has now. */
  picture: () => { canvas: HTMLCanvasElement; colours: PlotColors };
  resize: (width: number) => void;
  updateColors: () => void;
  destroy: () => void;
}

const font = '12px "Geist Mono", "Geist Mono Fallback", ui-monospace, monospace';
const characterWidth = 7.4;
const rightPadding = 18;

const widestOf = (labels: readonly string[] | null) =>
  characterWidth * Math.max(3, ...(labels ?? []).map((text) => text.length));

/** The buckets with a label: as many as fit next to each other, without those that the right edge would cut. */
function splitIndexes(plot: uPlot, { axis, isMajor }: BucketLabels): number[] {
  const count = plot.data[0].length;
  const width = plot.over.clientWidth || plot.width;
  const labelWidth = widestOf([axis(0), axis(count - 1)]) + 20;
  const room = width + rightPadding - labelWidth / 2 + 8;
  return pickLabelled(count, Math.max(2, Math.floor(width / labelWidth)), isMajor).filter(
    (index) => ((index + 0.5) / count) * width <= room || count === 1,
  );
}

/** With values on both sides of it, zero is not the bottom edge, and a grid line alone would not show where it is. */
function drawZeroLine(plot: uPlot, colour: string): void {
  if ((plot.scales.y?.min ?? 0) >= 0) return;
  const { ctx, bbox } = plot;
  const y = Math.round(plot.valToPos(0, 'y', true)) + 0.5;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

/** Draws a series and the one it is compared with. The horizontal axis is the number of the bucket. */
export function createPlot(host: HTMLElement, config: PlotConfig): Plot {
  let colours = readPlotColors(host, config.token);
  let drawn: ChartSeries | undefined;

  const options: uPlot.Options = {
    width: Math.max(200, host.clientWidth),
    height: config.height,
    padding: [18, rightPadding, 0, 0],
    legend: { show: false },
    // The chart has its own cursor, which also works by touch and keys.
    cursor: { show: false },
    scales: {
      x: { time: false, range: (plot) => indexBounds(plot.data[0].length) },
      y: { range: (_, low, high) => valueBounds(low ?? 0, high ?? 0) },
    },
    axes: [
      {
        stroke: () => colours.axis,
        font,
        grid: { show: false },
        ticks: { show: false },
        size: 34,
        gap: 10,
        splits: (plot) => splitIndexes(plot, config.labels()),
        values: (_, splits) => splits.map((index) => config.labels().axis(index)),
      },
      {
        stroke: () => colours.axis,
        font,
        grid: { stroke: () => colours.grid, width: 1 },
        ticks: { show: false },
        space: 48,
        gap: 8,
        size: (_, labels) => 18 + widestOf(labels),
        incrs: () => config.valueSteps() ?? anySteps,
        values: (_, ticks) => ticks.map((tick) => config.formatAxis(tick)),
      },
    ],
    series: createPlotSeries(config.kind, () => colours),
    hooks: {
      drawAxes: [(plot) => drawZeroLine(plot, colours.axis)],
      draw: [() => config.onDrawn(created)],
    },
  };

  const created: Plot = {
    draw: (series) => {
      drawn = series;
      plot.setData(toPlotData(config.kind, series));
    },
    area: () => {
      const { offsetLeft: left, offsetTop: top, clientWidth: width, clientHeight: height } = plot.over;
      return { left, top, width, height };
    },
    topOf: (index) => {
      const value = drawn?.values[index];
      return typeof value === 'number' ? plot.valToPos(value, 'y') : undefined;
    },
    picture: () => ({ canvas: plot.ctx.canvas, colours }),
    resize: (width) => plot.setSize({ width, height: config.height }),
    updateColors: () => {
      colours = readPlotColors(host, config.token);
      plot.redraw(false, false);
    },
    destroy: () => plot.destroy(),
  };
  const plot = new uPlot(options, [[], [], [], [], []], host);
  // Draws the labels again once their font is loaded.
  void document.fonts?.load('12px "Geist Mono"').then(() => plot.redraw(false, true));
  return created;
}

/** Steps for which one decimal is enough in the labels: the axis begins at zero. */
const anySteps = Array.from({ length: 16 }, (_, power) => [1, 2, 5].map((n) => n * 10 ** (power - 1))).flat();
