import { addDays } from '../../../../contract/rules/dates/calendar-days.ts';
import { fromMinorUnits, toMinorUnits } from '../../../../contract/rules/decimal.ts';
import { type Aggregate, aggregateNames } from '../../../../contract/stats/model/aggregates.ts';
import { metricOf } from '../../../../contract/stats/model/metrics.ts';
import {
  type DatasetInMemory,
  type Facts,
  isMoneySum,
  type Sums,
  summedColumns,
} from '../../segments/segments.ts';
import { type AggregateRow, type ResultRow, toMetricValues } from '../metric-values.ts';
import { listDaySpans } from '../period/time-range.ts';
import { moneyDigits, type OrdersCounted } from '../sql/aggregates.ts';
import { findRowColumn, toVisitColumn } from '../sql/dimensions.ts';
import type { Question } from '../sql/question.ts';
import type { AskedList, BreakdownPage } from '../sql/wanted.ts';
import { listAggregates, listPresence, listWanted } from '../sql/wanted.ts';
import { compareTexts } from './compare-texts.ts';
import { BucketCounts } from './count-buckets.ts';
import { countDay, type Until, wholeDay } from './count-day.ts';
import { ValueCounts } from './count-values.ts';

type RowsList = Extract<AskedList, { page: BreakdownPage }>;

/** Whether lists of a question can be answered from memory: without filters, from the beginning of a day. */
export function isFromMemory(question: Question, list: AskedList): boolean {
  const { range, filters } = question;
  if (filters.length > 0 || !range.beginsWithDay) return false;
  if (!listWanted(question, [list]).every((name) => summedColumns.has(name))) return false;
  if (!('page' in list)) return true;
  const { search } = list.page;
  return (search === undefined || search === '') && columnOf(list) !== undefined;
}

/**
 * The rows of lists, as the statement of `toListsStatement` has them. Undefined for one that has to be counted by DuckDB, because it
 * has too many rows.
 */
export async function answerFromMemory(
  memory: DatasetInMemory,
  question: Question,
  lists: readonly AskedList[],
): Promise<(ResultRow[] | undefined)[]> {
  const spans = listDaySpans(question.range);
  const isByClock = lists.some(({ grouping }) => grouping.by === 'time' && grouping.interval !== 'day');
  const listDays = (isWhole: boolean) => spans.filter((span) => span.isWhole === isWhole);
  const facts = await memory.read({
    whole: isByClock ? [] : listDays(true),
    partial: (isByClock ? spans : listDays(false)).flatMap(({ first, last }) => listEachDay(first, last)),
    columns: [...new Set(lists.flatMap((list) => ('page' in list ? (columnOf(list) ?? []) : [])))],
  });
  return lists.map((list) => {
    if (!('page' in list)) return answerByTime(question, list, facts);
    const counts = countValues(question, list, facts);
    return counts && toPage(question, list, counts);
  });
}

/** Every day of a range of dates. */
function listEachDay(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

function columnOf({ grouping }: RowsList): string | undefined {
  return grouping.by === 'visit-dimension'
    ? toVisitColumn(grouping.dimension)
    : findRowColumn(grouping.dimension);
}

const untilOf = ({ range }: Question, day: string): Until =>
  day === range.lastDay && !range.endsWithDay ? range.to * 1_000 : wholeDay;

function answerByTime(
  question: Question,
  { grouping, wanted }: Exclude<AskedList, RowsList>,
  { sums, days, partial }: Facts,
): ResultRow[] | undefined {
  if (!partial) return undefined;
  const toRows = (found: Iterable<[string, Sums]>) =>
    [...found].map(([key, counted]) => ({ key, ...toAggregates(counted, wanted, question.ordersCounted) }));
  if (grouping.interval === 'day') {
    const rows: [string, Sums][] = [...sums];
    for (const [day, timed] of days) rows.push([day, countDay(timed, wholeDay)]);
    for (const [day, timed] of partial) rows.push([day, countDay(timed, untilOf(question, day))]);
    return toRows(rows);
  }
  const buckets = new BucketCounts(question.range, grouping.interval, question.countsNewVisitors === true);
  for (const [day, timed] of partial) buckets.add(timed, untilOf(question, day));
  return toRows(buckets.sums);
}

function countValues(question: Question, list: RowsList, facts: Facts): Map<string, Sums> | undefined {
  const column = columnOf(list) ?? '';
  const values = facts.values.get(column);
  if (!values || !facts.partial) return undefined;
  const counts = new ValueCounts(column);
  counts.addSums(values);
  for (const timed of facts.days.values()) counts.addDay(timed, wholeDay);
  for (const [day, timed] of facts.partial) counts.addDay(timed, untilOf(question, day));
  return counts.sums;
}

/** The rows of a page in its order, with the number of rows of all pages. */
function toPage(question: Question, list: RowsList, counts: ReadonlyMap<string, Sums>): ResultRow[] {
  const { grouping, page } = list;
  const wanted = listWanted(question, [list]);
  const presence = listPresence(question, grouping);
  const only = page.values && new Set(page.values);
  // Values of other pages need no more: there can be thousands.
  const needed = [...new Set([...listAggregates([page.sort.metric]), ...presence])];
  const ranked: { key: string; sums: Sums; rank: bigint | number | null }[] = [];
  for (const [key, sums] of counts) {
    if (only && !only.has(key)) continue;
    const row = toAggregates(sums, needed, question.ordersCounted);
    if (!presence.some((name) => Number(row[name] ?? 0) > 0)) continue;
    ranked.push({ key, sums, rank: toRank(row, page) });
  }
  ranked.sort((a, b) => compareRanks(a.rank, b.rank, page.sort.isDescending) || compareTexts(a.key, b.key));
  const start = (page.page - 1) * page.limit;
  return ranked.slice(start, start + page.limit).map(({ key, sums }) => ({
    key,
    ...toAggregates(sums, wanted, question.ordersCounted),
    row_count: ranked.length,
  }));
}

/** The value that a row is sorted by, rounded as the answer has it. */
function toRank(row: AggregateRow, { sort, digits }: BreakdownPage): bigint | number | null {
  const { unit, sum, less, per } = metricOf(sort.metric);
  if (unit === 'money' && per === undefined)
    return unitsOf(row, sum) - (less === undefined ? 0n : unitsOf(row, less));
  if (per === undefined) return Number(row[sum] ?? 0);
  const value = toMetricValues([sort.metric], digits, row)[sort.metric] ?? null;
  return typeof value === 'string' ? toMinorUnits(value, moneyDigits) : value;
}

const unitsOf = (row: AggregateRow, name: Aggregate) => toMinorUnits(String(row[name] ?? '0'), moneyDigits);

/** Rates of nothing come last. */
function compareRanks(a: bigint | number | null, b: bigint | number | null, isDescending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (a === b) return 0;
  return (a < b ? -1 : 1) * (isDescending ? -1 : 1);
}

/** The columns of the sums with what is counted of orders. */
const verifiedNames: Partial<Record<Aggregate, keyof Sums>> = {
  orders: 'verified_orders',
  revenue: 'verified_revenue',
  priced_orders: 'verified_priced_orders',
  conversions: 'verified_conversions',
};

const isSum = (name: string, sums: Sums): name is keyof Sums => name in sums;

function toAggregates(
  sums: Sums,
  wanted: readonly Aggregate[],
  ordersCounted: OrdersCounted = 'all',
): Partial<Record<Aggregate, number | string>> {
  const found: Partial<Record<Aggregate, number | string>> = {};
  for (const aggregate of aggregateNames) {
    if (!wanted.includes(aggregate)) continue;
    const name = (ordersCounted === 'verified' ? verifiedNames[aggregate] : undefined) ?? aggregate;
    if (!isSum(name, sums)) continue;
    found[aggregate] = isMoneySum(name) ? fromMinorUnits(sums[name], moneyDigits) : sums[name];
  }
  return found;
}
