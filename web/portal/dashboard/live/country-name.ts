import { unknownValue } from '../../../../contract/stats.ts';

/** The name of a country in the reader's language; the code itself if it has none. */
export function toCountryName(code: string): string {
  if (code === unknownValue) return 'Unknown';
  try {
    return new Intl.DisplayNames([...navigator.languages, 'en'], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}
