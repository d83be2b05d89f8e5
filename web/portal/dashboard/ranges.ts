import { range } from '../../../contract/analytics.ts';
import type { Range } from '../../../contract/constants.ts';

export const rangeLabels: Record<Range, { short: string; long: string; within: string }> = {
  '24h': { short: '24 h', long: 'Last 24 hours', within: 'in 24 h' },
  '7d': { short: '7 d', long: 'Last 7 days', within: 'in 7 days' },
  '30d': { short: '30 d', long: 'Last 30 days', within: 'in 30 days' },
  all: { short: 'All', long: 'All time', within: 'in all' },
};

/** The range in a portal's address; 24 hours by default. */
export const readRange = (search: URLSearchParams): Range => range.catch('24h').parse(search.get('range'));
