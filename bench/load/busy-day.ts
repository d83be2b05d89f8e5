import { z } from 'zod';
import type { Measurement } from '../measurements.ts';
import { startNorthlight } from '../northlight.ts';
import { awaitAnswer, awaitSegments } from '../stats/built-company.ts';
import type { SuiteContext } from '../suite.ts';
import { assertAllStored, countStored, IngestLoad } from './ingest-load.ts';
import { createViewerCookies } from './viewer-cookies.ts';

const suite = 'ingest';
const summary = z.object({ metrics: z.object({ 'page-views': z.object({ value: z.number() }) }) });

/** As many events of one company as a busy site has on a day, and the time until its portal shows all of them. */
export async function measureBusyDay(context: SuiteContext): Promise<Measurement[]> {
  const { dayEvents, log } = context;
  const name = `${dayEvents.toLocaleString('en')} events of one company on a day`;
  log(`ingest: ${name}`);
  const northlight = await startNorthlight(context);
  const companyId = await northlight.createCompany('Busy');
  const nextCookie = await createViewerCookies(northlight, companyId);
  const bench = new IngestLoad(context, northlight, [companyId]);
  const before = await countStored(northlight.client);
  const started = performance.now();
  await bench.sendAtLeast(dayEvents);
  const sentAt = performance.now();
  assertAllStored(bench.acknowledged, before, await countStored(northlight.client));
  const answer = await awaitAnswer(northlight, { companyId, cookie: nextCookie(), name });
  const answeredAt = performance.now();
  const shown = summary.parse(JSON.parse(answer)).metrics['page-views'].value;
  if (shown !== bench.acknowledged)
    throw new Error(`${bench.acknowledged} events were acknowledged, but the portal shows ${shown}`);
  await awaitSegments(northlight, { companyId, name });
  await northlight.stop();
  return [
    {
      ...{ suite, name: `${name}, arrays of 10, 50 connections`, unit: '/s' },
      value: bench.acknowledged / ((sentAt - started) / 1000),
    },
    {
      ...{ suite, name: `${name}, from the last of them to the answer with all`, unit: 's', decimals: 1 },
      value: (answeredAt - sentAt) / 1000,
    },
  ];
}
