/**
 * Formats of the browser and of Node.js. Making one takes as long as hundreds of uses, so each is kept. The number is bounded
 * because a server gets locales from its readers.
 */
const keptMax = 300;
const kept = new Map<string, unknown>();

function keep<Format>(name: string, locales: readonly string[], options: object, make: () => Format): Format {
  const key = JSON.stringify([name, locales, options]);
  const known = kept.get(key);
  if (known !== undefined) return known as Format;
  if (kept.size >= keptMax) kept.clear();
  const format = make();
  kept.set(key, format);
  return format;
}

export const toNumberFormat = (locales: string[], options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  keep('number', locales, options, () => new Intl.NumberFormat(locales, options));

export const toDateFormat = (locales: string[], options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  keep('date', locales, options, () => new Intl.DateTimeFormat(locales, options));

export const toDisplayNames = (locales: string[], options: Intl.DisplayNamesOptions): Intl.DisplayNames =>
  keep('names', locales, options, () => new Intl.DisplayNames(locales, options));
