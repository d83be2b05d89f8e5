import type { ChartSeries } from './chart-series.ts';
import { type Point, round, toAreaPath, toBarsPath, toDotsPath, toLinePath } from './paths.ts';
import { type ChartKind, toValueScale, type ValueScale } from './scales.ts';

/** The area within the axes, in the unit of the drawing. */
export interface Box {
  width: number;
  height: number;
}

interface GeometryOptions {
  kind: ChartKind;
  series: ChartSeries;
  /** The distances that the labels of the value axis may have; undefined for any. */
  valueSteps?: readonly number[] | undefined;
  box: Box;
}

/** The drawing of a chart: data of SVG paths in the unit of its box. Empty text where there is nothing to draw. */
export interface ChartGeometry {
  scale: ValueScale;
  /** Horizontal lines at the ticks of the value axis. */
  grid: string;
  /** Zero, where it is not the lower edge. */
  zero: string;
  /** The compared period: a line, or the outlines of bars. */
  ghostLine: string;
  ghostDots: string;
  ghostBars: string;
  /** Under the line. */
  area: string;
  line: string;
  dots: string;
  bars: string;
  /** The last segment of a line, whose end still changes. */
  unfinishedLine: string;
  /** The unfinished bar: its edges in the box. Null without one. */
  unfinishedBar: { left: number; top: number; width: number; height: number } | null;
  /** The place of a value at a bucket. */
  pointAt: (index: number, value: number) => Point;
}

/** Shares of the room of a bucket, and at most of the whole width: few buckets have slim bars, too. */
const barWidth = { room: 0.64, most: 0.06 };
const ghostWidth = { room: 0.86, most: 0.08 };
/** With more bars than this the outlines of compared bars would cover each other: a line over the bars shows them. */
const outlinesMax = 62;

/**
 * The one drawing of a series and the one it is compared with, for every medium: pages stretch a box of 100 × 100,
 * pictures have a box in pixels. The horizontal axis is the number of the bucket.
 */
export function createGeometry({ kind, series, valueSteps, box }: GeometryOptions): ChartGeometry {
  const { values, unfinished } = series;
  const count = Math.max(1, values.length);
  // The compared period may be longer.
  const ghost = series.ghost?.slice(0, values.length) ?? [];
  const scale = toValueScale([...values, ...ghost], valueSteps);
  const y = (value: number) => ((scale.high - value) / (scale.high - scale.low)) * box.height;
  const pointAt = (index: number, value: number): Point => [((index + 0.5) / count) * box.width, y(value)];
  const toPoints = (list: readonly (number | null)[], isDrawn: (index: number) => boolean = () => true) =>
    list.map((value, index) => (value !== null && isDrawn(index) ? pointAt(index, value) : null));
  const base = y(0);
  const widthOf = ({ room, most }: typeof barWidth) => Math.min(room / count, most) * box.width;

  const across = (at: number) => `M0 ${round(at)}H${box.width}`;
  const finished = toPoints(values, (index) => index !== unfinished);
  const compared = toPoints(ghost);
  const isLine = kind === 'line';
  const ghostIsLine = isLine || values.length > outlinesMax;
  const segment = toPoints(
    values,
    (index) => unfinished !== null && (index === unfinished || index === unfinished - 1),
  );
  return {
    scale,
    grid: scale.ticks.map((tick) => across(y(tick))).join(''),
    zero: scale.low < 0 ? across(base) : '',
    ghostLine: ghostIsLine ? toLinePath(compared) : '',
    ghostDots: ghostIsLine ? toDotsPath(compared) : '',
    ghostBars: ghostIsLine ? '' : toBarsPath(compared, widthOf(ghostWidth), base),
    area: isLine ? toAreaPath(finished, base) : '',
    line: isLine ? toLinePath(finished) : '',
    dots: isLine ? toDotsPath(finished) : '',
    bars: isLine ? '' : toBarsPath(finished, widthOf(barWidth), base),
    unfinishedLine: isLine ? toLinePath(segment) : '',
    unfinishedBar: isLine ? null : toEdges(toPoints(values)[unfinished ?? -1], widthOf(barWidth), base),
    pointAt,
  };
}

function toEdges(point: Point | null | undefined, width: number, base: number) {
  // The outline of a bar without height would be a dash on the axis.
  if (!point || point[1] === base) return null;
  const [x, y] = point;
  return { left: x - width / 2, top: Math.min(y, base), width, height: Math.abs(y - base) };
}
