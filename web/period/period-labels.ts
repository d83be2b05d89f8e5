import type { StatsComparison, StatsPeriod } from '../../contract/stats/model/periods.ts';
import type { ViewPeriod } from '../../contract/stats/view.ts';
import { formatDate } from '../figures/format.ts';

export const periodLabels: Record<StatsPeriod, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  '12mo': 'Last 12 months',
  all: 'All time',
};

export const comparisonLabels: Record<StatsComparison, string> = {
  previous: 'the period before',
  year: 'the same period last year',
  none: 'nothing',
};

const dateFormat = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const timeFormat = { ...dateFormat, hour: 'numeric', minute: '2-digit' } as const;
// Dates and times on the wall clock have no zone: written and read as UTC they stay what they are.
const formatLocal = (text: string) =>
  text.includes('T')
    ? formatDate(`${text}Z`, timeFormat, 'UTC')
    : formatDate(`${text}T00:00Z`, dateFormat, 'UTC');

export function formatPeriod(period: ViewPeriod): string {
  if ('period' in period) return periodLabels[period.period];
  const { from, to } = period;
  if (from === to) return formatLocal(from);
  if (from.includes('T') && from.slice(0, 10) === to.slice(0, 10))
    return `${formatLocal(from)} – ${formatDate(`${to}Z`, { hour: 'numeric', minute: '2-digit' }, 'UTC')}`;
  return `${formatLocal(from)} – ${formatLocal(to)}`;
}
