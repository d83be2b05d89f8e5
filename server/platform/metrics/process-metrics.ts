import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { productVersion } from '../version.ts';
import { type Metrics, toSample } from './metrics.ts';

const resolutionMs = 20;
const quantiles = [0.5, 0.9, 0.99, 1];

/** The version, event loop delay, processor time and memory of this process. */
export function measureProcess(metrics: Metrics): { stop: () => void } {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  // Node's histogram includes the sampling interval; only the excess is delay.
  const toSeconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);

  metrics.addFamily(() => ({
    name: 'northlight_build_info',
    help: 'The versions of the product and of Node in this process. The value is always 1.',
    kind: 'gauge',
    samples: [toSample(1, { version: productVersion, node: process.versions.node })],
  }));
  metrics.addFamily(() => {
    const samples = quantiles.map((quantile) =>
      toSample(toSeconds(delay.percentile(quantile * 100)), { quantile: String(quantile) }),
    );
    delay.reset();
    return {
      name: 'northlight_event_loop_delay_seconds',
      help: 'Event loop delay since the last scrape.',
      kind: 'summary',
      samples,
    };
  });
  metrics.addFamily(() => ({
    name: 'northlight_event_loop_busy_seconds_total',
    help: 'Time the event loop spent running code.',
    kind: 'counter',
    samples: [toSample(performance.eventLoopUtilization().active / 1000)],
  }));
  metrics.addFamily(() => {
    const { user, system } = process.cpuUsage();
    return {
      name: 'process_cpu_seconds_total',
      help: 'Processor time of this process, all threads.',
      kind: 'counter',
      samples: [toSample((user + system) / 1e6)],
    };
  });
  metrics.gauge('process_start_time_seconds', 'Start time of this process, in seconds since 1970.', () =>
    Math.round(performance.timeOrigin / 1000),
  );
  metrics.gauge('process_resident_memory_bytes', 'Resident memory of this process.', () =>
    process.memoryUsage.rss(),
  );
  metrics.addFamily(() => {
    const { heapUsed, heapTotal, external } = process.memoryUsage();
    return {
      name: 'northlight_heap_bytes',
      help: 'Memory of the JavaScript heap (used, reserved) and of buffers outside it (external).',
      kind: 'gauge',
      samples: [
        toSample(heapUsed, { part: 'used' }),
        toSample(heapTotal, { part: 'reserved' }),
        toSample(external, { part: 'external' }),
      ],
    };
  });
  return { stop: () => delay.disable() };
}
