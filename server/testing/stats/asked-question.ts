import { funnelQuery, goalsQuery } from '../../../contract/stats/conversion-questions.ts';
import { formatFilter } from '../../../contract/stats/filter.ts';
import { statsLimits } from '../../../contract/stats/model/limits.ts';
import { isGoalMetric, metricsWithoutGoal, statsMetrics } from '../../../contract/stats/model/metrics.ts';
import { type StatsPeriod, statsIntervals } from '../../../contract/stats/model/periods.ts';
import {
  breakdownQuery,
  ordersFileQuery,
  summaryQuery,
  timeseriesQuery,
} from '../../../contract/stats/questions.ts';
import { listPoints, listValues, summarize } from '../../features/stats/recount/answers.ts';
import { hasFittingHit, visitFits } from '../../features/stats/recount/filters.ts';
import { addDays, toLocalDate, toWallTime } from '../../features/stats/recount/local-time.ts';
import {
  type GivenPeriod,
  type InstantRange,
  listBuckets,
  toComparedRange,
  toRange,
} from '../../features/stats/recount/periods.ts';
import { emptyMetrics } from '../../features/stats/recount/recount.ts';
import type { RecountMetrics } from '../../features/stats/recount/tally.ts';
import type { Hit, Visit } from '../../features/stats/recount/visits.ts';
import { type GeneratedDataset, startOfDataset } from './generated-dataset.ts';
import type { GeneratedQuestion } from './generated-question.ts';

const minute = 60_000_000;
const second = 1_000_000;

/** A generated question about a dataset: its parameters, and the right answers. */
export class AskedQuestion {
  readonly now: Date;
  readonly #asked: GeneratedQuestion;
  readonly #timeZone: string;
  readonly #weekStart: number;
  readonly #visitorDays: Hit[][];
  readonly #period: StatsPeriod | GivenPeriod;
  readonly #range: InstantRange;
  readonly #compared: InstantRange | null;

  constructor(dataset: GeneratedDataset, asked: GeneratedQuestion, visitorDays: Hit[][]) {
    const { timeZone } = dataset;
    const start = startOfDataset(dataset);
    // The engine answers to the end of the second.
    const now = Math.ceil((start + asked.now * minute) / second) * second;
    const days = visitorDays.flat().map(({ day }) => day);
    const firstDay = days.toSorted()[0] ?? null;
    this.now = new Date(now / 1000);
    this.#asked = asked;
    this.#timeZone = timeZone;
    this.#weekStart = dataset.weekStart;
    this.#visitorDays = visitorDays;
    this.#period = toPeriod(asked.period, start, timeZone);
    this.#range = toRange(this.#period, { timeZone, now, firstDay });
    this.#compared = toComparedRange(this.#period, asked, { timeZone, now, firstDay });
  }

  /** False for what the API refuses: a range that is empty because clocks were moved. */
  get isPossible(): boolean {
    const { from, to } = this.#range;
    const compared = this.#compared;
    const isInOrder =
      this.#asked.period.is !== 'times' ||
      typeof this.#period === 'string' ||
      this.#period.from < this.#period.to;
    // A date that the zone skipped lasts no longer than the millisecond of an empty range.
    return isInOrder && to - from > 1_000 && (compared === null || compared.to - compared.from > 1_000);
  }

  get answer() {
    return this.#asked.answer;
  }

  get summaryQuery() {
    return summaryQuery.parse(this.#toParameters());
  }

  get ordersFileQuery() {
    const { metrics: _, goal: __, ...parameters } = this.#toParameters();
    return ordersFileQuery.parse(parameters);
  }

  get timeseriesQuery() {
    return timeseriesQuery.parse({ ...this.#toParameters(), interval: this.#interval });
  }

  get breakdownQuery() {
    const { dimension, search, limit, page } = this.#asked;
    const { by, isDescending } = this.#sort;
    return breakdownQuery.parse({
      ...this.#toParameters(),
      dimension,
      ...(search === '' ? {} : { search }),
      sort: `${isDescending ? '-' : ''}${by}`,
      limit: String(limit),
      page: String(page),
    });
  }

  /** The findings of another recount in the visits that the question counts. */
  ofVisits<Found>(count: (visits: Visit[]) => Found): { value: Found; compared: Found | null } {
    const { filters } = this.#asked;
    const all = [...new Set(this.#visitorDays.flat().map(({ visit }) => visit))].filter(
      (visit) => visit !== null,
    );
    const countIn = ({ from, to }: InstantRange) =>
      count(
        all.filter(
          (visit) =>
            visit.startedAt >= from &&
            visit.startedAt < to &&
            visitFits(visit, filters) &&
            hasFittingHit(visit, filters),
        ),
      );
    return { value: countIn(this.#range), compared: this.#compared && countIn(this.#compared) };
  }

  get goalsQuery() {
    const { metrics: _, goal: __, orders: ___, ...parameters } = this.#toParameters();
    return goalsQuery.parse(parameters);
  }

  toFunnelQuery(funnel: string) {
    const {
      metrics: _,
      goal: __,
      compare: ___,
      match: ____,
      orders: _____,
      ...parameters
    } = this.#toParameters();
    return funnelQuery.parse({ ...parameters, funnel });
  }

  toSummary(): { value: RecountMetrics; compared: RecountMetrics | null } {
    return {
      value: summarize(this.#visitorDays, this.#ask(this.#range)),
      compared: this.#compared && summarize(this.#visitorDays, this.#ask(this.#compared)),
    };
  }

  toSeries() {
    const pointsOf = (range: InstantRange) =>
      listPoints(this.#visitorDays, this.#ask(range), this.#interval, this.#timeZone, this.#weekStart).map(
        ({ at, metrics }) => ({ at: new Date(at / 1000).toISOString(), metrics }),
      );
    return { points: pointsOf(this.#range), compared: this.#compared && pointsOf(this.#compared) };
  }

  toBreakdown() {
    const { dimension, search, limit, page } = this.#asked;
    const options = { sort: this.#sort, search, limit, page };
    const found = listValues(this.#visitorDays, this.#ask(this.#range), dimension, options);
    const all = { ...options, search: '', limit: Number.MAX_SAFE_INTEGER, page: 1 };
    const compared =
      this.#compared &&
      new Map(
        listValues(this.#visitorDays, this.#ask(this.#compared), dimension, all).rows.map(
          ({ value, metrics }) => [value, metrics],
        ),
      );
    return {
      rowCount: found.rowCount,
      rows: found.rows.map(({ value, metrics }) => ({
        value,
        metrics,
        compared: compared && (compared.get(value) ?? emptyMetrics(this.#ask(this.#range))),
      })),
    };
  }

  #ask(range: InstantRange) {
    const { filters, goal, ordersCounted } = this.#asked;
    return { range, filters, goal, ordersCounted };
  }

  /** The interval that was asked for, or the next longer one that has few enough points. */
  get #interval() {
    const longer = statsIntervals.slice(statsIntervals.indexOf(this.#asked.interval));
    const ranges = this.#compared ? [this.#range, this.#compared] : [this.#range];
    const lengthOf = { minute, hour: 60 * minute, day: 1_440 * minute, week: 1, month: 1 };
    const isShort = (interval: (typeof statsIntervals)[number]) =>
      interval === 'week' ||
      interval === 'month' ||
      ranges.every(
        (range) =>
          (range.to - range.from) / lengthOf[interval] < statsLimits.points / 2 &&
          listBuckets(range, interval, this.#timeZone).length < statsLimits.points,
      );
    return longer.find(isShort) ?? 'month';
  }

  /** The sort order. A question without a goal cannot be sorted by a metric of goals. */
  get #sort() {
    const { sort, goal } = this.#asked;
    return isGoalMetric(sort.by) && goal === null ? { ...sort, by: 'visits' as const } : sort;
  }

  #toParameters() {
    const { filters, goal, compare, match, ordersCounted } = this.#asked;
    const period = typeof this.#period === 'string' ? { period: this.#period } : this.#period;
    return {
      ...period,
      compare,
      match,
      filter: filters.map(({ dimension, operator, values }) =>
        formatFilter({ subject: dimension, operator, values }),
      ),
      ...(goal ? { goal: `${goal.kind}:${goal.value}` } : {}),
      ...(ordersCounted === 'all' ? {} : { orders: ordersCounted }),
      metrics: (goal ? statsMetrics : metricsWithoutGoal).join(','),
    };
  }
}

function toPeriod(
  period: GeneratedQuestion['period'],
  start: number,
  timeZone: string,
): StatsPeriod | GivenPeriod {
  if (period.is === 'named') return period.name;
  if (period.is === 'dates') {
    const from = addDays(toLocalDate(start, timeZone), period.firstDay);
    return { from, to: addDays(from, period.days - 1) };
  }
  const wallAt = (minutes: number) => toWallTime(start + minutes * minute, timeZone).slice(0, 16);
  return { from: wallAt(period.start), to: wallAt(period.start + period.minutes) };
}
