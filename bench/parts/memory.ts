import { setTimeout as delay } from 'node:timers/promises';
import { apiPaths } from '../../contract/paths.ts';
import type { Figure } from '../figures.ts';
import { forgetPeak, readMemory } from '../processes.ts';
import { startProduct } from '../product.ts';
import type { Run } from '../run.ts';

const settleMs = 5_000;

/** What the Node process holds: some seconds after its start, at its highest under full load, and after. */
export async function memory(run: Run): Promise<Figure[]> {
  const { load, seconds, say } = run;
  const product = await startProduct(run);
  const companyId = await product.createCompany('Bench');
  say('memory: idle');
  await delay(settleMs);
  const idle = readMemory(product.pid);
  if (!idle) {
    say('memory: this system does not tell');
    await product.stop();
    return [];
  }
  forgetPeak(product.pid);
  say('memory: full load');
  await load.run({
    port: product.port,
    path: apiPaths.trackAnalytics,
    connections: 100,
    durationMs: 2 * seconds * 1000,
    workload: { companyIds: [companyId], eventsPerRequest: 1 },
  });
  const loaded = readMemory(product.pid);
  await product.stop();
  const megabytes = (name: string, value: number): Figure => ({ part: 'memory', name, value, unit: 'MB' });
  return [
    { ...megabytes('Node, idle', idle.nowMb), budget: { atMost: 120 } },
    { ...megabytes('Node, highest at full load', loaded?.peakMb ?? Number.NaN), budget: { atMost: 256 } },
  ];
}
