import { otherValue } from '../../../../../contract/constants.ts';
import {
  dimensionOf,
  type NamedDimension,
  noneValue,
  unknownValue,
} from '../../../../../contract/stats/model/dimensions.ts';
import { toOneLine } from '../../../../platform/mail/one-line.ts';
import type { ReportFormats } from './report-formats.ts';

/** Longer ones are cut. */
const labelMax = 100;

const devices: Record<string, string> = {
  phone: 'Phone',
  mobile: 'Mobile',
  tablet: 'Tablet',
  laptop: 'Laptop',
  desktop: 'Desktop',
};

/** The value of a dimension as people read it, on one line. */
export function toValueName(
  dimension: NamedDimension,
  value: string,
  { country, language }: ReportFormats,
): string {
  if (value === unknownValue) return 'Unknown';
  if (value === noneValue) return dimensionOf(dimension).none ?? 'None';
  if (value === otherValue) return 'Too many different values';
  const line = toOneLine(value, labelMax);
  if (line === '') return 'Empty';
  if (dimension === 'country') return toOneLine(country(line), labelMax);
  if (dimension === 'language') return toOneLine(language(line), labelMax);
  if (dimension === 'device' || dimension === 'screen') return devices[line] ?? line;
  return line;
}
