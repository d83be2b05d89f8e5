import { isVisitDimension, type StatsDimension } from '../../../../contract/stats/model/dimensions.ts';
import type { StatsInterval } from '../../../../contract/stats/model/periods.ts';
import { hasFittingHit, hitFits, type RecountFilter, refundFits, valueOfHit, visitFits } from './filters.ts';
import { toBucketStart } from './periods.ts';
import { type RecountMetrics, type RecountQuestion, Tally } from './tally.ts';
import type { Hit, Visit } from './visits.ts';

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
    const { filters, range } = this.#question;
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
      for (const key of this.#grouping.ofVisit(visit)) this.#find(key)?.addVisit(visit);
    }
  }

  /** The metrics of every group in which something was counted. */
  toMetrics(): Map<string, RecountMetrics> {
    const shown = [...this.#tallies].filter(
      ([, { isPresent }]) => isPresent || !this.#grouping.needsPresence,
    );
    return new Map(shown.map(([key, tally]) => [key, tally.toMetrics()]));
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
export const emptyMetrics = (question: RecountQuestion): RecountMetrics => new Tally(question).toMetrics();

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
