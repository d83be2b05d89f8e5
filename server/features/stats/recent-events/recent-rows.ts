import { toOrderRows } from '../orders/order-rows.ts';
import type { StatementOf } from '../reader.ts';
import { countedKinds } from '../sql/dimensions.ts';
import { toFilterConditions } from '../sql/filters.ts';
import { type Question, type QuestionSources, where } from '../sql/question.ts';
import { StatementValues } from '../sql/statement-values.ts';

/** A page view, event or order that filters count, with the dimensions of its visit. */
export interface RecentRow {
  kind: 'pageview' | 'event' | 'order';
  /** In milliseconds since 1970. */
  at_ms: number;
  path: string;
  event_name: string | null;
  amount: string | null;
  currency: string | null;
  source: string | null;
  country: string | null;
  device: string | null;
}

/**
 * The newest rows since an instant that the filters of a question count: page views and events that meet them, and orders of visits
 * that do. The range of the question has the whole days, because an order is counted when its visit began.
 */
export function toRecentRowsStatement(
  question: Question,
  { since, limit }: { since: number; limit: number },
  sources: QuestionSources,
): StatementOf<RecentRow> {
  const values = new StatementValues();
  const { firstDay, lastDay } = question.range;
  const relations = sources.ofDays({ first: firstDay, last: lastDay });
  const { onRow, onVisitOfRow, rowJoins } = toFilterConditions(question.filters, relations, values);
  const isRecent = `"at" >= ${values.bindInstant(since)}`;
  const columns = `kind, "at", path, event_name, coalesce(amount, foreign_amount)::VARCHAR AS amount, currency, source, country, device`;
  const counted = `SELECT ${columns} FROM ${relations.hits} AS h ${rowJoins}
    ${where(countedKinds, isRecent, ...onRow, ...onVisitOfRow)}`;
  const orders = `SELECT ${columns} FROM ${toOrderRows(question, sources, values, `kind = 'order'`)} AS o ${where(isRecent)}`;
  const sql = `SELECT * EXCLUDE ("at"), epoch_ms("at")::DOUBLE AS at_ms FROM (${counted} UNION ALL ${orders}) AS r
    ORDER BY "at" DESC, kind, path LIMIT ${values.bind(limit)}::BIGINT`;
  return { sql, values: values.list };
}
