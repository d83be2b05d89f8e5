import { type AxisLabels, pickFitting } from './bucket-labels.ts';
import { type Box, type ChartGeometry, createGeometry } from './chart-geometry.ts';
import type { ChartSeries } from './chart-series.ts';
import type { ChartKind } from './scales.ts';

interface DrawnLabels extends AxisLabels {
  /** The label of a tick of the value axis. */
  value: (value: number) => string;
}

interface TimeChartOptions {
  kind: ChartKind;
  series: ChartSeries;
  /** The distances that the labels of the value axis may have, as `toValueSteps` has them; undefined for any. */
  valueSteps?: readonly number[] | undefined;
  labels: DrawnLabels;
  /** The whole picture, with the labels of its axes. */
  width: number;
  height: number;
  /** The height of the labels' font, in the unit of the drawing. */
  fontSize: number;
  /** The width of a label. Default: that of a typewriter font, which is wider than most. */
  measure?: (text: string) => number;
  /** Room right of the area within the axes. Default: one and a half of the font's height. */
  right?: number;
}

/** A label: its text, and the point where it is. Labels are centred vertically at it. */
export interface PlacedLabel {
  text: string;
  x: number;
  y: number;
}

/** A chart with its axes, as data of SVG paths and places of texts, for media that cannot stretch it: pictures and pages of paper. */
export interface TimeChart {
  /** The area within the axes, in the picture. */
  plot: Box & { left: number; top: number };
  /** The paths. Their origin is the upper left corner of `plot`. */
  geometry: ChartGeometry;
  /** Left of the area: `x` is where their texts end. In the picture. */
  valueLabels: PlacedLabel[];
  /** Below the area: `x` is the middle of their texts. In the picture. */
  bucketLabels: (PlacedLabel & { index: number })[];
}

/** Distances in heights of the font. */
const room = { top: 1.5, right: 1.5, bottom: 17 / 6, besideValues: 5 / 6, aboveBuckets: 1.5, between: 5 / 3 };
const characterWidth = 0.617;

export function drawTimeChart({
  kind,
  series,
  valueSteps,
  labels,
  width,
  height,
  fontSize,
  measure = (text) => text.length * characterWidth * fontSize,
  right = room.right * fontSize,
}: TimeChartOptions): TimeChart {
  const draw = (box: Box) => createGeometry({ kind, series, valueSteps, box });
  const texts = draw({ width: 1, height: 1 }).scale.ticks.map(labels.value);
  const left = Math.max(0, ...texts.map(measure)) + room.besideValues * fontSize;
  const top = room.top * fontSize;
  const box = {
    width: Math.max(1, width - left - right),
    height: Math.max(1, height - top - room.bottom * fontSize),
  };
  const geometry = draw(box);
  const count = series.values.length;
  const picked = pickFitting(count, labels, {
    ...{ width: box.width, right, measure, gap: room.between * fontSize },
  });
  return {
    plot: { left, top, ...box },
    geometry,
    valueLabels: geometry.scale.ticks.map((tick, index) => ({
      text: texts[index] ?? '',
      x: left - room.besideValues * fontSize,
      y: top + geometry.pointAt(0, tick)[1],
    })),
    bucketLabels: picked.map((index) => ({
      index,
      text: labels.axis(index),
      x: left + ((index + 0.5) / count) * box.width,
      y: top + box.height + room.aboveBuckets * fontSize,
    })),
  };
}
