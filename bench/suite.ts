import type { LoadClient } from './load/load-client.ts';
import type { Measurement } from './measurements.ts';

/** How large a suite is: just large enough to run to its end, as usual, or with the sizes that take long. */
export type Scale = 'smallest' | 'usual' | 'full';

/** The environment that every suite gets. */
export interface SuiteContext {
  /** The duration of each measurement. */
  seconds: number;
  /** Load before each measurement that does not count. */
  warmUpSeconds: number;
  /** The size for the scale of this run. `full`: if it differs from the usual one. */
  pick: <Size>(sizes: { smallest: Size; usual: Size; full?: Size }) => Size;
  /** The number of idle streams opened on one process. */
  streamCount: number;
  /** The duration of the half load of the memory suite. */
  minutes: number;
  /** The page views on one day of a company with a busy site. */
  dayEvents: number;
  /** Page views of the largest month in `stats`. */
  monthViews: number;
  /** Node flags for the server. */
  serverFlags: string[];
  load: LoadClient;
  log: (line: string) => void;
}

export type Suite = (context: SuiteContext) => Promise<Measurement[]>;

/** Picks the sizes of a scale. */
export const toPick =
  (scale: Scale): SuiteContext['pick'] =>
  (sizes) =>
    scale === 'full' ? (sizes.full ?? sizes.usual) : sizes[scale];
