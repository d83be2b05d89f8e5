import type { FastifyBaseLogger } from 'fastify';
import type { Finding } from '../../../../contract/operation/self-check.ts';
import type { Db } from '../../../db/client.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import type { SiteChecks } from '../../site-check/site-checks.ts';
import type { StatsReader } from '../../stats/stats.ts';
import type { AlertLog } from '../alert-finding.ts';

/** The known state of the server. */
export interface ServerState {
  jobs: Pick<Jobs, 'listQueues'>;
  /** The findings of the self-check. Whether an unchecked part has a problem is unknown. */
  readFindings: () => Promise<readonly (Finding & { isUnchecked?: boolean })[]>;
  /** The host whose certificate is checked. */
  host: string;
}

export interface DetectionDeps {
  db: Db;
  alertLog: AlertLog;
  siteChecks: Pick<SiteChecks, 'run'>;
  /** A reader of the least importance: no portal waits for it. */
  openReader: () => StatsReader;
  server: ServerState;
  /** Since when this process receives events. Nothing is silent because it was not running. */
  receivingSince: Date;
  log: Pick<FastifyBaseLogger, 'warn'>;
}
