import { otherValue } from '../../contract/constants.ts';
import { toDisplayNames } from '../../contract/rules/locale/intl-formats.ts';
import {
  dimensionOf,
  type FilterSubject,
  isNamedDimension,
  noneValue,
  unknownValue,
} from '../../contract/stats/model/dimensions.ts';
import { locales } from './format.ts';

/** Names of screens and devices. */
const screens: Record<string, string> = {
  phone: 'Phone',
  mobile: 'Mobile',
  tablet: 'Tablet',
  laptop: 'Laptop',
  desktop: 'Desktop',
};

function nameOf(type: 'region' | 'language', code: string): string {
  try {
    return toDisplayNames(locales(), { type }).of(code) ?? code;
  } catch {
    // Not a code: shown as it was recorded.
    return code;
  }
}

/** The value of a dimension as people read it. */
export function toValueLabel(subject: FilterSubject, value: string): string {
  if (value === unknownValue) return 'Unknown';
  if (value === noneValue) return (isNamedDimension(subject) && dimensionOf(subject).none) || 'None';
  if (value === otherValue) return 'Too many different values';
  if (value === '') return 'Empty';
  if (subject === 'country') return nameOf('region', value);
  if (subject === 'language') return nameOf('language', value);
  if (subject === 'device' || subject === 'screen') return screens[value] ?? value;
  return value;
}

/** Whether the value is a country that has a code of two letters. */
export const isCountryCode = (value: string): boolean => /^[A-Z]{2}$/.test(value);
