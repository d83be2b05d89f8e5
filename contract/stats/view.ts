import { z } from 'zod';
import { filterParameter, findFilterExcess, formatFilter, type StatsFilter } from './filter.ts';
import { type StatsPeriod, statsPeriods } from './model/periods.ts';
import { localBound, type StatsComparison, type StatsMatch, statsComparisons } from './questions.ts';

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

const period = z.enum(statsPeriods);
const comparison = z.enum(statsComparisons);

/** Reads the parameters of an address. What is missing or invalid has its default: an address is never refused. */
export function readPortalView(search: URLSearchParams): PortalView {
  return {
    period: readPeriod(search),
    compare: comparison.catch(defaultComparison).parse(search.get('compare')),
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
    const more = [...filters, ...(filterParameter.safeParse(text).data ?? [])];
    if (findFilterExcess(more) === undefined) filters = more;
  }
  return filters;
}

function readPeriod(search: URLSearchParams): ViewPeriod {
  const from = localBound.safeParse(search.get('from'));
  const to = localBound.safeParse(search.get('to'));
  const isRange = from.success && to.success && from.data.length === to.data.length && from.data <= to.data;
  if (isRange) return { from: from.data, to: to.data };
  return { period: period.catch(defaultPeriod).parse(search.get('period')) };
}

/** The parameters of an address, without the defaults. Other parameters of `search` stay. */
export function writePortalView(view: PortalView, search: URLSearchParams): URLSearchParams {
  const written = new URLSearchParams(search);
  for (const name of ['period', 'from', 'to', 'compare', 'match', 'filter', 'orders']) written.delete(name);
  if ('from' in view.period) {
    written.set('from', view.period.from);
    written.set('to', view.period.to);
  } else if (view.period.period !== defaultPeriod) written.set('period', view.period.period);
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
