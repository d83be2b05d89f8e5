import { once } from 'node:events';
import { z } from 'zod';
import { forkBenchProcess } from '../child-processes.ts';
import type { LoadResult } from './http-load.ts';

export const loadJob = z.object({
  port: z.number(),
  path: z.string(),
  connections: z.number(),
  durationMs: z.number(),
  ratePerSecond: z.number().optional(),
  workload: z.object({ companyIds: z.array(z.string()), eventsPerRequest: z.number() }),
});
export type LoadJob = z.infer<typeof loadJob>;

const loadResult = z.object({
  requests: z.number(),
  statuses: z.record(z.string(), z.number()),
  perSecond: z.number(),
  // Without a single answer there is no latency: NaN, which JSON makes null.
  p50Ms: z.number().nullable().transform(orNaN),
  p99Ms: z.number().nullable().transform(orNaN),
  maxMs: z.number().nullable().transform(orNaN),
});
const report = z.union([z.object({ result: loadResult }), z.object({ failure: z.string() })]);

export interface LoadClient {
  /** Runs one job; throws when a connection was lost under it. */
  run: (job: LoadJob) => Promise<LoadResult>;
  /** The process's id, to count its share of the machine. */
  pid: number;
}

/** Starts the process that makes the load; it ends with the bench. */
export async function startLoadClient(): Promise<LoadClient> {
  const child = forkBenchProcess('load/load-process.ts');
  await once(child, 'message');
  return {
    pid: child.pid ?? 0,
    run: async (job) => {
      const told = new AbortController();
      const { signal } = told;
      const answer = Promise.race([
        once(child, 'message', { signal }).then(([message]) => report.parse(message)),
        once(child, 'exit', { signal }).then(() => ({ failure: 'the load client ended' })),
      ]);
      child.send(job);
      const said = await answer.finally(() => told.abort());
      if ('failure' in said) throw new Error(said.failure);
      return said.result;
    },
  };
}

function orNaN(value: number | null): number {
  return value ?? Number.NaN;
}
