import { toContains } from '../sql/filters.ts';
import { type Question, type QuestionSources, where } from '../sql/question.ts';
import { StatementValues } from '../sql/statement-values.ts';
import type { Statement } from '../sql/statements.ts';
import { toOrderRows } from './order-rows.ts';

/** An order or a refund of a period. */
export interface OrdersFileRow {
  kind: 'order' | 'refund';
  /** When it happened, in milliseconds since 1970. */
  at_ms: number;
  /** When it counts: an order of a visit when the visit began. */
  counted_ms: number;
  order_id: string;
  /** Null for an order. */
  refund_id: string | null;
  /** Decimal text in the company's currency, or else the amount in another one. A refund's is what it subtracts. */
  amount: string | null;
  foreign_amount: string | null;
  /** Null for the company's. */
  currency: string | null;
  is_verified: boolean | null;
  source: string | null;
  channel: string | null;
  campaign: string | null;
  device: string | null;
  country: string | null;
}

/**
 * Writes the orders and refunds of a question as JSON, oldest first: those that its revenue is the sum of, and those in other
 * currencies. `path`: made by us, because a file name cannot be bound.
 */
export function toOrdersFileStatement(
  question: Question,
  search: string | undefined,
  sources: QuestionSources,
  path: string,
): Statement {
  const values = new StatementValues();
  const rows = toOrderRows(question, sources, values, `kind IN ('order', 'refund')`);
  const searched =
    search === undefined || search === '' ? undefined : toContains('order_id', values.bind(search));
  const selected = `SELECT kind, epoch_ms("at") AS at_ms, epoch_ms(counted_at) AS counted_ms, order_id,
      CASE WHEN kind = 'refund' THEN event_name END AS refund_id, amount::VARCHAR AS amount,
      foreign_amount::VARCHAR AS foreign_amount, currency, is_verified, source, channel, utm_campaign AS campaign,
      device, country
    FROM ${rows} AS o ${where(searched)} ORDER BY "at", order_id, kind, event_name`;
  return { sql: `COPY (${selected}) TO '${path.replaceAll("'", "''")}' (FORMAT json)`, values: values.list };
}
