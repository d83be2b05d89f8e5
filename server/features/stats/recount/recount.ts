import type { Aggregate } from '../../../../contract/stats/model/aggregates.ts';
import { isVisitDimension, type StatsDimension } from '../../../../contract/stats/model/dimensions.ts';
import {
  metricOf,
  type StatsMetric,
  statsMetrics,
  unitFactors,
} from '../../../../contract/stats/model/metrics.ts';
import type { StatsInterval } from '../../../../contract/stats/model/periods.ts';
import {
  hasFittingHit,
  hitFits,
  type RecountFilter,
  type RecountGoal,
  reachesGoal,
  refundFits,
  valueOfHit,
  visitFits,
} from './filters.ts';
import { type InstantRange, toBucketStart } from './periods.ts';
import { type RawOrder, toDecimal, toUnits } from './raw-rows.ts';
import type { Hit, Visit } from './visits.ts';

export interface RecountQuestion {
  range: InstantRange;
  filters: RecountFilter[];
  goal: RecountGoal | null;
  /** Default: all. */
  ordersCounted?: 'all' | 'verified';
  /** Decimals of the company's currency. Default: 2. */
  digits?: number;
}

/** Counts as numbers, money as decimal text, rates of nothing as null. */
export type RecountMetrics = Record<StatsMetric, number | string | null>;

/** Which of several counts a row or visit is added to. */
interface Grouping {
  /** Null for a page view or event that is in none. */
  ofHit: (hit: Hit) => string | null;
  ofVisit: (visit: Visit) => Iterable<string>;
  /** The group of an order without a visit. */
  ofLooseOrder: (order: Hit) => string | null;
  ofRefund: (refund: Hit) => string | null;
  /** Whether a group with only refunds is left out. */
  needsPresence: boolean;
}

/** The counts and sums of a group. Amounts of money have four decimals, as `toDecimal` expects. */
class Tally {
  /** Whether a row or visit was counted, not only a refund. */
  isPresent = false;
  readonly #counts: (order: RawOrder) => boolean;
  readonly #digits: number;
  readonly #sums = new Map<Aggregate, bigint>();
  #lastVisitor = '';

  constructor({ ordersCounted = 'all', digits = 2 }: RecountQuestion) {
    this.#counts = ({ isVerified }) => isVerified || ordersCounted === 'all';
    this.#digits = digits;
  }

  addHit({ event }: Hit): void {
    this.isPresent = true;
    this.#add(event.kind === 'pageview' ? 'page_views' : 'events');
  }

  /** The visits of one visitor must be added one after the other. */
  addVisit(visit: Visit, goal: RecountGoal | null): void {
    this.isPresent = true;
    if (visit.visitor !== this.#lastVisitor) this.#add('visitors');
    this.#lastVisitor = visit.visitor;
    this.#add('visits');
    this.#add('engaged_ms', BigInt(visit.engagedMs));
    for (const order of visit.orders) this.addOrder(order);
    if (visit.isBounce) this.#add('bounces');
    if (visit.orders.some(this.#counts)) this.#add('conversions');
    if (goal && reachesGoal(visit, goal)) this.#add('goals');
  }

  addOrder(order: RawOrder): void {
    const isOfCompany = order.foreignCurrency === null;
    if (order.isVerified) {
      this.#add('verified_orders');
      if (isOfCompany) this.#add('verified_revenue', order.amount);
    }
    if (!this.#counts(order)) return;
    this.#add('orders');
    if (!isOfCompany) return;
    this.#add('revenue', order.amount);
    this.#add('priced_orders');
  }

  addRefund({ event, order }: Hit): void {
    if (order?.foreignCurrency === null) this.#add('refunds', toUnits(event.amount ?? '0'));
  }

  toMetrics(goal: RecountGoal | null): RecountMetrics {
    const values = statsMetrics.map((name) => [
      name,
      metricOf(name).needsGoal && !goal ? null : this.#toMetric(name),
    ]);
    return Object.fromEntries(values);
  }

  #add(aggregate: Aggregate, by = 1n): void {
    this.#sums.set(aggregate, this.#sumOf(aggregate) + by);
  }

  #sumOf(aggregate: Aggregate): bigint {
    return this.#sums.get(aggregate) ?? 0n;
  }

  /** Rounded half away from zero; null without anything to divide by. */
  #toMetric(name: StatsMetric): number | string | null {
    const { unit, sum, less, per, digits = 0 } = metricOf(name);
    const amount = this.#sumOf(sum) - (less === undefined ? 0n : this.#sumOf(less));
    const count = per === undefined ? 1 : Number(this.#sumOf(per));
    if (count === 0) return null;
    if (unit === 'money') return toDecimal(amount, this.#digits, count);
    const factors = unitFactors[unit];
    return Number(toDecimal(amount * BigInt(factors.sum) * 10_000n, digits, count * factors.per));
  }
}

/**
 * Answers a question from the rows of visitors, which are added one day and visitor after the other
 * (`toVisitorDays`). Keeps counts alone, so that the rows of one visitor are all that needs memory.
 */
export class Recount {
  readonly #question: RecountQuestion;
  readonly #grouping: Grouping;
  readonly #tallies = new Map<string, Tally>();

  constructor(question: RecountQuestion, grouping: Grouping) {
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
  toMetrics(): Map<string, RecountMetrics> {
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

/** The metrics of an empty group. */
export const emptyMetrics = (question: RecountQuestion): RecountMetrics =>
  new Tally(question).toMetrics(question.goal);

/** One group for each bucket, named by the instant at which it begins. */
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

/** One group for each value of a dimension. */
export function byDimension(dimension: StatsDimension, filters: RecountFilter[]): Grouping {
  if (isVisitDimension(dimension)) {
    const ofVisits = dimension;
    return {
      ofHit: ({ visit }) => visit?.dimensions[ofVisits] ?? null,
      ofVisit: ({ dimensions }) => [dimensions[ofVisits]],
      ofLooseOrder: () => null,
      ofRefund: ({ refundDimensions }) => refundDimensions?.[ofVisits] ?? null,
      needsPresence: true,
    };
  }
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
