import type { Suite } from './suite.ts';
import { cluster } from './suites/cluster.ts';
import { ingest } from './suites/ingest.ts';
import { live } from './suites/live.ts';
import { memory } from './suites/memory.ts';
import { orders } from './suites/orders.ts';
import { overview } from './suites/overview.ts';
import { pages } from './suites/pages.ts';
import { portal } from './suites/portal.ts';
import { reference } from './suites/reference.ts';
import { reports } from './suites/reports.ts';
import { stats } from './suites/stats.ts';
import { streams } from './suites/streams.ts';
import { tracker } from './suites/tracker.ts';

/** Every suite, in the order in which they run. `npm test` runs each of them at its smallest size. */
export const suites: Record<string, Suite> = {
  reference,
  ingest,
  live,
  streams,
  orders,
  memory,
  stats,
  tracker,
  pages,
  portal,
  overview,
  reports,
  cluster,
};
