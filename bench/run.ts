import type { Figure } from './figures.ts';
import type { LoadClient } from './load/load-client.ts';

/** What every part is given. */
export interface Run {
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
  say: (line: string) => void;
}

export type Part = (run: Run) => Promise<Figure[]>;

export const warmUpSeconds = 2;
