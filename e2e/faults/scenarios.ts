import type { Scenario } from './scenario.ts';
import {
  connectionsKilled,
  databaseKilled,
  firstStartKilled,
  serverKilled,
  terminated,
  workerCrashed,
} from './scenarios/crashes.ts';
import { diskFull } from './scenarios/disk.ts';
import { twoInstances } from './scenarios/instances.ts';
import { largeDay } from './scenarios/large-day.ts';
import { ordersKilled } from './scenarios/orders.ts';
import {
  databaseDown,
  databaseLocked,
  databaseSilent,
  databaseSlow,
  databaseStartsLate,
} from './scenarios/outages.ts';
import { builderDisconnected, builderKilled, segmentsDiskFull } from './scenarios/segments.ts';
import { restartWithPortals, slowReaders } from './scenarios/streams.ts';
import { transactionsInterrupted } from './scenarios/transactions.ts';

/** All fault scenarios, in the order of the report. */
export const scenarios: Record<string, Scenario> = {
  'app-killed': serverKilled,
  'orders-killed': ordersKilled,
  'app-crashed': workerCrashed,
  'database-killed': databaseKilled,
  'connections-killed': connectionsKilled,
  'first-start-killed': firstStartKilled,
  sigterm: terminated,
  'database-gone': databaseDown,
  'database-silent': databaseSilent,
  'database-locked': databaseLocked,
  'database-slow': databaseSlow,
  'database-late': databaseStartsLate,
  'disk-full': diskFull,
  'restart-with-portals': restartWithPortals,
  'slow-readers': slowReaders,
  'two-instances': twoInstances,
  'segments-killed': builderKilled,
  'segments-disconnected': builderDisconnected,
  'segments-disk-full': segmentsDiskFull,
  'large-day': largeDay,
  'transactions-broken': transactionsInterrupted,
};
