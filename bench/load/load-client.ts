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
  // NaN without any response, which JSON turns into null.
  p50Ms: z.number().nullable().transform(orNaN),
  p95Ms: z.number().nullable().transform(orNaN),
  p99Ms: z.number().nullable().transform(orNaN),
  maxMs: z.number().nullable().transform(orNaN),
});
const report = z.union([z.object({ result: loadResult }), z.object({ failure: z.string() })]);

export interface LoadClient {
  /** Runs one job; throws if a connection is lost. */
  run: (job: LoadJob) => Promise<LoadResult>;
  /** The process's id, to measure its CPU time. */
  pid: number;
}

/** Starts the process that creates the load; it ends with the benchmark. */
export async function startLoadClient(): Promise<LoadClient> {
  const child = forkBenchProcess('load/load-process.ts');
  await once(child, 'message');
  return {
    pid: child.pid ?? 0,
    run: async (job) => {
      const settled = new AbortController();
      const { signal } = settled;
      const answer = Promise.race([
        once(child, 'message', { signal }).then(([message]) => report.parse(message)),
        once(child, 'exit', { signal }).then(() => ({ failure: 'the load client exited' })),
      ]);
      child.send(job);
      const outcome = await answer.finally(() => settled.abort());
      if ('failure' in outcome) throw new Error(outcome.failure);
      return outcome.result;
    },
  };
}

function orNaN(value: number | null): number {
  return value ?? Number.NaN;
}
