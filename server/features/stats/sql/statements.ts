import { type Aggregate, aggregateNames } from '../../../../contract/stats/model/aggregates.ts';
import { isVisitDimension } from '../../../../contract/stats/model/dimensions.ts';
import type { Relations } from '../../segments/segments.ts';
import { listDaySpans } from '../period/time-range.ts';
import { toResultList, toSortExpression, toSums } from './aggregates.ts';
import { toContains } from './filters.ts';
import {
  type Grouping,
  type Groupings,
  type Question,
  type QuestionSources,
  toSpanContext,
  where,
} from './question.ts';
import { listRowParts } from './row-parts.ts';
import { StatementValues } from './statement-values.ts';
import { findSummedDimensions, toSumsPart } from './sum-parts.ts';
import { listVisitParts } from './visit-parts.ts';
import { type AskedList, type BreakdownPage, listPresence, listWanted } from './wanted.ts';

export interface Statement {
  sql: string;
  values: readonly (string | number)[];
}

/** Whether several such answers may be one statement: those about visits, but not by the clock. */
export const canBeTogether = ({ grouping }: AskedList): boolean =>
  grouping.by === 'visit-dimension' || (grouping.by === 'time' && grouping.interval === 'day');

/**
 * The answers to a question in several groupings, from one pass over its visits. `answer` is the number of the list that a
 * row belongs to; the rows of each are in its order. None of several lists may be by the clock.
 */
export function toListsStatement(
  question: Question,
  lists: readonly AskedList[],
  sources: QuestionSources,
): Statement {
  const values = new StatementValues();
  const { passes, numberOf } = toPasses(question, lists);
  const wanted = aggregateNames.filter((name) => passes.some((pass) => pass.wanted.includes(name)));
  const parts = lists.map((list, answer) => {
    const ofList = `list = ${numberOf(list)}`;
    if (!('page' in list))
      return { rows: `SELECT ${answer} AS answer, *, NULL::DOUBLE AS row_count FROM g WHERE ${ofList}` };
    const found = `found_${answer}`;
    return {
      found: `${found} AS (SELECT * FROM g ${where(ofList, ...listPageConditions(question, list, values))})`,
      rows: `(SELECT ${answer} AS answer, *, (SELECT count(*) FROM ${found})::DOUBLE AS row_count FROM ${found}
      ${toOrder(list.page, found, values)})`,
    };
  });
  const groups = `g AS MATERIALIZED (${passes.map((pass) => toGroups(question, pass, sources, values)).join(' UNION ALL BY NAME ')})`;
  // `count(*) OVER ()` now and then ends DuckDB 1.5 with an internal error (duckdb/duckdb#22846).
  const sql = `WITH ${[groups, ...parts.flatMap(({ found }) => found ?? [])].join(', ')}
    SELECT answer, key::VARCHAR AS key, ${toResultList(wanted)}, row_count
    FROM (${parts.map(({ rows }) => rows).join(' UNION ALL ')}) AS rows_of_lists`;
  return { sql, values: values.list };
}

/** Groupings that are counted in one pass over the visits or rows. */
interface Pass {
  groupings: Groupings;
  wanted: Aggregate[];
  /** The number of the first grouping in the statement. */
  firstList: number;
}

/** Each grouping once. `numberOf`: its number in the statement. */
function toPasses(
  question: Question,
  lists: readonly AskedList[],
): { passes: Pass[]; numberOf: (list: AskedList) => number } {
  const [first] = lists;
  if (first && lists.length === 1) {
    const wanted = listWanted(question, lists);
    return { passes: [{ groupings: [first.grouping], wanted, firstList: 0 }], numberOf: () => 0 };
  }
  const names: string[] = [];
  const passes = divideIntoPasses(question, lists).map((together) => {
    const known = new Map(together.map(({ grouping }) => [JSON.stringify(grouping), grouping]));
    const firstList = names.length;
    names.push(...known.keys());
    return { groupings: toGroupings([...known.values()]), wanted: listWanted(question, together), firstList };
  });
  return { passes, numberOf: ({ grouping }) => names.indexOf(JSON.stringify(grouping)) };
}

/**
 * Every aggregate of a pass is counted for each of its groupings. The totals of a page have several times as many as its lists, so
 * that reading the visits twice is faster, unless finding them is what takes long.
 */
function divideIntoPasses(question: Question, lists: readonly AskedList[]): AskedList[][] {
  const ofTime = lists.filter(({ grouping }) => grouping.by === 'time');
  const ofRows = lists.filter(({ grouping }) => grouping.by === 'row-dimension');
  const others = lists.filter(({ grouping }) => grouping.by === 'visit-dimension');
  const known = listWanted(question, others);
  const isCheap = question.filters.every(({ subject }) => isVisitDimension(subject));
  const hasMore = listWanted(question, ofTime).some((name) => !known.includes(name));
  const ofVisits = others.length > 0 && isCheap && hasMore ? [ofTime, others] : [[...ofTime, ...others]];
  // A row counts under every value of its visit's rows, so that each of these lists is a pass.
  const names = new Set(ofRows.map(({ grouping }) => JSON.stringify(grouping)));
  const passesOfRows = [...names].map((name) =>
    ofRows.filter(({ grouping }) => JSON.stringify(grouping) === name),
  );
  return [...ofVisits, ...passesOfRows].filter((pass) => pass.length > 0);
}

function toGroupings(groupings: readonly Grouping[]): Groupings {
  const [first] = groupings;
  if (first && groupings.length === 1) return [first];
  return groupings.map((grouping) => {
    if (grouping.by === 'row-dimension') throw new Error('a list of rows is a separate pass');
    return grouping;
  });
}

function listPageConditions(
  question: Question,
  { grouping, page: { search, values: only } }: Extract<AskedList, { page: BreakdownPage }>,
  values: StatementValues,
): string[] {
  const presence = listPresence(question, grouping);
  return [
    `key IS NOT NULL AND (${presence.map((each) => `${each} > 0`).join(' OR ')})`,
    ...(search === undefined || search === '' ? [] : [toContains('key', values.bind(search))]),
    ...(only ? [`key IN (${only.map((value) => values.bind(value)).join(', ')})`] : []),
  ];
}

const toOrder = ({ sort, limit, page, digits }: BreakdownPage, from: string, values: StatementValues) =>
  `ORDER BY ${toSortExpression(sort.metric, from, digits)} ${sort.isDescending ? 'DESC' : 'ASC'} NULLS LAST, key
      LIMIT ${values.bind(limit)}::BIGINT OFFSET ${values.bind((page - 1) * limit)}::BIGINT`;

/** SELECT of the sums of each grouping (`list`) and key. */
function toGroups(
  question: Question,
  { groupings, wanted, firstList }: Pass,
  sources: QuestionSources,
  values: StatementValues,
): string {
  const dimensions = findSummedDimensions(question, groupings, wanted);
  const parts = listDaySpans(question.range).flatMap((span) => {
    const listParts = (from: Relations): string[] => {
      const context = toSpanContext(question, groupings, wanted, from, values, span);
      const [grouping] = groupings;
      return grouping?.by === 'row-dimension'
        ? listRowParts(context, grouping.dimension)
        : listVisitParts(context);
    };
    const { sums, rest } = sources.summed(span);
    if (!span.isWhole || dimensions === undefined || sums === undefined)
      return listParts(sources.ofDays(span));
    const ordersCounted = question.ordersCounted ?? 'all';
    const summed = toSumsPart(sums, span, { dimensions, wanted, values, ordersCounted });
    return [summed, ...(rest ? listParts(rest) : [])];
  });
  const list = firstList === 0 ? 'list' : `list + ${firstList} AS list`;
  return `SELECT ${list}, key, ${toSums(wanted)} FROM (${parts.join(' UNION ALL ')}) AS p GROUP BY p.list, key`;
}
