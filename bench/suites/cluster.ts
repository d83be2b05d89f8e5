import { randomInt } from 'node:crypto';
import { type Db, openDb } from '../../server/db/client.ts';
import { CompanyMachines } from '../../server/db/cluster/company-machines.ts';
import type { DatabaseForm } from '../../server/db/cluster/database-form.ts';
import { storeInForm } from '../../server/features/tracking/collect.ts';
import { toBatch } from '../../server/features/tracking/event-batch.ts';
import { anEventRow } from '../../server/testing/builders.ts';
import {
  addToCluster,
  distributeTestDatabase,
  listClusterNodes,
} from '../../server/testing/database/cluster.ts';
import { createDatabase } from '../../server/testing/database/databases.ts';
import { onCleanup } from '../child-processes.ts';
import { assertAllStored, countStored, IngestLoad } from '../load/ingest-load.ts';
import type { Measurement } from '../measurements.ts';
import { type Northlight, startNorthlight } from '../northlight.ts';
import { toQuantiles } from '../quantiles.ts';
import type { SuiteContext } from '../suite.ts';

const suite = 'cluster';

const median = (samples: number[]) => toQuantiles(samples)(0.5);

/** Events and companies of a batch. */
const batchSizes = [
  [1, 1],
  [50, 1],
  [50, 50],
  [500, 1],
  [500, 100],
] as const;

/** More shards than the database has, so that one of them has enough companies. */
const shardsMax = 8;

interface Loaded {
  northlight: Northlight;
  db: Db;
  form: DatabaseForm;
  /** The server deletes events of companies that do not exist. */
  companyIds: string[];
}

/**
 * Both forms of the write path on plain PostgreSQL, and a server on a cluster in turns with one on plain PostgreSQL, in
 * alternating runs. The cluster is that of BENCH_CLUSTER_URL, as a superuser of its coordinator; without, that half is
 * left out.
 */
export async function cluster(context: SuiteContext): Promise<Measurement[]> {
  const plain = await open(await startNorthlight(context), 'single');
  const url = process.env.BENCH_CLUSTER_URL;
  const measurements = await measureBatches(context, plain, { ...plain, form: 'distributed' }, 'one machine');
  if (url === undefined) context.log('cluster: without BENCH_CLUSTER_URL, only the forms are compared');
  else {
    const distributed = await startOnCluster(context, url);
    measurements.push(
      ...(await measureBatches(context, plain, distributed, 'a cluster, through its coordinator')),
    );
    measurements.push(...(await measureThroughput(context, plain, distributed)));
    await distributed.northlight.stop();
  }
  await plain.northlight.stop();
  return measurements;
}

async function open(northlight: Northlight, form: DatabaseForm): Promise<Loaded> {
  const db = openDb({ url: northlight.databaseUrl, onError: () => {}, isPipelined: true });
  onCleanup(() => db.close());
  const wanted = Math.max(...batchSizes.map(([, companies]) => companies));
  // A batch has companies of one shard.
  const machines = new CompanyMachines(db, () => form);
  const groups = new Map<number, string[]>();
  for (const id of await northlight.createCompanies(form === 'single' ? wanted : wanted * shardsMax)) {
    const shard = await machines.find(id);
    groups.set(shard, [...(groups.get(shard) ?? []), id]);
  }
  const [companyIds = []] = [...groups.values()].toSorted((a, b) => b.length - a.length);
  if (companyIds.length < wanted) throw new Error('no shard has enough companies');
  return { northlight, db, form, companyIds };
}

async function startOnCluster(context: SuiteContext, url: string): Promise<Loaded> {
  const database = await addToCluster(await createDatabase(url), url, await listClusterNodes(url));
  onCleanup(() => database.drop());
  const northlight = await startNorthlight(context, 1, { DATABASE_URL: database.url });
  await distributeTestDatabase(database.url);
  return open(northlight, 'distributed');
}

/** Milliseconds for each batch, one batch at a time, in alternating rounds. */
async function measureBatches(
  context: SuiteContext,
  plain: Loaded,
  other: Loaded,
  where: string,
): Promise<Measurement[]> {
  const rounds = context.pick({ smallest: 2, usual: 40 });
  const measurements: Measurement[] = [];
  for (const [events, companies] of batchSizes) {
    const times: { plain: number[]; other: number[] } = { plain: [], other: [] };
    for (let round = 0; round < rounds; round += 1) {
      times.plain.push(await storeOne(plain, events, companies));
      times.other.push(await storeOne(other, events, companies));
    }
    const name = `batch of ${events} of ${companies}, statements of a cluster on ${where}`;
    const reference = { name: 'one statement on one machine', value: median(times.plain) };
    measurements.push({ suite, name, value: median(times.other), unit: 'ms', decimals: 1, reference });
  }
  return measurements;
}

async function storeOne(loaded: Loaded, events: number, companies: number): Promise<number> {
  const { db, form, companyIds } = loaded;
  const firstVisitor = randomInt(2 ** 47);
  const now = new Date();
  const batch = toBatch(
    Array.from({ length: events }, (_, index) => {
      const companyId = companyIds[index % companies] ?? '';
      const visitorId = String(firstVisitor + index);
      return {
        ...{ companyId, tab: undefined, atMs: now.getTime(), hasOwnTime: true },
        ...{ pageHost: 'shop.test', pagePath: '/', referrerHost: '' },
        event: anEventRow(companyId, { visitor_id: visitorId, tab_id: '1', occurred_at: now.toISOString() }),
        visitor: { company_id: companyId, visitor_id: visitorId, network_id: '17' },
        presence: {
          ...{
            company_id: companyId,
            session_id: `tab ${firstVisitor + index}`,
            page_url: '/',
            user_agent: 'test',
          },
          ...{ visitor_id: visitorId, source: 'Direct', country: undefined, has_left: false },
        },
      };
    }),
  );
  const started = performance.now();
  await storeInForm(db, form, batch, now);
  return performance.now() - started;
}

async function measureThroughput(
  context: SuiteContext,
  plain: Loaded,
  distributed: Loaded,
): Promise<Measurement[]> {
  const rounds = context.pick({ smallest: 1, usual: 3 });
  const companies = context.pick({ smallest: 5, usual: 500 });
  const measurements: Measurement[] = [];
  const loads = [
    { name: '1 company', count: 1, given: { connections: 50 } },
    { name: `${companies} companies`, count: companies, given: { connections: 50 } },
    {
      name: `${companies} companies, arrays of 10`,
      count: companies,
      given: { connections: 50, eventsPerRequest: 10 },
    },
  ];
  for (const { name, count, given } of loads) {
    const benches = await Promise.all([plain, distributed].map((one) => openBench(context, one, count)));
    const rates: number[][] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { bench }] of benches.entries())
        rates[index]?.push((await bench.measure(given)).perSecond);
    }
    for (const { bench, northlight, before } of benches)
      assertAllStored(bench.acknowledged, before, await countStored(northlight.client));
    const [onPlain = [], onCluster = []] = rates;
    measurements.push({
      suite,
      name: `durable events on the cluster, ${name}, 50 connections`,
      value: median(onCluster),
      unit: '/s',
      budget: { atLeast: median(onPlain) * 0.5 },
      reference: { name: 'one machine', value: median(onPlain) },
    });
  }
  return measurements;
}

async function openBench(context: SuiteContext, { northlight }: Loaded, companies: number) {
  const companyIds = await northlight.createCompanies(companies);
  const before = await countStored(northlight.client);
  return { bench: new IngestLoad(context, northlight, companyIds), northlight, before };
}
