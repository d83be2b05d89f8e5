import type { LoadClient } from './load/load-client.ts';
import type { Measurement } from './measurements.ts';

/** What every part is given. */
export interface SuiteContext {
  /** How long each figure is measured. */
  seconds: number;
  /** The sizes that take long as well. */
  isFull: boolean;
  /** Idle streams opened on one process. */
  streamCount: number;
  /** How long the half load of the memory part lasts. */
  minutes: number;
  /** Flags of Node's that the server is started with. */
  serverFlags: string[];
  load: LoadClient;
  log: (line: string) => void;
}

export type Suite = (run: SuiteContext) => Promise<Measurement[]>;

export const warmUpSeconds = 2;
