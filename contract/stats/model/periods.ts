export const statsPeriods = [
  'today',
  'yesterday',
  '7d',
  '30d',
  'this-month',
  'last-month',
  '12mo',
  'all',
] as const;
export type StatsPeriod = (typeof statsPeriods)[number];

export const statsIntervals = ['minute', 'hour', 'day', 'week', 'month'] as const;
export type StatsInterval = (typeof statsIntervals)[number];

export const statsComparisons = ['previous', 'year', 'none'] as const;
export type StatsComparison = (typeof statsComparisons)[number];

/** The property that a day has in common with the day it is compared with. */
export const statsMatches = ['weekday', 'date'] as const;
export type StatsMatch = (typeof statsMatches)[number];

/** Periods of more days have weeks or months as buckets, in which every weekday is: they are compared by date. */
export const weekdaysMatchedUpTo = 100;
