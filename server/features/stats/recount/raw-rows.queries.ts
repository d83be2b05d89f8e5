import type { Tx } from '../../../db/client.ts';
import { statisticsColumns, toColumnType } from '../../tracking/event-columns.ts';
import { type RawEvent, type RawOrder, toUnits } from './raw-rows.ts';

/** Rows read at once. */
const rowsMax = 5_000;
const statementTimeoutMinutes = 30;

// A bigint as text, because it does not fit a number; times in microseconds, because a Date has milliseconds.
const rawColumns = statisticsColumns
  .map((name) => {
    if (name === 'occurred_at') return '(extract(epoch FROM e.occurred_at) * 1000000)::bigint AS occurred_at';
    return ['bigint', 'numeric'].includes(toColumnType(name)) ? `e.${name}::text AS ${name}` : `e.${name}`;
  })
  .join(', ');

interface StoredRow extends RawEvent {
  /** Same for all rows of a visitor; null for a row without one. */
  visitor: string | null;
  order_amount: string | null;
  order_currency: string | null;
  order_is_verified: boolean | null;
}

interface VisitorRows {
  events: RawEvent[];
  orders: Map<string, RawOrder>;
}

/**
 * Calls `work` with the stored rows of [from, to), one visitor after the other. Keeps the rows of one visitor in memory, and
 * those without a visitor by the thousand. The rows are of one snapshot. To be called in a transaction.
 */
export async function forEachVisitor(
  tx: Tx,
  companyId: string,
  { from, to }: { from: Date; to: Date },
  work: (rows: VisitorRows) => void,
): Promise<void> {
  await tx.query(`SET LOCAL statement_timeout = '${statementTimeoutMinutes}min'`);
  await tx.query(
    `DECLARE raw_events NO SCROLL CURSOR FOR
       SELECT ${rawColumns},
              CASE WHEN e.host IS NULL THEN 'session ' || e.session_id ELSE 'visitor ' || e.visitor_id END AS visitor,
              o.amount::text AS order_amount, o.foreign_currency AS order_currency,
              o.source = 'verified' AS order_is_verified
       FROM events e
       LEFT JOIN LATERAL (
         SELECT * FROM shop_orders s
         WHERE e.kind IN ('order', 'refund') AND s.company_id = $1 AND s.order_id = e.order_id OFFSET 0
       ) AS o ON true
       WHERE e.company_id = $1 AND e.occurred_at >= $2 AND e.occurred_at < $3
       ORDER BY visitor`,
    [companyId, from, to],
  );
  let visitor: string | null = null;
  let rows: StoredRow[] = [];
  for (;;) {
    const { rows: fetched } = await tx.query<StoredRow>(`FETCH ${rowsMax} FROM raw_events`);
    for (const row of fetched) {
      // Rows without a visitor are independent of each other, so they may come in any number.
      const isNext = row.visitor === null ? rows.length >= rowsMax : row.visitor !== visitor;
      if (isNext && rows.length > 0) {
        work(toVisitorRows(rows));
        rows = [];
      }
      visitor = row.visitor;
      rows.push(row);
    }
    if (fetched.length === 0) break;
  }
  if (rows.length > 0) work(toVisitorRows(rows));
}

function toVisitorRows(rows: StoredRow[]): VisitorRows {
  const orders = new Map<string, RawOrder>();
  for (const { order_id, order_amount, order_currency: foreignCurrency, order_is_verified } of rows) {
    if (order_id === null || order_amount === null) continue;
    const isVerified = order_is_verified === true;
    orders.set(order_id, { amount: toUnits(order_amount), foreignCurrency, isVerified });
  }
  return { events: rows, orders };
}

/** The first instant of a stored event (microseconds since 1970) and of the oldest month that is kept. Null without events. To be called
 * in a transaction. */
export async function findFirstRawInstants(
  tx: Tx,
  companyId: string,
): Promise<{ event: number; month: string } | null> {
  await tx.query(`SET LOCAL statement_timeout = '${statementTimeoutMinutes}min'`);
  const found = await tx.query<{ event: number | null }>(
    `SELECT (extract(epoch FROM min(occurred_at)) * 1000000)::bigint AS event FROM events WHERE company_id = $1`,
    [companyId],
  );
  const months = await tx.query<{ month: string | null }>(
    `SELECT min(replace(right(child.relname, 7), '_', '-')) AS month
       FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
       WHERE inhparent = 'events'::regclass AND child.relname ~ '^events_[0-9]{4}_[0-9]{2}$'`,
  );
  const [event, month] = [found.rows[0]?.event ?? null, months.rows[0]?.month ?? null];
  return event === null || month === null ? null : { event, month };
}
