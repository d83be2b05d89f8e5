import { apiPaths } from '../../contract/paths.ts';
import { measureBusyDay } from '../load/busy-day.ts';
import { assertAllStored, countStored, IngestLoad } from '../load/ingest-load.ts';
import { StreamLoad } from '../load/stream-load.ts';
import { createViewerCookies } from '../load/viewer-cookies.ts';
import type { Measurement } from '../measurements.ts';
import { type Northlight, startNorthlight } from '../northlight.ts';
import type { SuiteContext } from '../suite.ts';
import { requireReference } from './reference.ts';

const suite = 'ingest';
const companyCounts = { smallest: 5, usual: 500 };
const workers = 2;
const portalsMaxMs = 120_000;

/** Acknowledged, and thus committed, events per second, and the latency of their responses. */
export async function ingest(context: SuiteContext): Promise<Measurement[]> {
  const reference = await requireReference(context);
  const manyCompanies = context.pick(companyCounts);
  const northlight = await startNorthlight(context);
  const before = await countStored(northlight.client);
  const bench = new IngestLoad(context, northlight, [await northlight.createCompany('Bench')]);
  const measurements: Measurement[] = [];
  let at50 = 0;

  for (const connections of [1, 10, 50, 100]) {
    const { perSecond, p50Ms, p99Ms, cpu } = await bench.measure({ connections });
    const name = `${connections} connection${connections === 1 ? '' : 's'}`;
    measurements.push({
      suite,
      name: `durable events, ${name}`,
      value: perSecond,
      unit: '/s',
      ...(connections === 50
        ? {
            budget: { atLeast: reference.bareFastify * 0.3 },
            reference: { name: 'bare Fastify', value: reference.bareFastify },
          }
        : {}),
    });
    measurements.push(millis(`answer p50, ${name}`, p50Ms), millis(`answer p99, ${name}`, p99Ms));
    if (connections !== 50) continue;
    at50 = perSecond;
    if (cpu) measurements.push(...cpu);
    const paced = await bench.measure({ connections, ratePerSecond: Math.round(perSecond * 0.7) });
    measurements.push({
      ...millis('answer p99 at 70 % of that', paced.p99Ms),
      budget: { atMost: 50 },
    });
  }

  const tens = await bench.measure({ connections: 50, eventsPerRequest: 10 });
  measurements.push({
    suite,
    name: 'durable events, arrays of 10, 50 connections',
    value: tens.perSecond,
    unit: '/s',
    reference: { name: 'plain inserts of 500', value: reference.insertsOf[500] },
  });
  const companyIds = await northlight.createCompanies(manyCompanies);
  const spread = await bench.measure({ connections: 50, companyIds });
  measurements.push({
    suite,
    name: `durable events, ${manyCompanies} companies, 50 connections`,
    value: spread.perSecond,
    unit: '/s',
    reference: { name: 'plain inserts of 50', value: reference.insertsOf[50] },
  });

  const baseline = { oneCompany: at50, manyCompanies: spread.perSecond };
  measurements.push(...(await measureWithPortals(context, northlight, bench, { companyIds, baseline })));

  assertAllStored(bench.acknowledged, before, await countStored(northlight.client));
  context.log(`ingest: ${bench.acknowledged} events acknowledged, each stored and counted once`);
  await northlight.stop();
  measurements.push(...(await measureCold(context, baseline)));
  measurements.push(...(await measureWorkers(context, baseline)));
  measurements.push(...(await measureBusyDay(context)));
  return measurements;
}

interface Baseline {
  oneCompany: number;
  manyCompanies: number;
}

/** The same load while portals are open: many of one company, then one of each of many companies. */
async function measureWithPortals(
  { pick }: SuiteContext,
  northlight: Northlight,
  bench: IngestLoad,
  { companyIds, baseline }: { companyIds: string[]; baseline: Baseline },
): Promise<Measurement[]> {
  // 200 is the server's limit of streams per company.
  const portalsPerCompany = pick({ smallest: 5, usual: 200 });
  const openPortals = async (companies: string[], portalsOfEach: number) => {
    const targets: { path: string; cookie: string }[] = [];
    for (const companyId of companies) {
      const nextCookie = await createViewerCookies(northlight, companyId);
      for (let nth = 0; nth < portalsOfEach; nth += 1)
        targets.push({ path: apiPaths.live(companyId), cookie: nextCookie() });
    }
    const streamLoad = new StreamLoad();
    await streamLoad.open(northlight.port, targets, portalsMaxMs);
    return streamLoad;
  };
  const onOne = await openPortals(bench.companyIds, portalsPerCompany);
  const one = await bench.measure({ connections: 50 });
  onOne.assertAllOpen();
  await onOne.close();
  const onMany = await openPortals(companyIds, 1);
  const many = await bench.measure({ connections: 50, companyIds });
  onMany.assertAllOpen();
  await onMany.close();
  return [
    compareWith(
      `1 company, ${portalsPerCompany} portals open`,
      one.perSecond,
      'no portal',
      baseline.oneCompany,
    ),
    compareWith(
      `${companyIds.length} companies, a portal of each open`,
      many.perSecond,
      'no portal',
      baseline.manyCompanies,
    ),
  ];
}

/** The first second after a start: nothing is compiled, no statement prepared, no company cached. */
async function measureCold(context: SuiteContext, baseline: Baseline): Promise<Measurement[]> {
  const manyCompanies = context.pick(companyCounts);
  const measure = async (count: number) => {
    const northlight = await startNorthlight(context);
    const companyIds = await northlight.createCompanies(count);
    const bench = new IngestLoad(context, northlight, companyIds);
    const before = await countStored(northlight.client);
    const { perSecond } = await bench.measure({ connections: 50, isCold: true });
    assertAllStored(bench.acknowledged, before, await countStored(northlight.client));
    await northlight.stop();
    return perSecond;
  };
  return [
    compareWith('1 company, first second after a start', await measure(1), 'warm', baseline.oneCompany),
    compareWith(
      `${manyCompanies} companies, first second after a start`,
      await measure(manyCompanies),
      'warm',
      baseline.manyCompanies,
    ),
  ];
}

/** The same load on several workers, compared with one worker in the same run. */
async function measureWorkers(context: SuiteContext, baseline: Baseline): Promise<Measurement[]> {
  const manyCompanies = context.pick(companyCounts);
  const northlight = await startNorthlight(context, workers);
  const bench = new IngestLoad(context, northlight, [await northlight.createCompany('Bench')]);
  const before = await countStored(northlight.client);
  const one = await bench.measure({ connections: 50 });
  const companyIds = await northlight.createCompanies(manyCompanies);
  const many = await bench.measure({ connections: 50, companyIds });
  assertAllStored(bench.acknowledged, before, await countStored(northlight.client));
  await northlight.stop();
  return [
    compareWith(`WORKERS=${workers}, 1 company`, one.perSecond, 'one process', baseline.oneCompany),
    compareWith(
      `WORKERS=${workers}, ${manyCompanies} companies`,
      many.perSecond,
      'one process',
      baseline.manyCompanies,
    ),
  ];
}

function compareWith(name: string, value: number, referenceName: string, reference: number): Measurement {
  return {
    suite,
    name: `durable events, ${name}, 50 connections`,
    value,
    unit: '/s',
    reference: { name: referenceName, value: reference },
  };
}

function millis(name: string, value: number): Measurement {
  return { suite, name, value, unit: 'ms', decimals: 1 };
}
