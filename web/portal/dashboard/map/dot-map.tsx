import { findMapCountry, mapCountries, mapSize, otherLand } from './world-map.ts';

interface DotMapProps {
  values: readonly { value: string; visitors: number }[];
}

const radiusMax = 16;

/** A dot in each country, its area in proportion to the visitors. Decorative: the list next to it has the numbers. */
export function DotMap({ values }: DotMapProps) {
  const most = Math.max(1, ...values.map(({ visitors }) => visitors));
  return (
    <svg viewBox={`0 0 ${mapSize.width} ${mapSize.height}`} className="h-auto w-full" aria-hidden="true">
      <path d={otherLand} className="fill-sunken stroke-line" strokeWidth="0.5" />
      {mapCountries.map(([code, { path }]) => (
        <path key={code} d={path} className="fill-sunken stroke-line" strokeWidth="0.5" />
      ))}
      {values.map(({ value, visitors }) => {
        const [x, y] = findMapCountry(value)?.at ?? [];
        if (x === undefined || y === undefined) return null;
        const radius = Math.max(5, radiusMax * Math.sqrt(visitors / most));
        return (
          <g key={value}>
            <circle cx={x} cy={y} r={radius} className="fill-live-dot" opacity="0.3" />
            <circle cx={x} cy={y} r="4" className="fill-live-dot" />
          </g>
        );
      })}
    </svg>
  );
}
