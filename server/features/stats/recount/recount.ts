import {
  type StatsDimension,
  type StatsInterval,
  type StatsMetric,
  type VisitDimension,
  visitDimensions,
} from '../../../../contract/stats/model/definitions.ts';
import {
  type Filter,
  type Goal,
  hasFittingHit,
  hitFits,
  reachesGoal,
  refundFits,
  valueOfHit,
  visitFits,
} from './filters.ts';
import { type InstantRange, toBucketStart } from './periods.ts';
import { type RawOrder, toDecimal, toUnits } from './raw-rows.ts';
import type { Hit, Visit } from './visits.ts';

export interface Question {
  range: InstantRange;
  filters: Filter[];
  goal: Goal | null;
  /** Default: all. */
  ordersCounted?: 'all' | 'verified';
  /** Decimals of the company's currency. Default: 2. */
  digits?: number;
}

/** Counts as numbers, money as decimal text, rates of nothing as null. */
export type MetricValues = Record<StatsMetric, number | string | null>;

/** Which of several counts a row or visit is added to. */
interface Grouping {
  /** Null for a page view or event that is in none. */
  ofHit: (hit: Hit) => string | null;
  ofVisit: (visit: Visit) => Iterable<string>;
  /** Of an order without a visit. */
  ofLooseOrder: (order: Hit) => string | null;
  ofRefund: (refund: Hit) => string | null;
  /** Whether a group with only refunds is left out. */
  needsPresence: boolean;
}

/** Rounded half away from zero; null without anything to divide by. */
const toRatio = (amount: number, count: number, digits: number) =>
  count === 0 ? null : Number(toDecimal(BigInt(amount) * 10_000n, digits, count));

class Tally {
  /** Whether a row or visit was counted, not only a refund. */
  isPresent = false;
  readonly #counts: (order: RawOrder) => boolean;
  readonly #digits: number;
  #visitors = 0;
  #lastVisitor = '';
  #visits = 0;
  #bounces = 0;
  #engagedMs = 0;
  #pageViews = 0;
  #events = 0;
  #orders = 0;
  #pricedOrders = 0;
  #verifiedOrders = 0;
  #visitsWithOrder = 0;
  #goalVisits = 0;
  #sales = 0n;
  #verifiedSales = 0n;
  #refunds = 0n;

  constructor({ ordersCounted = 'all', digits = 2 }: Question) {
    this.#counts = ({ isVerified }) => isVerified || ordersCounted === 'all';
    this.#digits = digits;
  }

  addHit({ event }: Hit): void {
    this.isPresent = true;
    if (event.kind === 'pageview') this.#pageViews += 1;
    else this.#events += 1;
  }

  /** The visits of one visitor must be added one after the other. */
  addVisit(visit: Visit, goal: Goal | null): void {
    this.isPresent = true;
    if (visit.visitor !== this.#lastVisitor) this.#visitors += 1;
    this.#lastVisitor = visit.visitor;
    this.#visits += 1;
    this.#engagedMs += visit.engagedMs;
    for (const order of visit.orders) this.addOrder(order);
    if (visit.isBounce) this.#bounces += 1;
    if (visit.orders.some(this.#counts)) this.#visitsWithOrder += 1;
    if (goal && reachesGoal(visit, goal)) this.#goalVisits += 1;
  }

  addOrder(order: RawOrder): void {
    const ofCompany = order.foreignCurrency === null ? order.amount : 0n;
    if (order.isVerified) {
      this.#verifiedOrders += 1;
      this.#verifiedSales += ofCompany;
    }
    if (!this.#counts(order)) return;
    this.#orders += 1;
    this.#sales += ofCompany;
    if (order.foreignCurrency === null) this.#pricedOrders += 1;
  }

  addRefund({ event, order }: Hit): void {
    if (order?.foreignCurrency === null) this.#refunds += toUnits(event.amount ?? '0');
  }

  toMetrics(goal: Goal | null): MetricValues {
    const ofVisits = (amount: number, digits: number) => toRatio(amount, this.#visits, digits);
    const money = (units: bigint) => toDecimal(units, this.#digits);
    const moneyPer = (units: bigint, count: number) =>
      count === 0 ? null : toDecimal(units, this.#digits, count);
    const revenue = this.#sales - this.#refunds;
    return {
      visitors: this.#visitors,
      visits: this.#visits,
      'page-views': this.#pageViews,
      'views-per-visit': ofVisits(this.#pageViews, 2),
      'bounce-rate': ofVisits(this.#bounces * 100, 2),
      'visit-duration': toRatio(this.#engagedMs, this.#visits * 1000, 0),
      events: this.#events,
      orders: this.#orders,
      revenue: money(revenue),
      refunds: money(this.#refunds),
      'conversion-rate': ofVisits(this.#visitsWithOrder * 100, 2),
      'verified-orders': this.#verifiedOrders,
      'verified-revenue': money(this.#verifiedSales - this.#refunds),
      'average-order-value': moneyPer(this.#sales, this.#pricedOrders),
      'orders-per-visitor': toRatio(this.#orders, this.#visitors, 3),
      'revenue-per-visit': moneyPer(revenue, this.#visits),
      'goal-conversions': goal && this.#goalVisits,
      'goal-conversion-rate': goal && ofVisits(this.#goalVisits * 100, 2),
    };
  }
}

/**
 * Answers a question from the rows of visitors, which are added one day and visitor after the other
 * (`toVisitorDays`). Keeps counts alone, so that the rows of one visitor are all that needs memory.
 */
export class Recount {
  readonly #question: Question;
  readonly #grouping: Grouping;
  readonly #tallies = new Map<string, Tally>();

  constructor(question: Question, grouping: Grouping) {
    this.#question = question;
    this.#grouping = grouping;
  }

  add(visitorDay: Hit[]): void {
    const { filters, goal, range } = this.#question;
    const isWithin = (at: number) => at >= range.from && at < range.to;
    for (const hit of visitorDay) {
      if (!isWithin(hit.event.occurred_at)) continue;
      if (hitFits(hit, filters) && visitFits(hit.visit, filters))
        this.#find(this.#grouping.ofHit(hit))?.addHit(hit);
      if (hit.event.kind === 'order' && hit.visit === null && hit.order && filters.length === 0)
        this.#find(this.#grouping.ofLooseOrder(hit))?.addOrder(hit.order);
      if (hit.event.kind === 'refund' && refundFits(hit.refundDimensions, filters))
        this.#find(this.#grouping.ofRefund(hit))?.addRefund(hit);
    }
    for (const visit of new Set(visitorDay.map((hit) => hit.visit))) {
      if (!visit || !isWithin(visit.startedAt)) continue;
      if (!visitFits(visit, filters) || !hasFittingHit(visit, filters)) continue;
      for (const key of this.#grouping.ofVisit(visit)) this.#find(key)?.addVisit(visit, goal);
    }
  }

  /** The metrics of every group in which something was counted. */
  toMetrics(): Map<string, MetricValues> {
    const shown = [...this.#tallies].filter(
      ([, { isPresent }]) => isPresent || !this.#grouping.needsPresence,
    );
    return new Map(shown.map(([key, tally]) => [key, tally.toMetrics(this.#question.goal)]));
  }

  #find(key: string | null): Tally | undefined {
    if (key === null) return undefined;
    const tally = this.#tallies.get(key) ?? new Tally(this.#question);
    this.#tallies.set(key, tally);
    return tally;
  }
}

/** Everything in one group, '' . */
export const inTotal: Grouping = {
  ofHit: () => '',
  ofVisit: () => [''],
  ofLooseOrder: () => '',
  ofRefund: () => '',
  needsPresence: false,
};

/** What an empty group counts. */
export const emptyMetrics = (question: Question): MetricValues =>
  new Tally(question).toMetrics(question.goal);

/** By the instant at which the bucket begins. */
export function byBucket(interval: StatsInterval, timeZone: string, weekStart: number): Grouping {
  const toKey = (at: number) => String(toBucketStart(at, interval, timeZone, weekStart));
  return {
    ofHit: ({ event }) => toKey(event.occurred_at),
    ofVisit: ({ startedAt }) => [toKey(startedAt)],
    ofLooseOrder: ({ event }) => toKey(event.occurred_at),
    ofRefund: ({ event }) => toKey(event.occurred_at),
    needsPresence: false,
  };
}

/** By the values of a dimension. */
export function byDimension(dimension: StatsDimension, filters: Filter[]): Grouping {
  const ofVisits = visitDimensions.find((name): name is VisitDimension => name === dimension);
  if (ofVisits)
    return {
      ofHit: ({ visit }) => visit?.dimensions[ofVisits] ?? null,
      ofVisit: ({ dimensions }) => [dimensions[ofVisits]],
      ofLooseOrder: () => null,
      ofRefund: ({ refundDimensions }) => refundDimensions?.[ofVisits] ?? null,
      needsPresence: true,
    };
  return {
    ofHit: (hit) => valueOfHit(hit, dimension) ?? null,
    // A visit counts under each value of its rows that satisfy the filters.
    ofVisit: ({ hits }) =>
      new Set(hits.filter((hit) => hitFits(hit, filters)).flatMap((hit) => valueOfHit(hit, dimension) ?? [])),
    ofLooseOrder: () => null,
    ofRefund: () => null,
    needsPresence: true,
  };
}
