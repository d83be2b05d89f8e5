import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { anAdmin, anIpAddress, send, type TestAccount } from '../../../testing/accounts/accounts.ts';
import { aCompany, anOrder, aPageview, track } from '../../../testing/builders.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { deleteOrphanedData, listOrphanedDatasetIds } from '../../companies/orphaned-data.queries.ts';

let t: TestApp;
let admin: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  // It removes what it has read from the journal.
  await t.server.segments.builder.stop();
  admin = await anAdmin(t);
});
afterAll(() => t.close());

const generate = (companyId: string) =>
  send(t, apiPaths.simulateAnalytics, { companyId }, { cookie: admin.cookie, address: anIpAddress() });

const clear = (companyId: string) =>
  t.app.inject({
    method: 'DELETE',
    url: apiPaths.simulatedAnalytics(companyId),
    headers: { cookie: admin.cookie, origin: 'http://localhost:3000' },
    remoteAddress: anIpAddress(),
  });

async function findDatasetId(companyId: string): Promise<string | null> {
  const found = await t.db.query<{ id: string | null }>(
    'SELECT demo_dataset_id AS id FROM companies WHERE id = $1',
    [companyId],
  );
  return found.rows[0]?.id ?? null;
}

async function requireDatasetId(companyId: string): Promise<string> {
  const id = await findDatasetId(companyId);
  if (id === null) throw new Error('the company has no demo events');
  return id;
}

/** The number of rows with this company_id in every table that has that column. Tables without such rows are missing. */
async function countRowsByTable(datasetId: string): Promise<Record<string, number>> {
  const tables = await t.db.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attname = 'company_id' AND NOT a.attisdropped`,
  );
  expect(tables.rows.length).toBeGreaterThan(12);
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const found = await t.db.query<{ n: number }>(`SELECT count(*) AS n FROM ${name} WHERE company_id = $1`, [
      datasetId,
    ]);
    const n = found.rows[0]?.n ?? 0;
    if (n > 0) counts[name] = n;
  }
  return counts;
}

test('demo events are stored under their own id, with orders and an entry in the journal', async () => {
  const { company } = await aCompany(t.db, { domain: 'demo.test', currency: 'SEK' });
  expect((await generate(company.id)).statusCode).toBe(200);
  const datasetId = await requireDatasetId(company.id);
  const { events = 0, ...others } = await countRowsByTable(datasetId);
  expect(events).toBeGreaterThan(20_000);
  expect(events).toBeLessThan(60_000);
  expect(others).toEqual({
    shop_orders: expect.any(Number),
    shop_order_refunds: expect.any(Number),
    event_changes: Math.ceil(events / 20_000),
    dataset_revisions: 1,
    // Visitors of the last days.
    daily_visitors: expect.any(Number),
  });
  // None of the company's own tables has an event: no query with the company's id can meet a demo event.
  expect(Object.keys(await countRowsByTable(company.id)).sort()).toEqual(['access_keys', 'accesses']);
  const dimensions = await t.db.query<Record<string, number>>(
    `SELECT count(DISTINCT kind) AS kinds, count(DISTINCT source) AS sources, count(DISTINCT channel) AS channels,
            count(DISTINCT utm_campaign) AS campaigns, count(DISTINCT utm_term) AS terms,
            count(DISTINCT utm_content) AS contents, count(DISTINCT click_id) AS click_ids,
            count(DISTINCT country) AS countries, count(DISTINCT region) AS regions, count(DISTINCT city) AS cities,
            count(DISTINCT language) AS languages, count(DISTINCT browser) AS browsers, count(DISTINCT os) AS systems,
            count(DISTINCT device) AS devices, count(DISTINCT screen) AS screens,
            count(DISTINCT event_name) AS event_names, count(DISTINCT path) AS paths,
            count(*) FILTER (WHERE host <> 'demo.test') AS other_hosts,
            count(*) FILTER (WHERE currency <> 'SEK') AS other_currencies
     FROM events WHERE company_id = $1`,
    [datasetId],
  );
  const { other_hosts, other_currencies, ...counts } = dimensions.rows[0] ?? {};
  expect({ other_hosts, other_currencies }).toEqual({ other_hosts: 0, other_currencies: 0 });
  for (const [dimension, count] of Object.entries(counts))
    expect([dimension, count > 1]).toEqual([dimension, true]);
});

test('clearing removes every row of the demo events from every table', async () => {
  const { company } = await aCompany(t.db);
  await generate(company.id);
  const datasetId = await requireDatasetId(company.id);
  expect((await clear(company.id)).statusCode).toBe(204);
  expect(await findDatasetId(company.id)).toBeNull();
  await expect.poll(() => countRowsByTable(datasetId)).toEqual({});
});

test('generating again replaces the events, and the earlier ones are removed', async () => {
  const { company } = await aCompany(t.db);
  await generate(company.id);
  const first = await requireDatasetId(company.id);
  await generate(company.id);
  const second = await requireDatasetId(company.id);
  expect(second).not.toBe(first);
  await expect.poll(() => countRowsByTable(first)).toEqual({});
  expect((await countRowsByTable(second)).events).toBeGreaterThan(20_000);
});

test('clicks at once generate one dataset', async () => {
  const { company } = await aCompany(t.db);
  const answers = await Promise.all([generate(company.id), generate(company.id), generate(company.id)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const { rows } = await t.db.query(
    `SELECT count(*) AS n FROM audit_log WHERE object_id = $1 AND action = 'demo-data.generated'`,
    [company.id],
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test('deleting a company removes its demo events', async () => {
  const { company } = await aCompany(t.db, { name: 'Gone with demo data' });
  await generate(company.id);
  const datasetId = await requireDatasetId(company.id);
  const deleted = await t.app.inject({
    method: 'DELETE',
    url: apiPaths.company(company.id),
    headers: { cookie: admin.cookie, origin: 'http://localhost:3000' },
    payload: { name: 'Gone with demo data' },
  });
  expect(deleted.statusCode).toBe(204);
  await expect.poll(() => countRowsByTable(datasetId)).toEqual({});
});

test('the clean-up finds discarded demo events, and keeps those in use and real ones', async () => {
  const { company } = await aCompany(t.db);
  await track(t.app, [aPageview(company.id), anOrder(company.id, 'A-1', 5)]);
  await generate(company.id);
  const live = await requireDatasetId(company.id);
  const dead = '00000000-0000-4000-8000-00000000dead';
  await t.db.query('INSERT INTO dataset_revisions (company_id, last_event_at) VALUES ($1, now())', [dead]);
  const orphaned = await listOrphanedDatasetIds(t.db);
  expect(orphaned).toContain(dead);
  expect(orphaned).not.toContain(live);
  expect(orphaned).not.toContain(company.id);
  await deleteOrphanedData(t.db, dead);
  expect(await listOrphanedDatasetIds(t.db)).not.toContain(dead);
});
