import type { Tx } from '../../../db/client.ts';
import {
  inheritedColumns,
  type OwnColumn,
  ownColumns,
  toValueWithoutVisit,
} from '../../tracking/event-columns.ts';
import type { LedgerRow, VerifiedAs } from './ledger.queries.ts';

const ledgerRecord = `AS o(
  order_id text, event_id uuid, amount numeric, tax numeric, shipping numeric, net numeric, currency text,
  foreign_currency text, occurred_at timestamptz, provider_changed_at timestamptz, customer_hash text, items jsonb, visitor_id bigint)`;

/** The values of the event of an order, as SQL: a column without one does not compile. */
const eventValues: Record<OwnColumn, string> = {
  id: 'event_id',
  kind: `'order'`,
  session_id: 'NULL',
  visitor_id: 'visitor_id',
  tab_id: 'NULL',
  occurred_at: 'occurred_at',
  event_name: 'NULL',
  properties: 'NULL',
  engaged_ms: 'NULL',
  order_id: 'order_id',
  amount: 'amount',
  currency: 'currency',
};
const eventColumnList = [...ownColumns, ...inheritedColumns].join(', ');
const eventValueList = [
  ...ownColumns.map((name) => eventValues[name]),
  ...inheritedColumns.map(toValueWithoutVisit),
].join(', ');

/**
 * Stores new orders with their events. Returns the ids of those that are new: another transaction may have stored the
 * others in the meantime.
 */
export async function insertVerifiedOrders(
  tx: Tx,
  companyId: string,
  rows: readonly LedgerRow[],
  { by, now }: VerifiedAs,
): Promise<Set<string>> {
  const found = await tx.query<{ order_id: string }>({
    name: 'insert-verified-orders',
    text: `
WITH sent AS MATERIALIZED (
  SELECT * FROM json_to_recordset($2) ${ledgerRecord}
), new_orders AS (
  INSERT INTO shop_orders
    (company_id, order_id, event_id, amount, tax, shipping, net, foreign_currency, occurred_at, source, verified_by, verified_at,
     provider_changed_at, customer_hash, items, counted_at)
  SELECT $1, order_id, event_id, amount, tax, shipping, net, foreign_currency, occurred_at, 'verified', $3, $4, provider_changed_at,
         decode(customer_hash, 'hex'), items, $4
  FROM sent ORDER BY order_id
  ON CONFLICT (company_id, order_id) DO NOTHING
  RETURNING order_id
), new_events AS (
  INSERT INTO events (company_id, ${eventColumnList})
  SELECT $1, ${eventValueList} FROM sent WHERE order_id IN (SELECT order_id FROM new_orders)
)
SELECT order_id FROM new_orders`,
    values: [companyId, JSON.stringify(rows), by, now],
  });
  return new Set(found.rows.map(({ order_id }) => order_id));
}
