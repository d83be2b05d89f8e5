import { hitColumns, toColumnList, visitColumns } from '../columns.ts';
import { toTextList } from '../duckdb/sql-text.ts';
import type { Store } from '../files/store.ts';
import type { TailTables } from './tail.ts';
import type { UsableSegment } from './usable-segments.ts';

export interface RelationParts {
  store: Store;
  datasetId: string;
  segments: readonly UsableSegment[];
  /** Undefined: everything is in the files. */
  tail: TailTables | undefined;
  touchedDays: ReadonlySet<string>;
  wholeDays: readonly { first: string; last: string }[];
}

/** Empty tables with the columns of the relations, for a dataset without events. */
export const emptyTables = { visits: 'no_visits', hits: 'no_hits' };

/**
 * The relations `visits` and `hits` as SQL for FROM. They contain at least the asked days: the segments of those days
 * and the whole tail.
 */
export function toRelations(
  parts: RelationParts,
  days: { first: string; last: string } | 'all',
): { visits: string; hits: string } {
  const asked = parts.segments.filter(
    ({ firstDay, lastDay }) => days === 'all' || (firstDay <= days.last && lastDay >= days.first),
  );
  return { visits: toRelation('visits', parts, asked), hits: toRelation('hits', parts, asked) };
}

function toRelation(
  kind: 'visits' | 'hits',
  { store, datasetId, tail, touchedDays, wholeDays }: RelationParts,
  asked: readonly UsableSegment[],
): string {
  const columns = toColumnList(kind === 'visits' ? visitColumns : hitColumns);
  const fileOf = ({ name }: UsableSegment) => store.filesOf(datasetId, name)[kind];
  const touched = [...touchedDays];
  const daysOf = ({ firstDay, lastDay }: UsableSegment) =>
    touched.filter((day) => day >= firstDay && day <= lastDay);
  const wholeOf = ({ firstDay, lastDay }: UsableSegment) =>
    wholeDays.filter(({ first, last }) => first <= lastDay && last >= firstDay);
  const clean = asked.filter((segment) => daysOf(segment).length + wholeOf(segment).length === 0);
  const parts: string[] = [];
  if (clean.length > 0) parts.push(`SELECT ${columns} FROM read_parquet(${toTextList(clean.map(fileOf))})`);
  for (const segment of asked.filter((each) => !clean.includes(each))) {
    const replaced = daysOf(segment);
    const whole = wholeOf(segment).map(
      ({ first, last }) => `day NOT BETWEEN DATE '${first}' AND DATE '${last}'`,
    );
    const file = `read_parquet(${toTextList([fileOf(segment)])})`;
    const list = replaced.map((day) => `DATE '${day}'`).join(', ');
    const isOneDay = segment.firstDay === segment.lastDay;
    if (!isOneDay || replaced.length === 0) {
      const others = [...whole, ...(replaced.length > 0 ? [`day NOT IN (${list})`] : [])];
      parts.push(`SELECT ${columns} FROM ${file} WHERE ${others.join(' AND ')}`);
    }
    if (replaced.length > 0 && tail) {
      const kept = kind === 'visits' ? toKeptVisits(tail) : toKeptHits(tail);
      parts.push(
        `SELECT ${columns} FROM ${file} f WHERE ${[...whole, `day IN (${list})`, ...kept].join(' AND ')}`,
      );
    }
  }
  if (tail) parts.push(`SELECT ${columns} FROM ${tail[kind]}`);
  if (parts.length === 0) parts.push(`SELECT ${columns} FROM ${emptyTables[kind]}`);
  return `(${parts.join(' UNION ALL ')})`;
}

const toKeptVisits = (tail: TailTables) => [
  `NOT EXISTS (SELECT 1 FROM ${tail.replacedVisits} r WHERE r.day = f.day AND r.visit_no = f.visit_no)`,
];

const toKeptHits = (tail: TailTables) => [
  ...toKeptVisits(tail),
  `NOT EXISTS (SELECT 1 FROM ${tail.replacedVisitors} r WHERE r.day = f.day AND r.visitor = f.visitor)`,
  `NOT (f.visit_no IS NULL AND f.order_id IS NOT NULL AND EXISTS (SELECT 1 FROM ${tail.replacedOrders} r WHERE r.day = f.day AND r.order_id = f.order_id))`,
];
