import map from './world-map.json';

interface MapCountry {
  /** An SVG path; empty for countries that are too small to be drawn. */
  path: string;
  /** The middle of the largest part, where a dot is. */
  at: number[];
}

export const mapSize = { width: map.width, height: map.height };

const countries = new Map<string, MapCountry>(Object.entries(map.countries));

export const findMapCountry = (code: string) => countries.get(code);
export const mapCountries = [...countries];
/** Land that belongs to no country with a code. */
export const otherLand = map.land;
