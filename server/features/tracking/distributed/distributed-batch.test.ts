import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Db, openDb } from '../../../db/client.ts';
import { CompanyMachines } from '../../../db/cluster/company-machines.ts';
import { readDatabaseForm } from '../../../db/cluster/database-form.ts';
import { toMachineUrl } from '../../../db/cluster/machine-connections.ts';
import { anEventRow } from '../../../testing/builders.ts';
import type { TestDatabase } from '../../../testing/database/databases.ts';
import { createPlainTestDatabase } from '../../../testing/database/test-database.ts';
import { openTestDb } from '../../../testing/test-app.ts';
import { storeInForm } from '../collect.ts';
import { type AcceptedEvent, type EventRow, toBatch } from '../event-batch.ts';
import { storeDistributedBatch } from './distributed-batch.ts';

const nodes = inject('clusterNodes');

let plainDatabase: TestDatabase;
let single: Db;
let distributed: Awaited<ReturnType<typeof openTestDb>>;
/** Where the statements of a cluster are sent to: the coordinator and, on a cluster, each other machine. */
let entrances: Db[];
beforeAll(async () => {
  plainDatabase = await createPlainTestDatabase();
  single = openDb({ url: plainDatabase.url, onError: () => {} });
  distributed = await openTestDb({ isPipelined: true });
  const workers = nodes.filter(({ group }) => group !== 0);
  const urls = workers.map((node) => toMachineUrl(distributed.url, node));
  entrances = [distributed.db, ...urls.map((url) => openDb({ url, onError: () => {}, isPipelined: true }))];
});
afterAll(async () => {
  for (const machine of entrances.slice(1)) await machine.close();
  await distributed.close();
  await single.close();
  await plainDatabase.drop();
});

const base = new Date();
base.setUTCHours(12, 0, 0, 0);

const kinds = [
  'pageview',
  'event',
  'order',
  'engagement',
  'session',
  'heartbeat',
  'leaving',
] as const satisfies (EventRow['kind'] | 'heartbeat' | 'leaving')[];

const anItem = fc.record({
  company: fc.nat({ max: 2 }),
  // Few ids, so that many are repeated, also with other content.
  id: fc.nat({ max: 9 }),
  kind: fc.constantFrom(...kinds),
  visitor: fc.option(fc.nat({ max: 3 })),
  tab: fc.nat({ max: 2 }),
  order: fc.nat({ max: 3 }),
  amount: fc.constantFrom('0', '12.5', '12.505', '99.99'),
  reporter: fc.constantFrom<'page' | 'server'>('page', 'server'),
  path: fc.constantFrom('/', '/a', '/it\'s "quoted" \\ $1'),
});
type Item = typeof anItem extends fc.Arbitrary<infer Value> ? Value : never;

const toId = (kind: string, id: number) => `018f0000-0000-7000-8000-0000000${kind.length % 10}000${id}`;

function toAccepted(companies: string[], given: Item): AcceptedEvent {
  const companyId = companies[given.company] ?? '';
  const visitorId =
    given.visitor === null ? undefined : String(-4_000_000_000_000_000_000n + BigInt(given.visitor));
  const isPresence = given.kind === 'heartbeat' || given.kind === 'leaving';
  const isOrder = given.kind === 'order';
  return {
    companyId,
    atMs: base.getTime(),
    hasOwnTime: true,
    tab: undefined,
    pageHost: 'shop.test',
    pagePath: '/',
    referrerHost: '',
    visitor:
      visitorId === undefined || isPresence
        ? undefined
        : { company_id: companyId, visitor_id: visitorId, network_id: '17' },
    presence:
      isPresence || given.kind === 'pageview'
        ? {
            ...{
              company_id: companyId,
              session_id: `tab-${given.tab}`,
              page_url: given.path,
              user_agent: 'test',
            },
            ...{
              visitor_id: visitorId,
              source: 'Google',
              country: undefined,
              has_left: given.kind === 'leaving',
            },
          }
        : undefined,
    event:
      given.kind === 'heartbeat' || given.kind === 'leaving'
        ? undefined
        : anEventRow(companyId, {
            id: toId(given.kind, given.id),
            kind: given.kind,
            path: given.path,
            order_id: isOrder ? `A-${given.order}` : undefined,
            amount: isOrder ? given.amount : undefined,
            foreign_currency: isOrder && given.amount === '12.505' ? 'KWD' : undefined,
            occurred_at: new Date(base.getTime() - given.id * 60_000).toISOString(),
            ...{ visitor_id: visitorId, tab_id: String(given.tab) },
            ...{ country: 'DE', language: 'de', browser_version: '140' },
            event_name: given.kind === 'event' ? 'signup' : undefined,
            properties: given.kind === 'event' ? { plan: 'pro', 'a.b': 1, yes: true } : undefined,
            engaged_ms: given.kind === 'engagement' ? 1_000 * (given.tab + 1) : undefined,
            currency: isOrder ? 'EUR' : undefined,
            reporter: given.reporter,
          }),
  };
}

const tables = {
  events: 'company_id, occurred_at, id',
  shop_orders: 'company_id, order_id',
  daily_visitors: 'company_id, visitor_id',
  active_sessions: 'company_id, session_id',
  dataset_revisions: 'company_id',
};

async function dump(db: Db, companies: string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [table, order] of Object.entries(tables)) {
    const { rows } = await db.query(
      `SELECT to_jsonb(r) AS row FROM ${table} r WHERE company_id = ANY ($1::uuid[]) ORDER BY ${order}`,
      [companies],
    );
    found[table] = rows;
  }
  const { rows } = await db.query(
    `SELECT company_id, revision, changed_at,
            (SELECT array_agg(i ORDER BY i) FROM unnest(event_ids) AS i) AS ids,
            (SELECT array_agg(i ORDER BY i) FROM unnest(event_times) AS i) AS times
     FROM event_changes WHERE company_id = ANY ($1::uuid[]) ORDER BY company_id, revision`,
    [companies],
  );
  return { ...found, event_changes: rows };
}

const toKeys = (rows: Set<EventRow>) =>
  [...rows].map(({ company_id, id, path }) => `${company_id} ${id} ${path}`).sort();

/** A batch has a statement for what it contains: some contain only visits, and no visitors or no tab that left. */
const someItems = fc
  .record({
    allowed: fc.constantFrom<(typeof kinds)[number][]>(
      [...kinds],
      ['pageview', 'event', 'engagement', 'leaving'],
      ['pageview', 'heartbeat'],
    ),
    hasVisitors: fc.boolean(),
    items: fc.array(anItem, { minLength: 1, maxLength: 25 }),
  })
  .map(({ allowed, hasVisitors, items }) =>
    items.map((given): Item => {
      const kind = allowed.includes(given.kind) ? given.kind : 'pageview';
      return { ...given, kind, visitor: hasVisitors ? given.visitor : null };
    }),
  );

/** Ids of companies of one shard, as a batch has. */
async function makeCompanies(count: number): Promise<string[]> {
  if (nodes.length === 0) return Array.from({ length: count }, () => randomUUID());
  const machines = new CompanyMachines(distributed.db, () => 'distributed');
  const companies = [randomUUID()];
  const shard = await machines.find(companies[0] ?? '');
  while (companies.length < count) {
    const id = randomUUID();
    if ((await machines.find(id)) === shard) companies.push(id);
  }
  return companies;
}

test('both forms of the write path store the same rows and report the same repeats', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someItems, { minLength: 1, maxLength: 4 }), async (batches) => {
      const companies = await makeCompanies(3);
      for (const [index, items] of batches.entries()) {
        const now = new Date(base.getTime() + index * 4_000);
        const batch = () => toBatch(items.map((given) => toAccepted(companies, given)));
        const one = await storeInForm(single, 'single', batch(), now);
        const db = entrances[index % entrances.length] ?? distributed.db;
        const other = await storeDistributedBatch({ db, coordinator: distributed.db }, batch(), now);
        expect(toKeys(other.alteredRepeats)).toEqual(toKeys(one.alteredRepeats));
        expect(toKeys(other.duplicateOrders)).toEqual(toKeys(one.duplicateOrders));
      }
      expect(await dump(distributed.db, companies)).toEqual(await dump(single, companies));
    }),
    { numRuns: 40 },
  );
});

test('the form of a database is recognized', async () => {
  expect(await readDatabaseForm(single)).toBe('single');
  expect(await readDatabaseForm(distributed.db)).toBe(nodes.length > 0 ? 'distributed' : 'single');
});
