import { z } from 'zod';

const sampleShape = z.object({
  suffix: z.enum(['', '_bucket', '_sum', '_count']),
  labels: z.record(z.string(), z.string()),
  value: z.number(),
});

/** What one process has counted, in a form that crosses process borders. */
export const familyShape = z.object({
  name: z.string(),
  help: z.string(),
  kind: z.enum(['counter', 'gauge', 'histogram', 'summary']),
  samples: z.array(sampleShape),
});

type Sample = z.infer<typeof sampleShape>;
export type Family = z.infer<typeof familyShape>;

/** A number that only grows. Plain, so that the hot path pays for an addition and nothing else. */
export interface Counter {
  count: number;
}

/**
 * The figures of one process. They are counted where things happen, as plain numbers, and put into
 * words only when somebody asks. Label values come from our own code, never from outside, so their
 * number is bounded.
 */
export class Metrics {
  readonly #families: (() => Family)[] = [];

  counter(name: string, help: string): Counter {
    const counter = { count: 0 };
    this.add(() => ({ name, help, kind: 'counter', samples: [aSample(counter.count)] }));
    return counter;
  }

  /** A counter for each value of one label. */
  tally(name: string, help: string, label: string): Tally {
    const tally = new Tally();
    this.add(() => ({
      name,
      help,
      kind: 'counter',
      samples: [...tally.counts].map(([value, count]) => aSample(count, { [label]: value })),
    }));
    return tally;
  }

  /** A number that is looked up when somebody asks. */
  gauge(name: string, help: string, read: () => number): void {
    this.add(() => ({ name, help, kind: 'gauge', samples: [aSample(read())] }));
  }

  /** Counts values by the smallest of the (ascending) bounds they do not exceed. */
  histogram(name: string, help: string, bounds: number[]): Histogram {
    const histogram = new Histogram(bounds);
    this.add(() => ({ name, help, kind: 'histogram', samples: histogram.toSamples() }));
    return histogram;
  }

  add(family: () => Family): void {
    this.#families.push(family);
  }

  read(): Family[] {
    return this.#families.map((family) => family());
  }
}

export class Tally {
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
    let at = 0;
    while (at < this.#bounds.length && value > (this.#bounds[at] ?? 0)) at += 1;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#sum += value;
  }

  toSamples(): Sample[] {
    let total = 0;
    const buckets = this.#counts.map((count, at): Sample => {
      total += count;
      return { suffix: '_bucket', labels: { le: String(this.#bounds[at] ?? '+Inf') }, value: total };
    });
    return [
      ...buckets,
      { suffix: '_sum', labels: {}, value: this.#sum },
      { suffix: '_count', labels: {}, value: total },
    ];
  }
}

export function aSample(value: number, labels: Record<string, string> = {}): Sample {
  return { suffix: '', labels, value };
}
