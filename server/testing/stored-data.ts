import { expect } from 'vitest';
import type { Tx } from '../db/client.ts';
import { toStoredSession } from '../features/tracking/visitors/stored-tab.ts';
import { testSessionKey } from './tracking-process.ts';

/** The sums of a company's events. */
export interface EventSums {
  page_views: number;
  users: number;
  orders: number;
  /** Decimal text: money is compared exactly. */
  revenue: string;
}

export async function sumEvents(tx: Tx, companyId: string): Promise<EventSums> {
  const found = await tx.query<EventSums>(
    `SELECT (SELECT count(*) FROM events WHERE company_id = $1 AND kind = 'pageview') AS page_views,
            (SELECT count(DISTINCT visitor_id) FROM events WHERE company_id = $1 AND kind <> 'engagement')
              + (SELECT count(DISTINCT session_id) FROM events WHERE company_id = $1) AS users,
            (SELECT count(*) FROM events WHERE company_id = $1 AND kind = 'order') AS orders,
            (SELECT coalesce(sum(CASE WHEN e.kind = 'refund' THEN -e.amount ELSE e.amount END), 0)::numeric(20, 2)::text
             FROM events e JOIN companies c ON c.id = e.company_id
             WHERE e.company_id = $1 AND (e.currency IS NULL OR e.currency = c.currency)) AS revenue`,
    [companyId],
  );
  const [row] = found.rows;
  if (!row) throw new Error('the sum returned no row');
  return row;
}

/** How often the events of a company have changed. Undefined if its site has sent nothing. */
export async function findRevision(tx: Tx, companyId: string): Promise<number | undefined> {
  const found = await tx.query<{ revision: number }>(
    'SELECT revision FROM dataset_revisions WHERE company_id = $1',
    [companyId],
  );
  return found.rows[0]?.revision;
}

/** Each order and each counted refund of a company has its event with the same amount, and no event is without one. */
export async function expectOrdersMatchEvents(tx: Tx, companyId: string): Promise<void> {
  const list = async (text: string) => (await tx.query(text, [companyId])).rows;
  expect(
    await list(
      `SELECT order_id, event_id, amount::float8 FROM shop_orders WHERE company_id = $1 ORDER BY event_id`,
    ),
  ).toEqual(
    await list(`SELECT order_id, id AS event_id, amount::float8 FROM events
                WHERE company_id = $1 AND kind = 'order' ORDER BY id`),
  );
  expect(
    await list(`SELECT order_id, event_id, amount::float8 FROM shop_order_refunds
                WHERE company_id = $1 AND event_id IS NOT NULL ORDER BY event_id`),
  ).toEqual(
    await list(`SELECT order_id, id AS event_id, amount::float8 FROM events
                WHERE company_id = $1 AND kind = 'refund' ORDER BY id`),
  );
}

export async function countEvents(tx: Tx, companyId: string): Promise<number> {
  const found = await tx.query<{ n: number }>('SELECT count(*) AS n FROM events WHERE company_id = $1', [
    companyId,
  ]);
  return found.rows[0]?.n ?? 0;
}

/**
 * Which of these sessions `aTrackingProcess` has shown as active on the company's site. A row of none of them is listed as
 * it is stored.
 */
export async function listPresentSessions(
  tx: Tx,
  companyId: string,
  sessionIds = ['s', 't'],
): Promise<string[]> {
  const known = new Map(
    sessionIds.map((sessionId) => [
      toStoredSession(testSessionKey, { companyId, sessionId, origin: 'site' }),
      sessionId,
    ]),
  );
  const { rows } = await tx.query<{ session_id: string }>(
    'SELECT session_id FROM active_sessions WHERE company_id = $1',
    [companyId],
  );
  return rows.map((row) => known.get(row.session_id) ?? row.session_id).sort();
}

/** All rows of a company's events as text, to check that something is not stored. */
export async function dumpCompanyRows(tx: Tx, companyId: string): Promise<string> {
  const tables = [
    'events',
    'daily_visitors',
    'active_sessions',
    'shop_orders',
    'shop_order_conflicts',
    'removed_shop_orders',
    'unpaid_shop_orders',
    'shop_order_refunds',
    'shop_order_history',
    'rejected_events',
    'rejection_counts',
    'script_versions',
  ];
  const rows = await Promise.all(
    tables.map((table) =>
      tx.query(`SELECT * FROM ${table} AS t WHERE company_id = $1 ORDER BY t::text`, [companyId]),
    ),
  );
  return JSON.stringify(rows.map((found) => found.rows));
}
