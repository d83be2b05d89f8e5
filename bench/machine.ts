import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = `${(totalmem() / 2 ** 30).toFixed(1)} GB`;
  return `${new Date().toISOString()}  Node ${process.version}  ${process.platform} ${process.arch}  ${availableParallelism()} cores (${model})  ${memory}`;
}

/** The load average. If it exceeds the number of cores before the run, the results mean little. */
export function describeLoad(): string {
  return `load average ${loadavg()
    .map((load) => load.toFixed(2))
    .join(' ')}`;
}
