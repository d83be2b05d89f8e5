import { findFilterExcess, formatFilter, parseFilter, type StatsFilter } from './filter.ts';
import { isLocalBound } from './local-bound.ts';
import {
  type StatsComparison,
  type StatsMatch,
  type StatsPeriod,
  statsComparisons,
  statsPeriods,
} from './model/periods.ts';

/** The period a view is about: a named one, or two dates or times in the company's time zone. */
export type ViewPeriod = { period: StatsPeriod } | { from: string; to: string };

/** The view of a portal: everything on the page follows it, and the address of the page holds it. */
export interface PortalView {
  period: ViewPeriod;
  compare: StatsComparison;
  /** Whether days are compared with the same weekday, or by date. */
  match: StatsMatch;
  filters: StatsFilter[];
  /** Whether orders and revenue count all orders, or only verified ones. */
  orders: 'all' | 'verified';
}

const defaultPeriod: StatsPeriod = '30d';
const defaultComparison: StatsComparison = 'previous';

const isOneOf = <Name extends string>(names: readonly Name[], text: string | null): text is Name =>
  (names as readonly (string | null)[]).includes(text);

/**
 * Reads the parameters of an address. What is missing or invalid has its default: an address is never refused.
 * `usualPeriod` is the period of an address without one, which an administrator chooses for a company.
 */
export function readPortalView(search: URLSearchParams, usualPeriod = defaultPeriod): PortalView {
  const compare = search.get('compare');
  return {
    period: readPeriod(search, usualPeriod),
    compare: isOneOf(statsComparisons, compare) ? compare : defaultComparison,
    match: search.get('match') === 'date' ? 'date' : 'weekday',
    filters: readFilters(search.getAll('filter')),
    orders: search.get('orders') === 'verified' ? 'verified' : 'all',
  };
}

/** The view of an address without parameters. */
export const defaultView: PortalView = readPortalView(new URLSearchParams());

/** The filters that one question may have. */
function readFilters(texts: readonly string[]): StatsFilter[] {
  let filters: StatsFilter[] = [];
  for (const text of texts) {
    const parsed = parseFilter(text);
    if ('problem' in parsed) continue;
    const more = [...filters, parsed];
    if (findFilterExcess(more) === undefined) filters = more;
  }
  return filters;
}

function readPeriod(search: URLSearchParams, usualPeriod: StatsPeriod): ViewPeriod {
  const from = search.get('from') ?? '';
  const to = search.get('to') ?? '';
  const isRange = isLocalBound(from) && isLocalBound(to) && from.length === to.length && from <= to;
  if (isRange) return { from, to };
  const period = search.get('period');
  return { period: isOneOf(statsPeriods, period) ? period : usualPeriod };
}

/** The parameters of an address, without the defaults and the usual period. Other parameters of `search` stay. */
export function writePortalView(
  view: PortalView,
  search: URLSearchParams,
  usualPeriod = defaultPeriod,
): URLSearchParams {
  const written = new URLSearchParams(search);
  for (const name of ['period', 'from', 'to', 'compare', 'match', 'filter', 'orders']) written.delete(name);
  if ('from' in view.period) {
    written.set('from', view.period.from);
    written.set('to', view.period.to);
  } else if (view.period.period !== usualPeriod) written.set('period', view.period.period);
  if (view.compare !== defaultComparison) written.set('compare', view.compare);
  if (view.match === 'date') written.set('match', view.match);
  for (const filter of view.filters) written.append('filter', formatFilter(filter));
  if (view.orders === 'verified') written.set('orders', view.orders);
  return written;
}

/** The parameters of a question to the stats API about what a view shows. */
export function toStatsQuery(view: PortalView): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(view.period)) query.set(name, value);
  query.set('compare', view.compare);
  if (view.match === 'date') query.set('match', view.match);
  for (const filter of view.filters) query.append('filter', formatFilter(filter));
  if (view.orders === 'verified') query.set('orders', view.orders);
  return query;
}
