import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { aSample, type Metrics } from './metrics.ts';

const resolutionMs = 20;
const quantiles = [0.5, 0.9, 0.99, 1];

/** What Node tells of this process: how late its event loop runs, and what it takes of the machine. */
export function measureProcess(metrics: Metrics): { stop: () => void } {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  // What is measured holds the pause between two looks; only what exceeds it is a delay.
  const toSeconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);

  metrics.add(() => {
    const samples = quantiles.map((quantile) =>
      aSample(toSeconds(delay.percentile(quantile * 100)), { quantile: String(quantile) }),
    );
    delay.reset();
    return {
      name: 'northlight_event_loop_delay_seconds',
      help: 'How late the event loop ran since these figures were last asked for.',
      kind: 'summary',
      samples,
    };
  });
  metrics.add(() => ({
    name: 'northlight_event_loop_busy_seconds_total',
    help: 'Time the event loop has spent working.',
    kind: 'counter',
    samples: [aSample(performance.eventLoopUtilization().active / 1000)],
  }));
  metrics.add(() => {
    const { user, system } = process.cpuUsage();
    return {
      name: 'process_cpu_seconds_total',
      help: 'Processor time of this process, all threads.',
      kind: 'counter',
      samples: [aSample((user + system) / 1e6)],
    };
  });
  metrics.gauge('process_start_time_seconds', 'When this process started, seconds since 1970.', () =>
    Math.round(performance.timeOrigin / 1000),
  );
  metrics.gauge('process_resident_memory_bytes', 'Memory of this process that is in RAM.', () =>
    process.memoryUsage.rss(),
  );
  metrics.add(() => {
    const { heapUsed, heapTotal, external } = process.memoryUsage();
    return {
      name: 'northlight_heap_bytes',
      help: "Memory of JavaScript's objects (used, reserved) and of buffers outside of it (external).",
      kind: 'gauge',
      samples: [
        aSample(heapUsed, { part: 'used' }),
        aSample(heapTotal, { part: 'reserved' }),
        aSample(external, { part: 'external' }),
      ],
    };
  });
  return { stop: () => delay.disable() };
}
