import { apiPaths } from '../../contract/paths.ts';
import { createCompanies } from '../companies.ts';
import { assertAllStored, countStored, IngestLoad } from '../load/ingest-load.ts';
import { StreamLoad } from '../load/stream-load.ts';
import { createViewerCookies } from '../load/viewer-cookies.ts';
import type { Measurement } from '../measurements.ts';
import { type Northlight, startNorthlight } from '../northlight.ts';
import type { SuiteContext } from '../suite.ts';
import { requireReference } from './reference.ts';

const part = 'ingest';
const manyCompanies = 500;
const workers = 2;
/** As many as the server lets watch one company. */
const portalsPerCompany = 200;
const portalsMaxMs = 120_000;

/** Events acknowledged as committed, a second, and how long their senders waited. */
export async function ingest(run: SuiteContext): Promise<Measurement[]> {
  const reference = await requireReference(run);
  const product = await startNorthlight(run);
  const before = await countStored(product.client);
  const bench = new IngestLoad(run, product, [await product.createCompany('Bench')]);
  const figures: Measurement[] = [];
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

  const alone = { oneCompany: at50, manyCompanies: spread.perSecond };
  figures.push(...(await measureWithPortals(product, bench, companyIds, alone)));

  assertAllStored(bench.acknowledged, before, await countStored(product.client));
  run.log(`ingest: ${bench.acknowledged} events acknowledged, every one stored, counted and rolled up once`);
  await product.stop();
  figures.push(...(await measureCold(run, alone)));
  figures.push(...(await measureWorkers(run, alone)));
  return figures;
}

interface Baseline {
  oneCompany: number;
  manyCompanies: number;
}

/** The same load while portals are open: many of the one company, then one of each of many. */
async function measureWithPortals(
  product: Northlight,
  bench: IngestLoad,
  companyIds: string[],
  alone: Baseline,
): Promise<Measurement[]> {
  const watchedBy = async (watched: string[], portalsOfEach: number) => {
    const targets: { path: string; cookie: string }[] = [];
    for (const companyId of watched) {
      const viewer = await createViewerCookies(product, companyId);
      for (let nth = 0; nth < portalsOfEach; nth += 1)
        targets.push({ path: apiPaths.live(companyId), cookie: viewer() });
    }
    const crowd = new StreamLoad();
    await crowd.open(product.port, targets, portalsMaxMs);
    return crowd;
  };
  const onOne = await watchedBy(bench.companyIds, portalsPerCompany);
  const one = await bench.measure({ connections: 50 });
  onOne.assertAllOpen();
  await onOne.close();
  const onMany = await watchedBy(companyIds, 1);
  const many = await bench.measure({ connections: 50, companyIds });
  onMany.assertAllOpen();
  await onMany.close();
  return [
    compareWith(`1 company, ${portalsPerCompany} portals open`, one.perSecond, 'no portal', alone.oneCompany),
    compareWith(
      `${companyIds.length} companies, a portal of each open`,
      many.perSecond,
      'no portal',
      alone.manyCompanies,
    ),
  ];
}

/** The first second of a process just started: nothing is compiled, no statement prepared, no company known. */
async function measureCold(run: SuiteContext, alone: Baseline): Promise<Measurement[]> {
  const measure = async (count: number) => {
    const product = await startNorthlight(run);
    const companyIds = await createCompanies(product.databaseUrl, count);
    const bench = new IngestLoad(run, product, companyIds);
    const before = await countStored(product.client);
    const { perSecond } = await bench.measure({ connections: 50, isCold: true });
    assertAllStored(bench.acknowledged, before, await countStored(product.client));
    await product.stop();
    return perSecond;
  };
  return [
    compareWith('1 company, first second after a start', await measure(1), 'warm', alone.oneCompany),
    compareWith(
      `${manyCompanies} companies, first second after a start`,
      await measure(manyCompanies),
      'warm',
      alone.manyCompanies,
    ),
  ];
}

/** The same load on several processes, beside what one took in the same run. */
async function measureWorkers(run: SuiteContext, alone: Baseline): Promise<Measurement[]> {
  const product = await startNorthlight(run, workers);
  const bench = new IngestLoad(run, product, [await product.createCompany('Bench')]);
  const before = await countStored(product.client);
  const one = await bench.measure({ connections: 50 });
  const companyIds = await createCompanies(product.databaseUrl, manyCompanies);
  const many = await bench.measure({ connections: 50, companyIds });
  assertAllStored(bench.acknowledged, before, await countStored(product.client));
  await product.stop();
  return [
    compareWith(`WORKERS=${workers}, 1 company`, one.perSecond, 'one process', alone.oneCompany),
    compareWith(
      `WORKERS=${workers}, ${manyCompanies} companies`,
      many.perSecond,
      'one process',
      alone.manyCompanies,
    ),
  ];
}

function compareWith(name: string, value: number, referenceName: string, reference: number): Measurement {
  return {
    part,
    name: `durable events, ${name}, 50 connections`,
    value,
    unit: '/s',
    reference: { name: referenceName, value: reference },
  };
}

function millis(name: string, value: number): Measurement {
  return { part, name, value, unit: 'ms', decimals: 1 };
}
