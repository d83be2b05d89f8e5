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
