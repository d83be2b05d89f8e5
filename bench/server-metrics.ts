import type { Northlight } from './northlight.ts';

/** Metrics of a server with one worker. */
export interface ServerMetrics {
  heapUsedMb: number;
  /** Since the last scrape. */
  loopDelayP99Ms: number;
  loopDelayMaxMs: number;
  /** The value of a sample, by its name and labels as in the text format. */
  read: (sample: string) => number;
}

export async function fetchServerMetrics({ port }: Pick<Northlight, 'port'>): Promise<ServerMetrics> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const lines = (await answer.text()).split('\n');
  const read = (sample: string) => {
    const line = lines.find((found) => found.startsWith(`${sample} `));
    return line === undefined ? Number.NaN : Number(line.slice(sample.length));
  };
  const delayMs = (quantile: string) =>
    read(`northlight_event_loop_delay_seconds{quantile="${quantile}"}`) * 1000;
  return {
    heapUsedMb: read('northlight_heap_bytes{part="used"}') / 1e6,
    loopDelayP99Ms: delayMs('0.99'),
    loopDelayMaxMs: delayMs('1'),
    read,
  };
}
