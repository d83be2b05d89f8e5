import { type Point, toLinePath } from '../../contract/charts/paths.ts';

const width = 120;
const height = 28;

/** A small line without axes. Decorative: the values are shown next to it. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return <div className="h-8" />;
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map(
    (value, index): Point => [
      (index / (values.length - 1)) * width,
      height - 2 - ((value - low) / span) * (height - 4),
    ],
  );

  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="h-8 w-full"
      aria-hidden="true"
    >
      <path
        d={toLinePath(points)}
        className="stroke-chart-1"
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
