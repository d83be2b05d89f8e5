import { hitColumns, sumColumns, toColumnList, visitColumns } from '../columns.ts';
import { toTextList } from '../duckdb/sql-text.ts';
import type { Store } from '../files/store.ts';
import { readHitColumns } from '../files/stored-hits.ts';
import type { Tail } from './tail.ts';
import type { TailRelations } from './tail-input.ts';
import type { UsableSegment, UsableSegments } from './usable-segments.ts';

export interface RelationParts {
  store: Store;
  datasetId: string;
  segments: readonly UsableSegment[];
  /** Undefined: everything is in the files. */
  tail: TailRelations | undefined;
  touchedDays: ReadonlySet<string>;
  wholeDays: readonly { first: string; last: string }[];
}

/** SQL for FROM, with the columns of `visitColumns` and `hitColumns`. */
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
  return { store, datasetId, segments: usable.segments, tail: tail?.relations, touchedDays, wholeDays };
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
  const asked = listAsked(parts, days);
  const columns = toColumnList(sumColumns);
  const toFilesOf = (files: readonly AskedFile[]) =>
    `read_parquet(${toTextList(files.map(({ segment }) => parts.store.filesOf(parts.datasetId, segment.name).sums))})`;
  const clean = asked.filter(({ isClean }) => isClean);
  const others = asked.filter(({ isClean, hasOtherDays }) => !isClean && hasOtherDays);
  const sums = [
    ...(clean.length > 0 ? [`SELECT ${columns} FROM ${toFilesOf(clean)}`] : []),
    ...(others.length > 0
      ? [`SELECT ${columns} FROM ${toFilesOf(others)}${where(listUntouched(parts))}`]
      : []),
  ];
  const rest = (kind: 'visits' | 'hits') =>
    union(kind, [...listTouched(kind, parts, asked, days), ...listTail(kind, parts, days)]);
  return {
    sums: sums.length > 0 ? `(${sums.join(' UNION ALL ')})` : undefined,
    rest: parts.tail && { visits: rest('visits'), hits: rest('hits') },
  };
}

/** A segment, and which of its days the tail has too. */
interface AskedFile {
  segment: UsableSegment;
  /** The tail has nothing of its days. */
  isClean: boolean;
  /** The tail contains some visits of its days again. */
  isTouched: boolean;
  /** It can have days of which the tail has nothing. */
  hasOtherDays: boolean;
}

function listAsked({ segments, touchedDays, wholeDays }: RelationParts, days: Days): AskedFile[] {
  return segments
    .filter(({ firstDay, lastDay }) => days === 'all' || (firstDay <= days.last && lastDay >= days.first))
    .map((segment) => {
      const { firstDay, lastDay } = segment;
      const isTouched = [...touchedDays].some((day) => day >= firstDay && day <= lastDay);
      const isRead = wholeDays.some(({ first, last }) => first <= lastDay && last >= firstDay);
      return {
        segment,
        isClean: !isTouched && !isRead,
        isTouched,
        hasOtherDays: firstDay !== lastDay || !isTouched,
      };
    });
}

// No day is in two segments, so that conditions on days hold for several files at once. Each branch of a relation and
// each join in it has its memory in every statement: their number must not depend on the number of files.
function toRelation(
  kind: 'visits' | 'hits',
  parts: RelationParts,
  asked: readonly AskedFile[],
  days: Days,
): string {
  const isWhole = ({ isClean, segment }: AskedFile) => isClean && listBorders([segment], days).length === 0;
  const whole = asked.filter(isWhole);
  const others = asked.filter((file) => !isWhole(file) && file.hasOtherDays);
  const selects: string[] = [];
  if (whole.length > 0) selects.push(`SELECT ${columnsOf[kind]} FROM ${toFiles(kind, parts, whole)}`);
  if (others.length > 0) {
    const segments = others.map(({ segment }) => segment);
    const conditions = where([...listBorders(segments, days), ...listUntouched(parts)]);
    selects.push(`SELECT ${columnsOf[kind]} FROM ${toFiles(kind, parts, others)}${conditions}`);
  }
  return union(kind, [...selects, ...listTouched(kind, parts, asked, days), ...listTail(kind, parts, days)]);
}

/** Conditions for rows of these segments to be of the asked days; none if all are. */
function listBorders(segments: readonly Pick<UsableSegment, 'firstDay' | 'lastDay'>[], days: Days): string[] {
  if (days === 'all') return [];
  return [
    ...(segments.some(({ firstDay }) => firstDay < days.first) ? [`day >= DATE '${days.first}'`] : []),
    ...(segments.some(({ lastDay }) => lastDay > days.last) ? [`day <= DATE '${days.last}'`] : []),
  ];
}

/** Conditions that leave out the days of which the tail contains something. */
function listUntouched(parts: RelationParts): string[] {
  const { touchedDays } = parts;
  return [
    ...listNotWhole(parts),
    ...(touchedDays.size > 0 ? [`day NOT IN (${toDates([...touchedDays])})`] : []),
  ];
}

/** Conditions that leave out the days of which the tail contains everything. */
const listNotWhole = ({ wholeDays }: RelationParts) =>
  wholeDays.map(({ first, last }) => `day NOT BETWEEN DATE '${first}' AND DATE '${last}'`);

const toDates = (days: readonly string[]) => days.map((day) => `DATE '${day}'`).join(', ');

const where = (conditions: readonly string[]) =>
  conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';

/** Rows of the files in the days that the tail touches, without those that the tail contains again. */
function listTouched(
  kind: 'visits' | 'hits',
  parts: RelationParts,
  asked: readonly AskedFile[],
  days: Days,
): string[] {
  const { tail, touchedDays } = parts;
  const touched = asked.filter(({ isTouched }) => isTouched);
  if (!tail || touched.length === 0) return [];
  const conditions = where([
    ...listBorders(
      touched.map(({ segment }) => segment),
      days,
    ),
    ...listNotWhole(parts),
    `day IN (${toDates([...touchedDays])})`,
    ...(kind === 'visits' ? toKeptVisits(tail) : toKeptHits(tail)),
  ]);
  return [`SELECT ${columnsOf[kind]} FROM ${toFiles(kind, parts, touched)} f${conditions}`];
}

const listTail = (kind: 'visits' | 'hits', { tail }: RelationParts, days: Days): string[] =>
  tail ? [`SELECT ${columnsOf[kind]} FROM ${tail[kind]}${where(listBorders([everyDay], days))}`] : [];

const everyDay = { firstDay: '0001-01-01', lastDay: '9999-12-31' };

const union = (kind: 'visits' | 'hits', selects: readonly string[]) =>
  selects.length > 0
    ? `(${selects.join(' UNION ALL ')})`
    : `(SELECT ${columnsOf[kind]} FROM ${emptyTables[kind]})`;

const columnsOf = { visits: toColumnList(visitColumns), hits: toColumnList(hitColumns) };

function toFiles(
  kind: 'visits' | 'hits',
  { store, datasetId }: RelationParts,
  files: readonly AskedFile[],
): string {
  const paths = files.map(({ segment }) => store.filesOf(datasetId, segment.name)[kind]);
  return kind === 'hits' ? readHitColumns(paths) : `read_parquet(${toTextList(paths)})`;
}

const toKeptVisits = ({ replacedVisits }: TailRelations) =>
  replacedVisits === undefined
    ? []
    : [`NOT EXISTS (SELECT 1 FROM ${replacedVisits} r WHERE r.day = f.day AND r.visit_no = f.visit_no)`];

const toKeptHits = (tail: TailRelations) => [
  ...toKeptVisits(tail),
  ...(tail.replacedVisitors === undefined
    ? []
    : [
        `NOT EXISTS (SELECT 1 FROM ${tail.replacedVisitors} r WHERE r.day = f.day AND r.visitor = f.visitor)`,
      ]),
  ...(tail.replacedOrders === undefined
    ? []
    : [
        `NOT (f.visit_no IS NULL AND f.order_id IS NOT NULL AND EXISTS (SELECT 1 FROM ${tail.replacedOrders} r
    WHERE r.day = f.day AND r.kind = f.kind AND r.order_id = f.order_id AND r.event_name = coalesce(f.event_name, '')))`,
      ]),
];
