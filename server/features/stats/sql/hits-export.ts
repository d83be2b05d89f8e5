import { visitDimensions } from '../../../../contract/stats/model/dimensions.ts';
import type { TimeRange } from '../period/time-range.ts';
import { toVisitColumn } from './dimensions.ts';
import { type Relations, where } from './question.ts';
import { StatementValues } from './statement-values.ts';
import type { Statement } from './statements.ts';

/** Columns of the rows of `hits`; visits and visitors are numbered within a day. */
const exportedColumns = [
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
  ...visitDimensions.map(toVisitColumn),
];

function toFromClause(
  { firstDay, lastDay, from, to }: TimeRange,
  { hits }: Relations,
  values: StatementValues,
): string {
  const days = `day BETWEEN ${values.bindDay(firstDay)} AND ${values.bindDay(lastDay)}`;
  const times = [`"at" >= ${values.bindInstant(from)}`, `"at" < ${values.bindInstant(to)}`];
  return `FROM ${hits} AS h${where(days, ...times)}`;
}

export function toHitsCountStatement(range: TimeRange, relations: Relations): Statement {
  const values = new StatementValues();
  return {
    sql: `SELECT count(*)::DOUBLE AS hits ${toFromClause(range, relations, values)}`,
    values: values.list,
  };
}

/** `path`: made by us, because a file name cannot be bound. */
export function toHitsExportStatement(range: TimeRange, relations: Relations, path: string): Statement {
  const values = new StatementValues();
  const columns = exportedColumns.map((name) => `"${name}"`).join(', ');
  const rows = `SELECT ${columns} ${toFromClause(range, relations, values)} ORDER BY "at"`;
  const sql = `COPY (${rows}) TO '${path.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd)`;
  return { sql, values: values.list };
}
