import { afterAll, beforeAll, expect, test } from 'vitest';
import { toChangesExport, toDaysExport, toInstantsExport } from '../features/segments/export.queries.ts';
import { readMemoryChanges, readMemoryDays } from '../features/segments/memory/memory.queries.ts';
import { listConflicts } from '../features/shop-orders/corrections/correct-order.queries.ts';
import { listRecentEvents } from '../features/stats/recent-events/recent-events.queries.ts';
import { forEachVisitor } from '../features/stats/recount/raw-rows.queries.ts';
import { loadEvents } from '../features/tracking/import/bulk-load.ts';
import { aCompany } from '../testing/builders.ts';
import { createPlainTestDatabase } from '../testing/database/test-database.ts';
import { aLoadedEvent } from '../testing/stats/stats-fixture.ts';
import { type Db, openDb, type Tx } from './client.ts';

const now = new Date();
const orders = 1000;
const allDays = { first: '0001-01-01', last: '9999-12-31' };
const tables = ['shop_orders', 'shop_order_conflicts', 'event_changes'];

let database: Awaited<ReturnType<typeof createPlainTestDatabase>>;
let db: Db;
let dataset: { id: string; timeZone: string };

// The statistics are those of the empty tables, as after the history of a new company was loaded.
beforeAll(async () => {
  database = await createPlainTestDatabase();
  db = openDb({ url: database.url, onError: () => {} });
  const partitions = await db.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'events'::regclass`,
  );
  for (const name of [...tables, ...partitions.rows.map((row) => row.name)])
    await db.query(`ALTER TABLE ${name} SET (autovacuum_enabled = false)`);
  await db.query(`VACUUM ANALYZE events, ${tables.join(', ')}`);
  const { company } = await aCompany(db, { timeZone: 'Europe/Berlin' });
  dataset = { id: company.id, timeZone: 'Europe/Berlin' };
  const events = Array.from({ length: orders }, (_, index) =>
    aLoadedEvent(index, new Date(now.getTime() - index * 1000), {
      ...{ kind: 'order', order_id: `A-${index}`, amount: '20.00' },
    }),
  );
  await loadEvents({ db, ownerUrl: database.url }, company.id, events, { now });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

const withoutCopy = (statement: string) =>
  statement.replace(/^\s*COPY \(/, '').replace(/\) TO STDOUT .*$/, '');

const reads: Record<string, (tx: Tx) => Promise<unknown>> = {
  'rows of days in memory': (tx) => readMemoryDays(tx, dataset, allDays, 50_000),
  'changed rows in memory': (tx) => readMemoryChanges(tx, dataset, { after: 0, rowsMax: 50_000 }),
  'rows of days for a file': (tx) => tx.query(withoutCopy(toDaysExport(dataset, allDays))),
  'changed rows of a view': (tx) =>
    tx.query(withoutCopy(toChangesExport(dataset, { after: 0, upTo: 1000 }, 50_000))),
  'rows of instants': (tx) =>
    tx.query(withoutCopy(toInstantsExport(dataset, [now.toISOString().slice(0, -1)]))),
  'rows of a recount': (tx) => forEachVisitor(tx, dataset.id, { from: new Date(0), to: now }, () => {}),
  'recent events': (tx) => listRecentEvents(tx, dataset.id, now),
  conflicts: (tx) => listConflicts(tx, dataset.id),
};

/** A transaction that plans its statements and finds nothing. */
function planning(plans: string[]): Tx {
  const query = async (given: string | { text: string; values?: unknown[] }, values?: unknown[]) => {
    const statement = typeof given === 'string' ? { text: given, values } : given;
    if (/^\s*(?:SELECT|WITH|DECLARE)/.test(statement.text)) {
      const found = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement.text}`, statement.values);
      plans.push(found.rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return { rows: [] };
  };
  return { query } as unknown as Tx;
}

test.each(Object.entries(reads))(
  'a company that the statistics do not know yet: %s find each order and event by its key',
  async (_, read) => {
    const plans: string[] = [];
    await read(planning(plans));
    expect(plans).toHaveLength(1);
    const [plan = ''] = plans;
    expect(plan).toMatch(/Scan using \w+ on (?:events|shop_orders)/);
    expect(plan).not.toMatch(/Materialize|Bitmap/);
    for (const [scan] of plan.matchAll(/Scan using \w+ on shop_orders .*\n.*/g))
      expect(scan).toContain('order_id = ');
    // The alias of an event that is looked up.
    for (const [scan] of plan.matchAll(/Scan using \w+ on events_\w+ n_.*\n.*/g))
      expect(scan).toContain('(id = ');
  },
);
