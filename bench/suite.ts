import type { LoadClient } from './load/load-client.ts';
import type { Measurement } from './measurements.ts';

/** What every suite gets. */
export interface SuiteContext {
  /** The duration of each measurement. */
  seconds: number;
  /** True: also measure the sizes that take long. */
  isFull: boolean;
  /** The number of idle streams opened on one process. */
  streamCount: number;
  /** The duration of the half load of the memory suite. */
  minutes: number;
  /** Node flags for the server. */
  serverFlags: string[];
  load: LoadClient;
  log: (line: string) => void;
}

export type Suite = (context: SuiteContext) => Promise<Measurement[]>;

export const warmUpSeconds = 2;
