import { mapCountries, mapSize, otherLand } from './world-map.ts';

interface CountryMapProps {
  values: readonly { country: string; visitors: number }[];
  /** The tooltip of a country. */
  toLabel: (country: string, visitors: number) => string;
  onSelect: (country: string) => void;
}

/** Countries in shades of their visitors. For the pointer alone: the list of countries has the same for the keyboard. */
export function CountryMap({ values, toLabel, onSelect }: CountryMapProps) {
  const visitors = new Map(values.map((value) => [value.country, value.visitors]));
  const most = Math.max(1, ...visitors.values());
  // The square root, because one country often has more visitors than all others.
  const toShade = (count: number) => 0.2 + 0.8 * Math.sqrt(count / most);
  return (
    <svg viewBox={`0 0 ${mapSize.width} ${mapSize.height}`} className="h-auto w-full" aria-hidden="true">
      <path d={otherLand} className="fill-sunken stroke-line" strokeWidth="0.5" />
      {mapCountries.map(([code, { path }]) => {
        const count = visitors.get(code) ?? 0;
        if (path === '') return null;
        if (count === 0)
          return <path key={code} d={path} className="fill-sunken stroke-line" strokeWidth="0.5" />;
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list of countries is the form for the keyboard.
          <path
            key={code}
            d={path}
            className="cursor-pointer fill-chart-1 stroke-raised hover:stroke-ink"
            strokeWidth="0.75"
            fillOpacity={toShade(count)}
            onClick={() => onSelect(code)}
          >
            <title>{toLabel(code, count)}</title>
          </path>
        );
      })}
    </svg>
  );
}
