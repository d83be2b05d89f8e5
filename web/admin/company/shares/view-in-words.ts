import type { StatsFilter } from '../../../../contract/stats/filter.ts';
import {
  dimensionOf,
  type FilterSubject,
  isNamedDimension,
  isWithinVisitSubject,
  withinVisit,
} from '../../../../contract/stats/model/dimensions.ts';
import { operators } from '../../../../contract/stats/model/operators.ts';
import type { StatsComparison } from '../../../../contract/stats/model/periods.ts';
import { type PortalView, readPortalView, type ViewPeriod } from '../../../../contract/stats/view.ts';
import { periodNames } from '../display/display-names.ts';

export const comparisonNames: Record<StatsComparison, string> = {
  previous: 'The period before',
  year: 'The same period last year',
  none: 'Nothing',
};

export const readView = (text: string): PortalView => readPortalView(new URLSearchParams(text));

export const toPeriodName = (period: ViewPeriod): string =>
  'period' in period ? periodNames[period.period] : `${period.from} to ${period.to}`.replaceAll('T', ' ');

function toSubjectName(subject: FilterSubject): string {
  if (isNamedDimension(subject)) return dimensionOf(subject).label;
  if (isWithinVisitSubject(subject)) return withinVisit[subject].label;
  return subject.replace('property:', 'Property ');
}

export const toFilterName = ({ subject, operator, values }: StatsFilter): string =>
  `${toSubjectName(subject)} ${operators[operator].label} ${values.join(' or ')}`;

/** "Last 30 days, compared with the period before, only Country is DE". */
export function describeView(text: string): string {
  const { period, compare, filters, orders } = readView(text);
  return [
    toPeriodName(period),
    compare !== 'none' && `compared with ${comparisonNames[compare].toLowerCase()}`,
    ...filters.map((filter) => `only ${toFilterName(filter)}`),
    orders === 'verified' && 'verified orders only',
  ]
    .filter(Boolean)
    .join(', ');
}
