import type { Scenario } from './ground.ts';
import {
  appKilled,
  backendKilled,
  databaseKilled,
  ended,
  migrationKilled,
  servingProcessCrashed,
} from './scenarios/crashes.ts';
import { diskFull } from './scenarios/disk.ts';
import { twoInstances } from './scenarios/instances.ts';
import {
  databaseGone,
  databaseLate,
  databaseLocked,
  databaseSilent,
  databaseSlow,
} from './scenarios/outages.ts';
import { restartWithPortals, slowReaders } from './scenarios/streams.ts';
import { transactionsBroken } from './scenarios/transactions.ts';

/** Every fault that is tried, in the order of the report. */
export const scenarios: Record<string, Scenario> = {
  'app-killed': appKilled,
  'app-crashed': servingProcessCrashed,
  'database-killed': databaseKilled,
  'connections-killed': backendKilled,
  'first-start-killed': migrationKilled,
  sigterm: ended,
  'database-gone': databaseGone,
  'database-silent': databaseSilent,
  'database-locked': databaseLocked,
  'database-slow': databaseSlow,
  'database-late': databaseLate,
  'disk-full': diskFull,
  'restart-with-portals': restartWithPortals,
  'slow-readers': slowReaders,
  'two-instances': twoInstances,
  'transactions-broken': transactionsBroken,
};
