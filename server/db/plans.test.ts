import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPresentVisitors } from '../features/portal/live/live-visitors.queries.ts';
import { readPortalSource, upsertPortalSession } from '../features/portal/portal.queries.ts';
import { lockOrders } from '../features/shop-orders/ledger/ledger.queries.ts';
import {
  listRemovedOrderIds,
  listStoredConflicts,
} from '../features/shop-orders/reported/order-conflicts.queries.ts';
import { listRecentEvents } from '../features/stats/recent-events/recent-events.queries.ts';
import { storeBatch } from '../features/tracking/store-batch.queries.ts';
import { createPlainTestDatabase } from '../testing/database/test-database.ts';
import { type Db, openDb, type Tx } from './client.ts';

const companyId = randomUUID();
const now = new Date();

const empty = { events: [], visitors: [], presence: [], alteredRepeats: [], duplicateOrders: [] };
const batchArguments = `'[]', '[]', now() - interval '3 days', now() + interval '3 days', '{}', '{}', now(), now(), '{}'`;
const visitor = { company_id: companyId, visitor_id: '1', network_id: '1' };
const leftTab = {
  company_id: companyId,
  session_id: 's',
  page_url: '/',
  user_agent: '',
  visitor_id: undefined,
  source: undefined,
  country: undefined,
  has_left: true,
};

/** Statements that run all the time on tables that grow fast, with arguments for EXPLAIN EXECUTE. */
const statements: Record<string, { run: (tx: Tx) => Promise<unknown>; given: string }> = {
  'store-batch': {
    run: (tx) => storeBatch(tx, empty, now, { isAlone: false }),
    given: `${batchArguments}, '[]', '{}', '{}'`,
  },
  'store-visits': { run: (tx) => storeBatch(tx, empty, now), given: batchArguments },
  'store-visits-of-new': {
    run: (tx) => storeBatch(tx, { ...empty, visitors: [visitor] }, now),
    given: `${batchArguments}, '[]'`,
  },
  'store-visits-that-end': {
    run: (tx) => storeBatch(tx, { ...empty, presence: [leftTab] }, now),
    given: `${batchArguments}, '{}', '{}'`,
  },
  'store-visits-that-begin-and-end': {
    run: (tx) => storeBatch(tx, { ...empty, visitors: [visitor], presence: [leftTab] }, now),
    given: `${batchArguments}, '[]', '{}', '{}'`,
  },
  'lock-shop-orders': { run: (tx) => lockOrders(tx, companyId, ['A-1']), given: `'${companyId}', '{A-1}'` },
  'list-removed-order-ids': {
    run: (tx) => listRemovedOrderIds(tx, companyId, ['A-1']),
    given: `'${companyId}', '{A-1}'`,
  },
  'list-stored-conflicts': {
    run: (tx) => listStoredConflicts(tx, companyId, ['A-1']),
    given: `'${companyId}', '{A-1}'`,
  },
  'portal-source': { run: (tx) => readPortalSource(tx, companyId), given: `'${companyId}'` },
  'recent-events': {
    run: (tx) => listRecentEvents(tx, companyId, now),
    given: `'${companyId}', now()`,
  },
  'present-visitors': {
    run: (tx) => readPresentVisitors(tx, companyId, now),
    given: `'${companyId}', now(), 'unknown'`,
  },
  'upsert-portal-session': {
    run: (tx) =>
      upsertPortalSession(tx, { companyId, sessionId: 's', viewerId: 'v', pageUrl: '/', userAgent: '', now }),
    given: `'${companyId}', 's', '/', '', now(), 'v'`,
  },
};

/** PostgreSQL makes one plan for all arguments at the sixth execution at the earliest. */
const executions = 8;

let database: Awaited<ReturnType<typeof createPlainTestDatabase>>;
/** One connection, so that every statement is prepared once. */
let db: Db;

beforeAll(async () => {
  database = await createPlainTestDatabase();
  db = openDb({ url: database.url, onError: () => {}, connectionsMax: 1 });
  await db.query('VACUUM ANALYZE events, daily_visitors, active_sessions, shop_orders, dataset_revisions');
  for (const { run } of Object.values(statements)) {
    for (let execution = 0; execution < executions; execution += 1) await run(db);
  }
  await db.query(
    `INSERT INTO active_sessions (company_id, session_id, origin, page_url, user_agent, last_seen)
     SELECT gen_random_uuid(), n::text, 'site', '/', '', now() FROM generate_series(1, 5000) AS n`,
  );
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

test.each(Object.entries(statements))(
  '%s, planned while its tables were empty, finds rows by key after they have grown',
  async (name, { given }) => {
    const prepared = await db.query<{ generic_plans: number }>(
      'SELECT generic_plans FROM pg_prepared_statements WHERE name = $1',
      [name],
    );
    const found = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE "${name}"(${given})`);
    const plan = found.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(prepared.rows, plan).toHaveLength(1);
    expect(plan).not.toMatch(/Seq Scan/);
    expect(plan).not.toMatch(/(?:Hash|Merge) (?:\w+ )?Join .*\n.*Scan using \w+ on events/);
  },
);
