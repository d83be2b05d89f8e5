import { type VisitDimension, visitDimensions } from '../../../../contract/stats/model/dimensions.ts';
import type { Relations } from '../../segments/segments.ts';
import type { TimeRange } from '../period/time-range.ts';
import { hasHitColumn, toVisitColumn } from './dimensions.ts';
import { where } from './question.ts';
import { StatementValues } from './statement-values.ts';
import type { Statement } from './statements.ts';

/** Columns of a row alone; visits and visitors are numbered within a day. */
const rowColumns = [
  'day',
  'at',
  'kind',
  'visit_no',
  'visitor_no',
  'visit_started_at',
  'host',
  'path',
  'event_name',
  'properties',
  'engaged_ms',
  'order_id',
  'amount',
  'foreign_amount',
  'currency',
  'is_verified',
];

function toConditions({ firstDay, lastDay, from, to }: TimeRange, values: StatementValues): string {
  const days = `h.day BETWEEN ${values.bindDay(firstDay)} AND ${values.bindDay(lastDay)}`;
  return where(days, `h."at" >= ${values.bindInstant(from)}`, `h."at" < ${values.bindInstant(to)}`);
}

export function toHitsCountStatement(range: TimeRange, relations: Relations): Statement {
  const values = new StatementValues();
  return {
    sql: `SELECT count(*)::DOUBLE AS hits FROM ${relations.hits} AS h${toConditions(range, values)}`,
    values: values.list,
  };
}

function toDimensionColumn(dimension: VisitDimension): string {
  const column = toVisitColumn(dimension);
  if (hasHitColumn(column)) return `h."${column}"`;
  // A refund has all dimensions of its order's visit.
  return `CASE WHEN h.visit_no IS NULL THEN h."${column}" ELSE v."${column}" END AS "${column}"`;
}

/** `path`: made by us, because a file name cannot be bound. */
export function toHitsExportStatement(range: TimeRange, relations: Relations, path: string): Statement {
  const values = new StatementValues();
  const columns = [...rowColumns.map((name) => `h."${name}"`), ...visitDimensions.map(toDimensionColumn)];
  const rows = `SELECT ${columns.join(', ')} FROM ${relations.hits} AS h
    LEFT JOIN ${relations.visits} AS v ON v.day = h.day AND v.visit_no = h.visit_no
    ${toConditions(range, values)} ORDER BY h."at"`;
  const sql = `COPY (${rows}) TO '${path.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd)`;
  return { sql, values: values.list };
}
