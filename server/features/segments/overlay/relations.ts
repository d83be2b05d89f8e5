import { hitColumns, sumColumns, toColumnList, visitColumns } from '../columns.ts';
import { toTextList } from '../duckdb/sql-text.ts';
import type { Store } from '../files/store.ts';
import type { Tail, TailTables } from './tail.ts';
import type { UsableSegment, UsableSegments } from './usable-segments.ts';

export interface RelationParts {
  store: Store;
  datasetId: string;
  segments: readonly UsableSegment[];
  /** Undefined: everything is in the files. */
  tail: TailTables | undefined;
  touchedDays: ReadonlySet<string>;
  wholeDays: readonly { first: string; last: string }[];
}

export interface Relations {
  visits: string;
  hits: string;
}

type Days = { first: string; last: string } | 'all';

export function toParts(
  store: Store,
  datasetId: string,
  opened: { usable: UsableSegments; tail: Tail | undefined; wholeDays: RelationParts['wholeDays'] },
): RelationParts {
  const { usable, tail, wholeDays } = opened;
  const touchedDays = tail?.touchedDays ?? new Set<string>();
  return { store, datasetId, segments: usable.segments, tail: tail?.tables, touchedDays, wholeDays };
}

/** Empty tables with the columns of the relations, for a dataset without events. */
export const emptyTables = { visits: 'no_visits', hits: 'no_hits' };

/**
 * The relations `visits` and `hits` as SQL for FROM, with exactly the asked days: questions test no days, which would
 * cost them a tenth of their time.
 */
export function toRelations(parts: RelationParts, days: Days): Relations {
  const asked = listAsked(parts, days);
  return { visits: toRelation('visits', parts, asked, days), hits: toRelation('hits', parts, asked, days) };
}

/**
 * The daily sums of the asked days as SQL for FROM, and the relations with what they do not contain: days that changed
 * since their files were written. Undefined where nothing is to be read.
 */
export function toSummedRelations(
  parts: RelationParts,
  days: Days,
): { sums: string | undefined; rest: Relations | undefined } {
  const asked = listAsked(parts, days).map((segment) => toAskedFile(parts, segment));
  const clean = asked.filter(({ isClean }) => isClean);
  const columns = toColumnList(sumColumns);
  const fileOf = ({ segment }: AskedFile) => parts.store.filesOf(parts.datasetId, segment.name).sums;
  const sums = asked
    .filter((file) => !file.isClean && file.hasOtherDays)
    .map((file) => `SELECT ${columns} FROM read_parquet(${toTextList([fileOf(file)])})${where(file.others)}`);
  if (clean.length > 0) sums.push(`SELECT ${columns} FROM read_parquet(${toTextList(clean.map(fileOf))})`);
  const rest = (kind: 'visits' | 'hits') =>
    union(kind, [
      ...asked.flatMap((file) => listReplacedDays(kind, parts, file, days)),
      ...listTail(kind, parts, days),
    ]);
  return {
    sums: sums.length > 0 ? `(${sums.join(' UNION ALL ')})` : undefined,
    rest: parts.tail && { visits: rest('visits'), hits: rest('hits') },
  };
}

const listAsked = ({ segments }: RelationParts, days: Days) =>
  segments.filter(
    ({ firstDay, lastDay }) => days === 'all' || (firstDay <= days.last && lastDay >= days.first),
  );

/** A segment, and which of its days the tail has too. */
interface AskedFile {
  segment: UsableSegment;
  isClean: boolean;
  /** Days of which the tail contains some visits again. */
  replaced: string[];
  /** Conditions that leave out the days of which the tail contains everything. */
  notWhole: string[];
  hasOtherDays: boolean;
  /** Conditions for the days that the tail does not touch. */
  others: string[];
}

function toAskedFile({ touchedDays, wholeDays }: RelationParts, segment: UsableSegment): AskedFile {
  const { firstDay, lastDay } = segment;
  const replaced = [...touchedDays].filter((day) => day >= firstDay && day <= lastDay);
  const notWhole = wholeDays
    .filter(({ first, last }) => first <= lastDay && last >= firstDay)
    .map(({ first, last }) => `day NOT BETWEEN DATE '${first}' AND DATE '${last}'`);
  const notReplaced = replaced.length > 0 ? [`day NOT IN (${toDates(replaced)})`] : [];
  return {
    segment,
    isClean: replaced.length + notWhole.length === 0,
    replaced,
    notWhole,
    hasOtherDays: firstDay !== lastDay || replaced.length === 0,
    others: [...notWhole, ...notReplaced],
  };
}

const toDates = (days: readonly string[]) => days.map((day) => `DATE '${day}'`).join(', ');

function toRelation(
  kind: 'visits' | 'hits',
  parts: RelationParts,
  segments: readonly UsableSegment[],
  days: Days,
): string {
  const asked = segments.map((segment) => toAskedFile(parts, segment));
  const isWhole = ({ isClean, segment }: AskedFile) => isClean && listBorders(segment, days).length === 0;
  const whole = asked.filter(isWhole).map(({ segment }) => segment);
  const selects: string[] = [];
  if (whole.length > 0) selects.push(`SELECT ${columnsOf[kind]} FROM ${toFiles(kind, parts, whole)}`);
  for (const file of asked.filter((each) => !isWhole(each))) {
    const conditions = where([...listBorders(file.segment, days), ...file.others]);
    if (file.hasOtherDays)
      selects.push(`SELECT ${columnsOf[kind]} FROM ${toFiles(kind, parts, [file.segment])}${conditions}`);
    selects.push(...listReplacedDays(kind, parts, file, days));
  }
  return union(kind, [...selects, ...listTail(kind, parts, days)]);
}

const everyDay = { firstDay: '0001-01-01', lastDay: '9999-12-31' };

/** Conditions for rows of these days to be of the asked ones; none if all are. */
function listBorders(
  { firstDay, lastDay }: Pick<UsableSegment, 'firstDay' | 'lastDay'>,
  days: Days,
): string[] {
  if (days === 'all') return [];
  return [
    ...(firstDay < days.first ? [`day >= DATE '${days.first}'`] : []),
    ...(lastDay > days.last ? [`day <= DATE '${days.last}'`] : []),
  ];
}

const where = (conditions: readonly string[]) =>
  conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';

/** What the file has of the days that the tail touches, without what the tail contains again. */
function listReplacedDays(
  kind: 'visits' | 'hits',
  parts: RelationParts,
  { segment, replaced, notWhole }: AskedFile,
  days: Days,
): string[] {
  const { tail } = parts;
  if (!tail || replaced.length === 0) return [];
  const kept = kind === 'visits' ? toKeptVisits(tail) : toKeptHits(tail);
  const conditions = where([
    ...listBorders(segment, days),
    ...notWhole,
    `day IN (${toDates(replaced)})`,
    ...kept,
  ]);
  return [`SELECT ${columnsOf[kind]} FROM ${toFiles(kind, parts, [segment])} f${conditions}`];
}

const listTail = (kind: 'visits' | 'hits', { tail }: RelationParts, days: Days): string[] =>
  tail ? [`SELECT ${columnsOf[kind]} FROM ${tail[kind]}${where(listBorders(everyDay, days))}`] : [];

const union = (kind: 'visits' | 'hits', selects: readonly string[]) =>
  selects.length > 0
    ? `(${selects.join(' UNION ALL ')})`
    : `(SELECT ${columnsOf[kind]} FROM ${emptyTables[kind]})`;

const columnsOf = { visits: toColumnList(visitColumns), hits: toColumnList(hitColumns) };

const toFiles = (
  kind: 'visits' | 'hits',
  { store, datasetId }: RelationParts,
  segments: readonly UsableSegment[],
) => `read_parquet(${toTextList(segments.map(({ name }) => store.filesOf(datasetId, name)[kind]))})`;

const toKeptVisits = (tail: TailTables) => [
  `NOT EXISTS (SELECT 1 FROM ${tail.replacedVisits} r WHERE r.day = f.day AND r.visit_no = f.visit_no)`,
];

const toKeptHits = (tail: TailTables) => [
  ...toKeptVisits(tail),
  `NOT EXISTS (SELECT 1 FROM ${tail.replacedVisitors} r WHERE r.day = f.day AND r.visitor = f.visitor)`,
  `NOT (f.visit_no IS NULL AND f.order_id IS NOT NULL AND EXISTS (SELECT 1 FROM ${tail.replacedOrders} r WHERE r.day = f.day
    AND r.kind = f.kind AND r.order_id = f.order_id AND r.event_name = coalesce(f.event_name, '')))`,
];
