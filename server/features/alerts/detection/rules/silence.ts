import type { HourRates } from './hour-rates.ts';

/** An improbability of 1 in 10,000: -ln(1 / 10,000). */
const improbable = 9.2;
const minutesMin = 30;
/** Under so many a day, two days have to pass. */
const tinyPerDay = 10;
const tinyHours = 48;
/** Days of history without which there is no usual week. */
export const knownDaysMin = 21;
/** The silence of a site whose usual week is not known. */
const unknownHours = 48;

/** A time without a visit or an order. */
export interface Gap {
  /** How long it has lasted. */
  hours: number;
  /** How many would usually have come. */
  expected: number;
  /** -ln of the probability that none comes. */
  improbability: number;
}

export const noGap: Gap = { hours: 0, expected: 0, improbability: 0 };

/** A gap after some more time, in which so many would usually have come. */
export function lengthen(gap: Gap, hours: number, expected: number, dispersion: number): Gap {
  return {
    hours: gap.hours + hours,
    expected: gap.expected + expected,
    improbability: gap.improbability + toImprobability(expected, dispersion),
  };
}

/**
 * Visits come in bursts, so that their counts are negative-binomial: hours without any are more common than with independent
 * visits. Without dispersion it is `expected`.
 */
const toImprobability = (expected: number, dispersion: number) =>
  Math.log1p(dispersion * expected) / dispersion;

/**
 * Whether a gap is no coincidence. Of independent visits of which E are expected, none comes with a probability of e^-E: below 1
 * in 10,000 if E exceeds 9.2. But after every visit a gap may begin, so that a day has as many chances as it has visits. With
 * 9.2 + ln(visits of a day), the probability of a wrong alert on a day is below 1 in 10,000.
 */
export function isNoCoincidence(gap: Gap, { perDay, days }: Pick<HourRates, 'perDay' | 'days'>): boolean {
  if (days < knownDaysMin) return gap.hours >= unknownHours;
  const hoursMin = perDay < tinyPerDay ? tinyHours : minutesMin / 60;
  return gap.hours >= hoursMin && gap.improbability > improbable + Math.log(Math.max(1, perDay));
}
