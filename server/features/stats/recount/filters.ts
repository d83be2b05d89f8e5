import {
  type FilterSubject,
  isVisitDimension,
  isWithinVisitSubject,
} from '../../../../contract/stats/model/dimensions.ts';
import { type FilterOperator, isNegative } from '../../../../contract/stats/model/operators.ts';
import type { Hit, Visit, VisitDimensions } from './visits.ts';

export interface RecountFilter {
  dimension: FilterSubject;
  operator: FilterOperator;
  values: string[];
}

export interface RecountGoal {
  kind: 'page' | 'event';
  value: string;
}

const isPageViewOrEvent = ({ event }: Hit) => event.kind === 'pageview' || event.kind === 'event';

/** Ignores the case of letters. */
export const containsText = (value: string, part: string) => value.toLowerCase().includes(part.toLowerCase());

const matches: Record<FilterOperator, (value: string, given: string[]) => boolean> = {
  is: (value, given) => given.includes(value),
  'is-not': (value, given) => !given.includes(value),
  contains: (value, given) => given.some((part) => containsText(value, part)),
  'starts-with': (value, given) => given.some((start) => value.startsWith(start)),
};

/** Whether a value fits the filter. Undefined (a row without such a value) never fits. */
const fits = (value: string | undefined, { operator, values }: RecountFilter): boolean =>
  value !== undefined && matches[operator](value, values);

/** The value of a dimension of single rows. Undefined where the row has none. */
export function valueOfHit(hit: Hit, dimension: string): string | undefined {
  if (dimension === 'page') return hit.event.path;
  if (dimension === 'host') return hit.host;
  if (hit.event.kind !== 'event') return undefined;
  if (dimension === 'event') return hit.event.event_name ?? undefined;
  const name = dimension.slice('property:'.length);
  const properties = hit.event.properties ?? {};
  return Object.hasOwn(properties, name) ? String(properties[name]) : undefined;
}

function saw(visit: Visit, filter: RecountFilter): boolean {
  const kind = filter.dimension === 'saw-page' ? 'pageview' : 'event';
  const values = visit.hits
    .filter(({ event }) => event.kind === kind)
    .map(({ event }) => (kind === 'pageview' ? event.path : (event.event_name ?? undefined)));
  // "Did not see this page": none of the visit's pages is one of the values.
  if (isNegative(filter.operator)) return values.every((value) => value === undefined || fits(value, filter));
  return values.some((value) => fits(value, filter));
}

/** Whether the visit satisfies every filter on visits. A row without a visit (null) satisfies `is-not` alone. */
export function visitFits(visit: Visit | null, filters: RecountFilter[]): boolean {
  return filters.every((filter) => {
    const { dimension, operator } = filter;
    if (!isWithinVisitSubject(dimension) && !isVisitDimension(dimension)) return true;
    if (visit === null) return isNegative(operator);
    return isVisitDimension(dimension) ? fits(visit.dimensions[dimension], filter) : saw(visit, filter);
  });
}

/**
 * Whether a refund counts under the filters: they have to be on the dimensions of visits alone, which it has if its order
 * belonged to a visit.
 */
export function refundFits(dimensions: VisitDimensions | null, filters: RecountFilter[]): boolean {
  return filters.every((filter) => {
    const { dimension } = filter;
    return isVisitDimension(dimension) && dimensions !== null && fits(dimensions[dimension], filter);
  });
}

const isOnRows = ({ dimension }: RecountFilter) =>
  !isWithinVisitSubject(dimension) && !isVisitDimension(dimension);

/** Whether the row is a page view or event that satisfies every filter on rows. */
export function hitFits(hit: Hit, filters: RecountFilter[]): boolean {
  return (
    isPageViewOrEvent(hit) &&
    filters.filter(isOnRows).every((filter) => fits(valueOfHit(hit, filter.dimension), filter))
  );
}

/** Whether a visit has, at any time, a row that satisfies all filters on rows together. */
export function hasFittingHit(visit: Visit, filters: RecountFilter[]): boolean {
  return !filters.some(isOnRows) || visit.hits.some((hit) => hitFits(hit, filters));
}

export function reachesGoal(visit: Visit, { kind, value }: RecountGoal): boolean {
  return visit.hits.some(({ event }) =>
    kind === 'page'
      ? event.kind === 'pageview' && fitsPattern(event.path, value)
      : event.kind === 'event' && event.event_name === value,
  );
}

/** A path fits a pattern if everything except the stars is there, in this order. */
export function fitsPattern(path: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'su').test(path);
}
