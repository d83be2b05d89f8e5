import { type Aggregate, aggregateNames } from '../../../../contract/stats/model/aggregates.ts';
import {
  isGoalMetric,
  metricOf,
  type StatsMetric,
  statsMetrics,
  unitFactors,
} from '../../../../contract/stats/model/metrics.ts';
import { type RecountFilter, type RecountGoal, reachesGoal } from './filters.ts';
import type { InstantRange } from './periods.ts';
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

/** The parts of the question, and of the group so far, that decide what is added. */
interface Counted {
  goal: RecountGoal | null;
  /** Whether the question counts an order. */
  counts: (order: RawOrder) => boolean;
  /** Whether the visit added last was of another visitor. */
  isNewVisitor: boolean;
}

/** The hit, visit, order or refund that an aggregate adds up, and what each adds: a number, or whether it counts. */
type Addition =
  | { each: 'hit'; toAdd: (hit: Hit) => boolean }
  | { each: 'visit'; toAdd: (visit: Visit, counted: Counted) => boolean | bigint }
  | { each: 'order'; toAdd: (order: RawOrder, counted: Counted) => boolean | bigint }
  | { each: 'refund'; toAdd: (refund: Hit) => bigint };

const isOfCompany = ({ foreignCurrency }: RawOrder) => foreignCurrency === null;

/** How each aggregate is counted; one that is missing does not compile. Amounts of money have four decimals, as `toDecimal` expects. */
const additions: Record<Aggregate, Addition> = {
  visits: { each: 'visit', toAdd: () => true },
  visitors: { each: 'visit', toAdd: (_, { isNewVisitor }) => isNewVisitor },
  page_views: { each: 'hit', toAdd: ({ event }) => event.kind === 'pageview' },
  events: { each: 'hit', toAdd: ({ event }) => event.kind !== 'pageview' },
  bounces: { each: 'visit', toAdd: ({ isBounce }) => isBounce },
  engaged_ms: { each: 'visit', toAdd: ({ engagedMs }) => BigInt(engagedMs) },
  orders: { each: 'order', toAdd: (order, { counts }) => counts(order) },
  revenue: {
    each: 'order',
    toAdd: (order, { counts }) => (counts(order) && isOfCompany(order) ? order.amount : 0n),
  },
  priced_orders: { each: 'order', toAdd: (order, { counts }) => counts(order) && isOfCompany(order) },
  refunds: {
    each: 'refund',
    toAdd: ({ event, order }) => (order && isOfCompany(order) ? toUnits(event.amount ?? '0') : 0n),
  },
  conversions: { each: 'visit', toAdd: ({ orders }, { counts }) => orders.some(counts) },
  verified_orders: { each: 'order', toAdd: ({ isVerified }) => isVerified },
  verified_revenue: {
    each: 'order',
    toAdd: (order) => (order.isVerified && isOfCompany(order) ? order.amount : 0n),
  },
  goals: { each: 'visit', toAdd: (visit, { goal }) => goal !== null && reachesGoal(visit, goal) },
};

/** The counts and sums of a group. */
export class Tally {
  /** Whether a row or visit was counted, not only a refund. */
  isPresent = false;
  readonly #counted: Counted;
  readonly #digits: number;
  readonly #sums = new Map<Aggregate, bigint>();
  #lastVisitor = '';

  constructor({ goal, ordersCounted = 'all', digits = 2 }: RecountQuestion) {
    const counts = ({ isVerified }: RawOrder) => isVerified || ordersCounted === 'all';
    this.#counted = { goal, counts, isNewVisitor: false };
    this.#digits = digits;
  }

  addHit(hit: Hit): void {
    this.isPresent = true;
    this.#add((addition) => (addition.each === 'hit' ? addition.toAdd(hit) : 0n));
  }

  /** The visits of one visitor must be added one after the other. */
  addVisit(visit: Visit): void {
    this.isPresent = true;
    const counted = { ...this.#counted, isNewVisitor: visit.visitor !== this.#lastVisitor };
    this.#lastVisitor = visit.visitor;
    this.#add((addition) => (addition.each === 'visit' ? addition.toAdd(visit, counted) : 0n));
    for (const order of visit.orders) this.addOrder(order);
  }

  addOrder(order: RawOrder): void {
    this.#add((addition) => (addition.each === 'order' ? addition.toAdd(order, this.#counted) : 0n));
  }

  addRefund(refund: Hit): void {
    this.#add((addition) => (addition.each === 'refund' ? addition.toAdd(refund) : 0n));
  }

  toMetrics(): RecountMetrics {
    const values = statsMetrics.map((name) => [
      name,
      isGoalMetric(name) && !this.#counted.goal ? null : this.#toMetric(name),
    ]);
    return Object.fromEntries(values);
  }

  #add(toAdd: (addition: Addition) => boolean | bigint): void {
    for (const name of aggregateNames) {
      const added = BigInt(toAdd(additions[name]));
      if (added !== 0n) this.#sums.set(name, this.#sumOf(name) + added);
    }
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
