import type { StatementOf } from '../reader.ts';
import { toContains, toFilterConditions } from '../sql/filters.ts';
import { type Question, type QuestionSources, where } from '../sql/question.ts';
import { StatementValues } from '../sql/statement-values.ts';

/**
 * Orders and refunds as SQL for FROM, with the columns of `hits` and `counted_at`: an order counts when its visit began, a
 * refund and an order without a visit at their own time. Only those whose visit matches the filters; without any filter
 * also those without a visit. `ofKinds`: a condition on the rows.
 */
export function toOrderRows(
  { range, filters, ordersCounted }: Question,
  sources: QuestionSources,
  values: StatementValues,
  ofKinds: string,
): string {
  const { visits, hits } = sources.ofDays({ first: range.firstDay, last: range.lastDay });
  const conditions = toFilterConditions(filters, { visits, hits }, values);
  const ofRows =
    conditions.onRow.length > 0
      ? `SEMI JOIN (SELECT day, visit_no FROM ${hits} WHERE visit_no IS NOT NULL AND ${conditions.onRow.join(' AND ')}) USING (day, visit_no)`
      : '';
  // Conditions on columns that only `visits` has are tested there.
  const isOfVisit =
    conditions.rowJoins === conditions.withinVisit
      ? 'true'
      : `(day, visit_no) IN (SELECT (day, visit_no) FROM ${visits}${where(...conditions.onVisit)})`;
  const needsVisit = conditions.onRow.length > 0 || conditions.withinVisit !== '';
  const countedAt = `CASE WHEN visit_no IS NULL THEN "at" ELSE visit_started_at END`;
  return `(SELECT *, ${countedAt} AS counted_at FROM ${hits} AS h ${conditions.withinVisit} ${ofRows}
    ${where(
      ofKinds,
      ordersCounted === 'verified' ? `(kind = 'refund' OR is_verified)` : undefined,
      needsVisit ? 'visit_no IS NOT NULL' : undefined,
      // A refund has all dimensions of its order's visit.
      `CASE WHEN visit_no IS NULL THEN ${allOf(conditions.onVisit)} ELSE ${allOf(conditions.onVisitOfRow)} AND ${isOfVisit} END`,
      `${countedAt} >= ${values.bindInstant(range.from)}`,
      `${countedAt} < ${values.bindInstant(range.to)}`,
    )})`;
}

const allOf = (conditions: readonly string[]) =>
  conditions.length === 0 ? 'true' : `(${conditions.join(' AND ')})`;

/** Whether some days have orders in other currencies: a row if so. It is the same for all questions about the days. */
export function toForeignOrdersStatement(
  first: string,
  last: string,
  sources: QuestionSources,
): StatementOf<{ orders: number }> {
  const { hits } = sources.ofDays({ first, last });
  return { sql: `SELECT 1 AS orders FROM ${hits} AS h WHERE currency IS NOT NULL LIMIT 1`, values: [] };
}

/** The orders of one currency, and their revenue as decimal text. */
interface CurrencyRow {
  key: string;
  orders: number;
  revenue: string;
}

/** A row for each other currency, with its orders and their revenue after refunds. */
export function toOtherCurrenciesStatement(
  question: Question,
  sources: QuestionSources,
): StatementOf<CurrencyRow> {
  const values = new StatementValues();
  const rows = toOrderRows(question, sources, values, `currency IS NOT NULL AND kind IN ('order', 'refund')`);
  const sql = `SELECT currency AS key, (count(*) FILTER (WHERE kind = 'order'))::DOUBLE AS orders,
      coalesce(sum(CASE WHEN kind = 'order' THEN foreign_amount ELSE -foreign_amount END), 0)::VARCHAR AS revenue
    FROM ${rows} GROUP BY currency ORDER BY currency`;
  return { sql, values: values.list };
}

export interface OrdersPage {
  search?: string | undefined;
  /** Only the order with this id. */
  orderId?: string | undefined;
  limit: number;
  /** Counted from 1. */
  page: number;
}

/** An order and the dimensions of its visit, which are null without a visit. */
export interface OrderRow {
  /** The id of the order. */
  key: string;
  /** When it was placed, in milliseconds since 1970. */
  at_ms: number;
  source: string | null;
  channel: string | null;
  campaign: string | null;
  device: string | null;
  country: string | null;
  page_before: string | null;
  /** The number of orders on all pages. */
  row_count: number;
}

/** The orders of one page, newest first, with what their visits are known by. */
export function toOrdersStatement(
  question: Question,
  { search, orderId, limit, page }: OrdersPage,
  sources: QuestionSources,
): StatementOf<OrderRow> {
  const values = new StatementValues();
  const { hits } = sources.ofDays({ first: question.range.firstDay, last: question.range.lastDay });
  const rows = toOrderRows(question, sources, values, `kind = 'order'`);
  const searched = [
    search === undefined || search === '' ? undefined : toContains('order_id', values.bind(search)),
    orderId === undefined ? undefined : `order_id = ${values.bind(orderId)}`,
  ];
  const sql = `
WITH found AS MATERIALIZED (
  SELECT day, visit_no, "at", order_id, source, channel, utm_campaign, device, country
  FROM ${rows} AS o ${where(...searched)}
), listed AS MATERIALIZED (
  SELECT * FROM found ORDER BY "at" DESC, order_id
  LIMIT ${values.bind(limit)}::BIGINT OFFSET ${values.bind((page - 1) * limit)}::BIGINT
), seen AS (
  SELECT l.order_id, arg_max(p.path, p."at") AS page_before
  FROM listed l JOIN ${hits} AS p ON p.day = l.day AND p.visit_no = l.visit_no
  WHERE p.is_page_view AND p."at" <= l."at" GROUP BY l.order_id
)
SELECT l.order_id AS key, epoch_ms(l."at")::DOUBLE AS at_ms, l.source, l.channel, l.utm_campaign AS campaign, l.device,
  l.country, s.page_before, (SELECT count(*) FROM found)::DOUBLE AS row_count
FROM listed l LEFT JOIN seen s USING (order_id)
ORDER BY l."at" DESC, l.order_id`;
  return { sql, values: values.list };
}
