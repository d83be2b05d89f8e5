import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/client.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { MailDeps } from '../../platform/mail/mail-brand.ts';
import type { Agency } from '../agency/agency.ts';
import type { Drawing } from '../agency/drawing/drawing.ts';
import type { StatsReader } from '../stats/stats.ts';

/** The parts that reports need of features that open after the jobs were scheduled. */
export interface ReportParts {
  openReader: () => StatsReader;
  drawing: Drawing;
}

export interface ReportsDeps {
  db: Db;
  jobs: Pick<Jobs, 'send' | 'listWaitingIds'>;
  appSecret: string;
  mails: MailDeps;
  agency: Agency;
  portals: { toPortalOrigin: (companyId: string) => string };
  parts: Promise<ReportParts>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}
