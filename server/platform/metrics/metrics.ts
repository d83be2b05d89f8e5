import { z } from 'zod';

const sampleShape = z.object({
  suffix: z.enum(['', '_bucket', '_sum', '_count']),
  labels: z.record(z.string(), z.string()),
  value: z.number(),
});

/** One metric of a process with all its samples, as JSON for the parent process. */
export const metricFamily = z.object({
  name: z.string(),
  help: z.string(),
  kind: z.enum(['counter', 'gauge', 'histogram', 'summary']),
  samples: z.array(sampleShape),
});

type Sample = z.infer<typeof sampleShape>;
export type MetricFamily = z.infer<typeof metricFamily>;

/** A number that only grows. A plain field, so that the hot path pays for one addition (decision 0040). */
export interface Counter {
  count: number;
}

/**
 * The metrics of one process. Code increments plain numbers; samples are built only when `/metrics` is read.
 * Label values come from our own code, never from a request, which bounds their number.
 */
export class Metrics {
  readonly #families: (() => MetricFamily)[] = [];

  counter(name: string, help: string): Counter {
    const counter = { count: 0 };
    this.addFamily(() => ({ name, help, kind: 'counter', samples: [toSample(counter.count)] }));
    return counter;
  }

  /** A counter for each value of one label. */
  labeledCounter(name: string, help: string, label: string): LabeledCounter {
    const counter = new LabeledCounter();
    this.addFamily(() => ({
      name,
      help,
      kind: 'counter',
      samples: [...counter.counts].map(([value, count]) => toSample(count, { [label]: value })),
    }));
    return counter;
  }

  /** A value that is read when `/metrics` is read. */
  gauge(name: string, help: string, read: () => number): void {
    this.addFamily(() => ({ name, help, kind: 'gauge', samples: [toSample(read())] }));
  }

  /** Counts each value in the first bucket whose bound is not below it. Bounds are ascending. */
  histogram(name: string, help: string, bounds: number[]): Histogram {
    const histogram = new Histogram(bounds);
    this.addFamily(() => ({ name, help, kind: 'histogram', samples: histogram.toSamples() }));
    return histogram;
  }

  addFamily(family: () => MetricFamily): void {
    this.#families.push(family);
  }

  read(): MetricFamily[] {
    return this.#families.map((family) => family());
  }
}

export class LabeledCounter {
  readonly counts = new Map<string, number>();

  add(value: string, count = 1): void {
    this.counts.set(value, (this.counts.get(value) ?? 0) + count);
  }
}

export class Histogram {
  readonly #bounds: number[];
  readonly #counts: number[];
  #sum = 0;

  constructor(bounds: number[]) {
    this.#bounds = bounds;
    this.#counts = new Array<number>(bounds.length + 1).fill(0);
  }

  observe(value: number): void {
    let bucket = 0;
    while (bucket < this.#bounds.length && value > (this.#bounds[bucket] ?? 0)) bucket += 1;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += value;
  }

  toSamples(): Sample[] {
    let total = 0;
    const buckets = this.#counts.map((count, bucket): Sample => {
      total += count;
      return { suffix: '_bucket', labels: { le: String(this.#bounds[bucket] ?? '+Inf') }, value: total };
    });
    return [
      ...buckets,
      { suffix: '_sum', labels: {}, value: this.#sum },
      { suffix: '_count', labels: {}, value: total },
    ];
  }
}

export function toSample(value: number, labels: Record<string, string> = {}): Sample {
  return { suffix: '', labels, value };
}
