import {
  type FilterOperator,
  type StatsDimension,
  visitDimensions,
  type withinVisitFilters,
} from '../../../../contract/stats/model/definitions.ts';
import type { Hit, Visit, VisitDimensions } from './visits.ts';

export interface Filter {
  dimension: StatsDimension | (typeof withinVisitFilters)[number];
  operator: FilterOperator;
  values: string[];
}

export interface Goal {
  kind: 'page' | 'event';
  value: string;
}

const isVisitDimension = (name: string): name is (typeof visitDimensions)[number] =>
  visitDimensions.some((dimension) => dimension === name);

const isPageViewOrEvent = ({ event }: Hit) => event.kind === 'pageview' || event.kind === 'event';

/** Ignores the case of letters. */
export const containsText = (value: string, part: string) => value.toLowerCase().includes(part.toLowerCase());

/** Whether a value fits the filter. Undefined (a row without such a value) never fits. */
function fits(value: string | undefined, { operator, values }: Filter): boolean {
  if (value === undefined) return false;
  if (operator === 'is') return values.includes(value);
  if (operator === 'is-not') return !values.includes(value);
  if (operator === 'contains') return values.some((part) => containsText(value, part));
  return values.some((start) => value.startsWith(start));
}

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

function saw(visit: Visit, filter: Filter): boolean {
  const kind = filter.dimension === 'saw-page' ? 'pageview' : 'event';
  const values = visit.hits
    .filter(({ event }) => event.kind === kind)
    .map(({ event }) => (kind === 'pageview' ? event.path : (event.event_name ?? undefined)));
  // "Did not see this page": none of the visit's pages is one of the values.
  if (filter.operator === 'is-not')
    return values.every((value) => value === undefined || fits(value, filter));
  return values.some((value) => fits(value, filter));
}

/** Whether the visit satisfies every filter on visits. A row without a visit (null) satisfies `is-not` alone. */
export function visitFits(visit: Visit | null, filters: Filter[]): boolean {
  return filters.every((filter) => {
    const { dimension, operator } = filter;
    const isWithin = dimension === 'saw-page' || dimension === 'did-event';
    if (!isWithin && !isVisitDimension(dimension)) return true;
    if (visit === null) return operator === 'is-not';
    return isVisitDimension(dimension) ? fits(visit.dimensions[dimension], filter) : saw(visit, filter);
  });
}

/**
 * Whether a refund counts under the filters: they have to be on the dimensions of visits alone, which it has if its order
 * belonged to a visit.
 */
export function refundFits(dimensions: VisitDimensions | null, filters: Filter[]): boolean {
  return filters.every((filter) => {
    const { dimension } = filter;
    return isVisitDimension(dimension) && dimensions !== null && fits(dimensions[dimension], filter);
  });
}

const isOnRows = ({ dimension }: Filter) =>
  dimension !== 'saw-page' && dimension !== 'did-event' && !isVisitDimension(dimension);

/** Whether the row is a page view or event that satisfies every filter on rows. */
export function hitFits(hit: Hit, filters: Filter[]): boolean {
  return (
    isPageViewOrEvent(hit) &&
    filters.filter(isOnRows).every((filter) => fits(valueOfHit(hit, filter.dimension), filter))
  );
}

/** Whether a visit has, at any time, a row that satisfies all filters on rows together. */
export function hasFittingHit(visit: Visit, filters: Filter[]): boolean {
  return !filters.some(isOnRows) || visit.hits.some((hit) => hitFits(hit, filters));
}

export function reachesGoal(visit: Visit, { kind, value }: Goal): boolean {
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
