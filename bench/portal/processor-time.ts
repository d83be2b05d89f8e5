import { setTimeout as delay } from 'node:timers/promises';
import type { Northlight } from '../northlight.ts';
import { readTreeCpuMs } from '../processes.ts';

export interface ProcessorTime {
  nodeMs: number;
  postgresMs: number;
}

const idleMs = 4_000;

/** Processor time of the server and its database in a second without requests, which is not of an opening. */
export async function measureIdle({ parentPid }: Northlight): Promise<ProcessorTime | undefined> {
  const before = readTreeCpuMs(parentPid);
  const started = performance.now();
  await delay(idleMs);
  const after = readTreeCpuMs(parentPid);
  if (!before || !after) return undefined;
  const seconds = (performance.now() - started) / 1_000;
  return {
    nodeMs: (after.nodeMs - before.nodeMs) / seconds,
    postgresMs: (after.postgresMs - before.postgresMs) / seconds,
  };
}

/** Processor time of the server and its database for one piece of work, as the mean of many. Undefined on systems other than Linux. */
export async function measureProcessorTime(
  { parentPid }: Northlight,
  idle: ProcessorTime | undefined,
  {
    times,
    work,
    before: prepare,
  }: { times: number; work: () => Promise<unknown>; before?: () => Promise<unknown> },
): Promise<ProcessorTime | undefined> {
  let nodeMs = 0;
  let postgresMs = 0;
  for (let nth = 0; nth < times; nth += 1) {
    await prepare?.();
    const started = performance.now();
    const before = readTreeCpuMs(parentPid);
    await work();
    const after = readTreeCpuMs(parentPid);
    if (!before || !after || !idle) return undefined;
    const seconds = (performance.now() - started) / 1_000;
    nodeMs += after.nodeMs - before.nodeMs - seconds * idle.nodeMs;
    postgresMs += after.postgresMs - before.postgresMs - seconds * idle.postgresMs;
  }
  return { nodeMs: nodeMs / times, postgresMs: postgresMs / times };
}
