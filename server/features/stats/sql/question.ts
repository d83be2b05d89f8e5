import type { StatsFilter, StatsGoal } from '../../../../contract/stats/filter.ts';
import type { Aggregate } from '../../../../contract/stats/model/aggregates.ts';
import type {
  PropertyDimension,
  RowDimension,
  VisitDimension,
} from '../../../../contract/stats/model/dimensions.ts';
import type { DayRange, Relations } from '../../segments/segments.ts';
import type { ClockInterval } from '../period/buckets.ts';
import type { DaySpan, TimeRange } from '../period/time-range.ts';
import type { OrdersCounted } from './aggregates.ts';
import { type FilterConditions, toFilterConditions } from './filters.ts';
import type { StatementValues } from './statement-values.ts';

/** The events and visits to count, whatever they are grouped by. */
export interface Question {
  range: TimeRange;
  filters: readonly StatsFilter[];
  goal: StatsGoal | undefined;
  /** Default: all. */
  ordersCounted?: OrdersCounted;
  /** Counts visitors of hours in that of their first visit of the day alone, so that the hours add up. */
  countsNewVisitors?: true;
}

/** Where a question finds what it asks for. */
export interface QuestionSources {
  /** The relations with exactly these days. */
  ofDays: (days: DayRange) => Relations;
  /** Daily sums of some of the days, and the relations of what they do not contain. */
  summed: (days: DayRange) => { sums: string | undefined; rest: Relations | undefined };
}

/** Answers whose rows are about visits. */
export type VisitGrouping =
  | { by: 'time'; interval: 'day' | ClockInterval }
  | { by: 'visit-dimension'; dimension: VisitDimension };

/** The groups that the rows of an answer are about. */
export type Grouping = VisitGrouping | { by: 'row-dimension'; dimension: RowDimension | PropertyDimension };

/**
 * The groupings of the answers that one statement has, each with different columns: several of visits, or one of rows. One by
 * the clock is alone, because its rows are grouped by their own time.
 */
export type Groupings = readonly [Grouping] | readonly VisitGrouping[];

/**
 * Everything that the parts of one statement share that are about the same days: those of which the range has all, or
 * those of which it has a part. No visit and no visitor belongs to two days, so what the parts count can be added.
 */
export interface SpanContext {
  question: Question;
  groupings: Groupings;
  wanted: readonly Aggregate[];
  values: StatementValues;
  conditions: FilterConditions;
  /** The relations of the days. */
  visits: string;
  hits: string;
  /** Whether the range has all of each day. */
  isWhole: boolean;
  /** Whether the range has the beginning of each day. */
  hasBeginnings: boolean;
  /** Conditions for a visit (by `started_at`), its rows (by `visit_started_at`) or a row (by `at`) to be in the range. */
  isIn: (column: 'started_at' | 'visit_started_at' | 'at') => string[];
  /** Whether the answer has hours or minutes, so that rows are grouped by their own time. */
  isByClock: boolean;
}

/** `relations`: of the days of the span. */
export function toSpanContext(
  question: Question,
  groupings: Groupings,
  wanted: readonly Aggregate[],
  relations: Relations,
  values: StatementValues,
  { first, isWhole }: DaySpan,
): SpanContext {
  const { range, filters } = question;
  return {
    question,
    groupings,
    wanted,
    values,
    conditions: toFilterConditions(filters, relations, values),
    ...relations,
    isWhole,
    hasBeginnings: isWhole || range.beginsWithDay || first !== range.firstDay,
    isIn: (column) =>
      isWhole
        ? []
        : [
            ...(range.beginsWithDay ? [] : [`"${column}" >= ${values.bindInstant(range.from)}`]),
            ...(range.endsWithDay ? [] : [`"${column}" < ${values.bindInstant(range.to)}`]),
          ],
    isByClock: isByClock(groupings),
  };
}

const isByClock = (groupings: readonly Grouping[]): boolean =>
  groupings.some((grouping) => grouping.by === 'time' && grouping.interval !== 'day');

export const where = (...conditions: (string | undefined)[]): string => {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? '' : ` WHERE ${given.join(' AND ')}`;
};

/** An aggregate's FILTER clause; empty without conditions. */
export const filterBy = (...conditions: string[]): string =>
  conditions.length === 0 ? '' : ` FILTER (${where(...conditions).trim()})`;
