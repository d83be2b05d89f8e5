import type { StatsFilter, StatsGoal } from '../../../../contract/stats/stats-filter.ts';
import type { RowDimension, StatsInterval, VisitDimension } from '../../../../contract/stats.ts';
import { isClockInterval } from '../period/buckets.ts';
import { listPartialDays, type TimeRange } from '../period/time-range.ts';
import type { Aggregate } from './aggregates.ts';
import type { PropertyDimension } from './dimensions.ts';
import { type FilterConditions, toFilterConditions } from './filters.ts';
import { StatementValues } from './statement-values.ts';

/** What to count in which time, whatever it is grouped by. */
export interface Question {
  range: TimeRange;
  filters: readonly StatsFilter[];
  goal: StatsGoal | undefined;
}

/** Relations for FROM with the columns that the segments have; they cover the days of the range at least. */
export interface Relations {
  visits: string;
  hits: string;
}

/** What the rows of an answer are. */
export type Grouping =
  | { by: 'nothing' }
  | { by: 'time'; interval: StatsInterval }
  | { by: 'visit-dimension'; dimension: VisitDimension }
  | { by: 'row-dimension'; dimension: RowDimension | PropertyDimension };

/** Everything that the parts of one statement share. */
export interface StatementContext {
  question: Question;
  grouping: Grouping;
  wanted: readonly Aggregate[];
  values: StatementValues;
  conditions: FilterConditions;
  /** The relations, limited to the days of the range. */
  visits: string;
  hits: string;
  /** Whether a visit (by `started_at`), its rows (by `visit_started_at`) or a row (by `at`) is in the range, in its days. */
  isIn: (column: 'started_at' | 'visit_started_at' | 'at') => string[];
  /** Conditions on `day`: days of which the range has all, and only a part. Undefined where there are none. */
  partialDays: string | undefined;
  /** Whether the answer has hours or minutes, so that rows are grouped by their own time. */
  isByClock: boolean;
}

export function openStatement(
  question: Question,
  grouping: Grouping,
  wanted: readonly Aggregate[],
  relations: Relations,
): StatementContext {
  const { range, filters } = question;
  const values = new StatementValues();
  const days = `day BETWEEN ${values.bindDay(range.firstDay)} AND ${values.bindDay(range.lastDay)}`;
  const visits = `(SELECT * FROM ${relations.visits} WHERE ${days})`;
  const hits = `(SELECT * FROM ${relations.hits} WHERE ${days})`;
  const partialDays = listPartialDays(range).map((day) => values.bindDay(day));
  return {
    question,
    grouping,
    wanted,
    values,
    visits,
    hits,
    conditions: toFilterConditions(filters, hits, values),
    isIn: (column) => [
      ...(range.beginsWithDay ? [] : [`"${column}" >= ${values.bindInstant(range.from)}`]),
      ...(range.endsWithDay ? [] : [`"${column}" < ${values.bindInstant(range.to)}`]),
    ],
    partialDays: partialDays.length > 0 ? `day IN (${partialDays.join(', ')})` : undefined,
    isByClock: grouping.by === 'time' && isClockInterval(grouping.interval),
  };
}

export const where = (...conditions: (string | undefined)[]): string => {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? '' : ` WHERE ${given.join(' AND ')}`;
};

/** An aggregate's FILTER clause; empty without conditions. */
export const filterBy = (...conditions: string[]): string =>
  conditions.length === 0 ? '' : ` FILTER (${where(...conditions).trim()})`;
