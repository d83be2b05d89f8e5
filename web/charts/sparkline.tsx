import type { Point } from '../../contract/analytics.ts';
import { downsample } from './downsample.ts';

const width = 120;
const height = 28;

/** A small line without axes. Decorative: the values are shown next to it. */
export function Sparkline({ points }: { points: Point[] }) {
  const shown = downsample(points, 48);
  const first = shown[0];
  const last = shown.at(-1);
  if (!first || !last || shown.length < 2) return <div className="h-8" />;

  const values = shown.map(([, value]) => value);
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const seconds = last[0] - first[0] || 1;
  const toPosition = ([time, value]: Point) => {
    const x = ((time - first[0]) / seconds) * width;
    const y = height - 2 - ((value - low) / span) * (height - 4);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };

  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="h-8 w-full"
      aria-hidden="true"
    >
      <path
        d={`M${shown.map(toPosition).join('L')}`}
        className="stroke-chart-1"
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
