import { type KeyboardEvent, type SyntheticEvent, useState } from 'react';
import { mapCountries, mapSize, otherLand } from './world-map.ts';

interface CountryMapProps {
  values: readonly { country: string; visitors: number }[];
  /** Names a country and its visitors. */
  toLabel: (country: string, visitors: number) => string;
  onSelect: (country: string) => void;
}

/**
 * Countries in shades of their visitors, with the name of the one under the pointer or with the focus. The keyboard
 * reaches the map once: arrow keys move between countries with visitors, Enter selects one.
 */
export function CountryMap({ values, toLabel, onSelect }: CountryMapProps) {
  const [pointed, setPointed] = useState<string>();
  const visitors = new Map(values.map(({ country, visitors }) => [country, visitors]));
  const most = Math.max(1, ...visitors.values());
  // The square root, because one country often has more visitors than all others.
  const toShade = (count: number) => 0.2 + 0.8 * Math.sqrt(count / most);
  const drawn = mapCountries.filter(([, { path }]) => path !== '');
  const visited = new Set(drawn.map(([code]) => code).filter((code) => (visitors.get(code) ?? 0) > 0));
  const reachable = values.map(({ country }) => country).filter((country) => visited.has(country));
  const entry = pointed !== undefined && visited.has(pointed) ? pointed : reachable[0];

  const point = ({ target }: SyntheticEvent) => setPointed(findCountry(target));
  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>) => {
    const country = findCountry(event.target);
    if (country === undefined) return;
    const at = reachable.indexOf(country);
    const steps: Record<string, number> = {
      ArrowRight: (at + 1) % reachable.length,
      ArrowDown: (at + 1) % reachable.length,
      ArrowLeft: (at + reachable.length - 1) % reachable.length,
      ArrowUp: (at + reachable.length - 1) % reachable.length,
      Home: 0,
      End: reachable.length - 1,
    };
    const next = reachable[steps[event.key] ?? -1];
    if (next !== undefined) {
      event.currentTarget.querySelector<SVGElement>(`[data-country="${next}"]`)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') onSelect(country);
    else return;
    event.preventDefault();
  };

  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot contain shapes. */}
      <svg
        role="group"
        aria-label="Map of visitors by country"
        viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}
        className="h-auto w-full"
        onPointerOver={point}
        onPointerLeave={() => setPointed(undefined)}
        onFocus={point}
        onBlur={() => setPointed(undefined)}
        onKeyDown={onKeyDown}
      >
        <path d={otherLand} className="fill-sunken stroke-line" strokeWidth="0.5" />
        {drawn.map(([code, { path }]) => {
          const count = visitors.get(code) ?? 0;
          if (count === 0)
            return (
              <path
                key={code}
                d={path}
                data-country={code}
                className="fill-sunken stroke-line"
                strokeWidth="0.5"
              />
            );
          return (
            // biome-ignore lint/a11y/useSemanticElements: a button cannot be a shape.
            <path
              key={code}
              d={path}
              data-country={code}
              role="button"
              tabIndex={code === entry ? 0 : -1}
              aria-label={toLabel(code, count)}
              className="cursor-pointer fill-chart-1 stroke-raised outline-none hover:stroke-ink focus-visible:stroke-ink focus-visible:stroke-[3]"
              strokeWidth="0.75"
              fillOpacity={toShade(count)}
              onClick={() => onSelect(code)}
            />
          );
        })}
      </svg>
      {pointed !== undefined && (
        <p
          aria-hidden="true"
          className="pointer-events-none absolute bottom-0 left-0 rounded-control border border-line bg-raised px-2.5 py-1 text-note tabular"
        >
          {toLabel(pointed, visitors.get(pointed) ?? 0)}
        </p>
      )}
    </div>
  );
}

const findCountry = (target: EventTarget): string | undefined =>
  target instanceof SVGElement ? target.dataset.country : undefined;
