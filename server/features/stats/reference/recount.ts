import {
  type StatsDimension,
  type StatsInterval,
  type StatsMetric,
  type VisitDimension,
  visitDimensions,
} from '../../../../contract/stats.ts';
import {
  type Filter,
  type Goal,
  hasFittingHit,
  hitFits,
  reachesGoal,
  valueOfHit,
  visitFits,
} from './filters.ts';
import { type InstantRange, toBucketStart } from './periods.ts';
import { toDecimal } from './raw-rows.ts';
import type { Hit, Visit } from './visits.ts';

export interface Question {
  range: InstantRange;
  filters: Filter[];
  goal: Goal | null;
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
}

class Tally {
  #visitors = 0;
  #lastVisitor = '';
  #visits = 0;
  #bounces = 0;
  #engagedMs = 0;
  #pageViews = 0;
  #events = 0;
  #orders = 0;
  #visitsWithOrder = 0;
  #goalVisits = 0;
  #revenueCents = 0n;
  #refundsCents = 0n;

  addHit({ event }: Hit): void {
    if (event.kind === 'pageview') this.#pageViews += 1;
    else this.#events += 1;
  }

  /** The visits of one visitor must be added one after the other. */
  addVisit(visit: Visit, goal: Goal | null): void {
    if (visit.visitor !== this.#lastVisitor) this.#visitors += 1;
    this.#lastVisitor = visit.visitor;
    this.#visits += 1;
    this.#engagedMs += visit.engagedMs;
    this.#orders += visit.orders;
    this.#revenueCents += visit.revenueCents;
    this.#refundsCents += visit.refundsCents;
    if (visit.isBounce) this.#bounces += 1;
    if (visit.orders > 0) this.#visitsWithOrder += 1;
    if (goal && reachesGoal(visit, goal)) this.#goalVisits += 1;
  }

  addLooseOrder({ order }: Hit): void {
    if (!order) return;
    this.#orders += 1;
    this.#revenueCents += order.amountCents;
    this.#refundsCents += order.refundedCents;
  }

  toMetrics(goal: Goal | null): MetricValues {
    const ofVisits = (amount: number) => (this.#visits === 0 ? null : amount / this.#visits);
    return {
      visitors: this.#visitors,
      visits: this.#visits,
      'page-views': this.#pageViews,
      'views-per-visit': ofVisits(this.#pageViews),
      'bounce-rate': ofVisits(this.#bounces * 100),
      'visit-duration': ofVisits(this.#engagedMs / 1000),
      events: this.#events,
      orders: this.#orders,
      revenue: toDecimal(this.#revenueCents),
      refunds: toDecimal(this.#refundsCents),
      'conversion-rate': ofVisits(this.#visitsWithOrder * 100),
      'goal-conversions': goal && this.#goalVisits,
      'goal-conversion-rate': goal && ofVisits(this.#goalVisits * 100),
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
      if (hit.event.kind === 'order' && hit.visit === null && filters.length === 0)
        this.#find(this.#grouping.ofLooseOrder(hit))?.addLooseOrder(hit);
    }
    for (const visit of new Set(visitorDay.map((hit) => hit.visit))) {
      if (!visit || !isWithin(visit.startedAt)) continue;
      if (!visitFits(visit, filters) || !hasFittingHit(visit, filters)) continue;
      for (const key of this.#grouping.ofVisit(visit)) this.#find(key)?.addVisit(visit, goal);
    }
  }

  /** The metrics of every group in which something was counted. */
  toMetrics(): Map<string, MetricValues> {
    return new Map([...this.#tallies].map(([key, tally]) => [key, tally.toMetrics(this.#question.goal)]));
  }

  #find(key: string | null): Tally | undefined {
    if (key === null) return undefined;
    const tally = this.#tallies.get(key) ?? new Tally();
    this.#tallies.set(key, tally);
    return tally;
  }
}

/** Everything in one group, '' . */
export const inTotal: Grouping = { ofHit: () => '', ofVisit: () => [''], ofLooseOrder: () => '' };

/** What an empty group counts. */
export const emptyMetrics = (goal: Goal | null): MetricValues => new Tally().toMetrics(goal);

/** By the instant at which the bucket begins. */
export function byBucket(interval: StatsInterval, timeZone: string, weekStart: number): Grouping {
  const toKey = (at: number) => String(toBucketStart(at, interval, timeZone, weekStart));
  return {
    ofHit: ({ event }) => toKey(event.occurred_at),
    ofVisit: ({ startedAt }) => [toKey(startedAt)],
    ofLooseOrder: ({ event }) => toKey(event.occurred_at),
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
    };
  return {
    ofHit: (hit) => valueOfHit(hit, dimension) ?? null,
    // A visit counts under each value of its rows that satisfy the filters.
    ofVisit: ({ hits }) =>
      new Set(hits.filter((hit) => hitFits(hit, filters)).flatMap((hit) => valueOfHit(hit, dimension) ?? [])),
    ofLooseOrder: () => null,
  };
}
