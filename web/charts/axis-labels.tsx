import { memo } from 'react';
import { pickFitting } from '../../contract/charts/bucket-labels.ts';
import type { ChartGeometry } from '../../contract/charts/chart-geometry.ts';
import type { BucketLabels } from './chart-series.ts';

/** Distances of the area within the axes from the edges of a chart, in CSS pixels. */
export const edges = { top: 18, right: 18, bottom: 34 };
const room = { right: edges.right, measure: (text: string) => 7.4 * text.length, gap: 20 };

/** Widths of the area, in CSS pixels, from which more labels fit. Style sheets choose: scripts do not measure. */
const widths = [
  { from: 230, className: '@md:hidden' },
  { from: 360, className: 'hidden @md:block @2xl:hidden' },
  { from: 590, className: 'hidden @2xl:block' },
] as const;

/** The room left of the area for the longest label of the value axis. */
export const axisWidth = (texts: readonly string[]): string =>
  `calc(${Math.max(3, ...texts.map((text) => text.length))}ch + 18px)`;

/** The labels of the value axis: in the room left of their container, which has the size of the area. */
export function ValueLabels({ geometry, texts }: { geometry: ChartGeometry; texts: readonly string[] }) {
  return geometry.scale.ticks.map((tick, index) => (
    <span
      key={tick}
      className="absolute right-full mr-2 -translate-y-1/2 whitespace-nowrap"
      style={{ top: `${geometry.pointAt(0, tick)[1].toFixed(2)}%` }}
    >
      {texts[index]}
    </span>
  ));
}

/** The labels of the buckets: as many as fit next to each other in each width. */
export const BucketAxis = memo(function BucketAxis({
  count,
  labels,
}: {
  count: number;
  labels: BucketLabels;
}) {
  return widths.map(({ from, className }) => (
    <div key={from} className={className}>
      {pickFitting(count, labels, { ...room, width: from }).map((index) => (
        <span
          key={index}
          className="absolute top-full mt-3 -translate-x-1/2 whitespace-nowrap"
          style={{ left: `${(((index + 0.5) / count) * 100).toFixed(2)}%` }}
        >
          {labels.axis(index)}
        </span>
      ))}
    </div>
  ));
});
