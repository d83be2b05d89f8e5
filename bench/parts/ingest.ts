import type pg from 'pg';
import { apiPaths } from '../../contract/paths.ts';
import { openDb } from '../../server/db/client.ts';
import { createCompany } from '../../server/features/companies/companies.ts';
import type { Figure } from '../figures.ts';
import type { LoadResult } from '../http-load.ts';
import type { LoadJob } from '../load-client.ts';
import { cpuBetween, readCpuTime, readMachineBusySeconds } from '../processes.ts';
import { type Product, startProduct } from '../product.ts';
import { type Run, warmUpSeconds } from '../run.ts';
import { requireReference } from './reference.ts';

const part = 'ingest';
const manyCompanies = 500;
const workers = 2;

/** Events acknowledged as committed, a second, and how long their senders waited. */
export async function ingest(run: Run): Promise<Figure[]> {
  const reference = await requireReference(run);
  const product = await startProduct(run);
  const before = await countStored(product.client);
  const bench = new Ingest(run, product, [await product.createCompany('Bench')]);
  const figures: Figure[] = [];
  let at50 = 0;

  for (const connections of [1, 10, 50, 100]) {
    const { perSecond, p50Ms, p99Ms, cpu } = await bench.measure({ connections });
    const name = `${connections} connection${connections === 1 ? '' : 's'}`;
    figures.push({
      part,
      name: `durable events, ${name}`,
      value: perSecond,
      unit: '/s',
      ...(connections === 50
        ? {
            budget: { atLeast: Math.max(10_000, reference.bareFastify / 4) },
            reference: { name: 'bare Fastify', value: reference.bareFastify },
          }
        : {}),
    });
    figures.push(millis(`answer p50, ${name}`, p50Ms), millis(`answer p99, ${name}`, p99Ms));
    if (connections !== 50) continue;
    at50 = perSecond;
    if (cpu) figures.push(...cpu);
    const paced = await bench.measure({ connections, ratePerSecond: Math.round(perSecond * 0.7) });
    figures.push({
      ...millis('answer p99 at 70 % of that', paced.p99Ms),
      budget: { atMost: 50 },
    });
  }

  const tens = await bench.measure({ connections: 50, eventsPerRequest: 10 });
  figures.push({
    part,
    name: 'durable events, arrays of 10, 50 connections',
    value: tens.perSecond,
    unit: '/s',
    reference: { name: 'plain inserts of 500', value: reference.insertsOf[500] },
  });
  const companyIds = await createCompanies(product.databaseUrl, manyCompanies);
  const spread = await bench.measure({ connections: 50, companyIds });
  figures.push({
    part,
    name: `durable events, ${manyCompanies} companies, 50 connections`,
    value: spread.perSecond,
    unit: '/s',
    reference: { name: 'plain inserts of 50', value: reference.insertsOf[50] },
  });

  const after = await countStored(product.client);
  requireKept(bench.acknowledged, before, after);
  run.say(`ingest: ${bench.acknowledged} events acknowledged, every one stored, counted and rolled up once`);
  await product.stop();
  const alone = { oneCompany: at50, manyCompanies: spread.perSecond };
  figures.push(...(await measureWorkers(run, alone)));
  return figures;
}

/** The same load on several processes, beside what one took in the same run. */
async function measureWorkers(
  run: Run,
  alone: { oneCompany: number; manyCompanies: number },
): Promise<Figure[]> {
  const product = await startProduct(run, workers);
  const bench = new Ingest(run, product, [await product.createCompany('Bench')]);
  const before = await countStored(product.client);
  const one = await bench.measure({ connections: 50 });
  const companyIds = await createCompanies(product.databaseUrl, manyCompanies);
  const many = await bench.measure({ connections: 50, companyIds });
  requireKept(bench.acknowledged, before, await countStored(product.client));
  await product.stop();
  const figure = (name: string, value: number, ofOne: number): Figure => ({
    part,
    name: `durable events, WORKERS=${workers}, ${name}, 50 connections`,
    value,
    unit: '/s',
    reference: { name: 'one process', value: ofOne },
  });
  return [
    figure('1 company', one.perSecond, alone.oneCompany),
    figure(`${manyCompanies} companies`, many.perSecond, alone.manyCompanies),
  ];
}

interface Measured {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Microseconds of processor time an event; undefined where the system does not tell. */
  cpu: Figure[] | undefined;
}

class Ingest {
  /** Events answered with 200 so far. */
  acknowledged = 0;
  readonly #run: Run;
  readonly #product: Product;
  readonly #companyIds: string[];

  constructor(run: Run, product: Product, companyIds: string[]) {
    this.#run = run;
    this.#product = product;
    this.#companyIds = companyIds;
  }

  async measure(given: {
    connections: number;
    ratePerSecond?: number;
    eventsPerRequest?: number;
    companyIds?: string[];
  }): Promise<Measured> {
    const { connections, ratePerSecond, eventsPerRequest = 1, companyIds = this.#companyIds } = given;
    const job = {
      port: this.#product.port,
      path: apiPaths.trackAnalytics,
      connections,
      workload: { companyIds, eventsPerRequest },
      ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
    };
    await this.#send({ ...job, durationMs: warmUpSeconds * 1000 });
    const { pid } = this.#product;
    const { load, seconds, say } = this.#run;
    const before = { server: readCpuTime(pid), client: readCpuTime(load.pid) };
    const busyBefore = readMachineBusySeconds();
    const started = performance.now();
    const result = await this.#send({ ...job, durationMs: seconds * 1000 });
    const tookSeconds = (performance.now() - started) / 1000;
    const busySeconds = (readMachineBusySeconds() ?? 0) - (busyBefore ?? 0);
    const server = cpuBetween(before.server, readCpuTime(pid));
    const client = cpuBetween(before.client, readCpuTime(load.pid));
    const perSecond = result.perSecond * eventsPerRequest;
    const events = result.requests * eventsPerRequest;
    const ours = (server?.ownSeconds ?? 0) + (server?.childrenSeconds ?? 0) + (client?.ownSeconds ?? 0);
    // Kernel work on behalf of the disk and the network counts as others' too: some hundredths are always there.
    const others = server ? `, others took ${((busySeconds - ours) / tookSeconds).toFixed(2)} cores` : '';
    say(
      `ingest: ${connections} connections${ratePerSecond ? ` at ${ratePerSecond}/s` : ''}, ${eventsPerRequest} a request, ${companyIds.length} companies: ` +
        `${perSecond.toFixed(0)} events/s, p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms${others}`,
    );
    const share = (name: string, cpuSeconds: number): Figure => ({
      part,
      name: `processor time an event, ${name}`,
      value: (cpuSeconds / events) * 1e6,
      unit: 'µs',
    });
    const cpu = server &&
      client && [
        share('Node', server.ownSeconds),
        share('PostgreSQL', server.childrenSeconds),
        share('load client', client.ownSeconds),
      ];
    return { perSecond, p50Ms: result.p50Ms, p99Ms: result.p99Ms, cpu: cpu ?? undefined };
  }

  async #send(job: LoadJob): Promise<LoadResult> {
    const result = await this.#run.load.run(job);
    const accepted = result.statuses['200'] ?? 0;
    if (accepted !== result.requests) {
      throw new Error(`ingest: not every event was taken: ${JSON.stringify(result.statuses)}`);
    }
    this.acknowledged += accepted * job.workload.eventsPerRequest;
    return result;
  }
}

interface Stored {
  raw: number;
  totals: number;
  rollups: number;
}

async function countStored(client: pg.Client): Promise<Stored> {
  const found = await client.query<Stored>(`SELECT
    (SELECT count(*) FROM events) AS raw,
    (SELECT coalesce(sum(page_views), 0)::bigint FROM company_totals) AS totals,
    (SELECT coalesce(sum(page_views), 0)::bigint FROM rollups_hourly WHERE dimension = 'total') AS rollups`);
  const [row] = found.rows;
  if (!row) throw new Error('counting gave no row');
  return row;
}

function requireKept(acknowledged: number, before: Stored, after: Stored): void {
  const grown = {
    raw: after.raw - before.raw,
    totals: after.totals - before.totals,
    rollups: after.rollups - before.rollups,
  };
  if (Object.values(grown).every((count) => count === acknowledged)) return;
  throw new Error(
    `ingest: ${acknowledged} events were acknowledged, but the tables grew by ${JSON.stringify(grown)}`,
  );
}

async function createCompanies(databaseUrl: string, count: number): Promise<string[]> {
  const db = openDb({ url: databaseUrl, onError: () => {}, connectionsMax: 1 });
  try {
    const ids: string[] = [];
    while (ids.length < count) {
      // Nobody opens their portals: any secret seals their keys.
      const given = { name: `Company ${ids.length}`, domain: 'shop.test' };
      ids.push((await createCompany(db, 'x'.repeat(32), given)).company.id);
    }
    return ids;
  } finally {
    await db.pool.end();
  }
}

function millis(name: string, value: number): Figure {
  return { part, name, value, unit: 'ms', decimals: 1 };
}
