import type { FastifyBaseLogger } from 'fastify';
import type { Closers } from './closers.ts';
import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import type { Agency } from './features/agency/agency.ts';
import type { Drawing } from './features/agency/drawing/drawing.ts';
import { Alerts, scheduleAlerts } from './features/alerts/alerts.ts';
import type { DomainMap } from './features/domains/domain-map.ts';
import type { SelfCheck } from './features/operation/self-check/self-check.ts';
import { Reports, scheduleReports } from './features/reports/reports.ts';
import type { SiteChecks } from './features/site-check/site-checks.ts';
import type { StatsReader } from './features/stats/reader.ts';
import type { Jobs } from './platform/jobs.ts';
import type { MailDeps } from './platform/mail/mail-brand.ts';

/** The parts that background jobs need of features that open later. */
export interface BackgroundParts {
  openReader: () => StatsReader;
  /** Its queries wait until the queries of portals are answered. */
  openQuietReader: () => StatsReader;
  selfCheck: SelfCheck;
  drawing: Drawing;
}

export async function openReportsAndAlerts(
  { config, appSecret, logger: log }: { config: Config; appSecret: string; logger: FastifyBaseLogger },
  { db, closers }: { db: Db; closers: Closers },
  shared: {
    jobs: Jobs;
    agency: Agency;
    mails: MailDeps;
    domains: DomainMap;
    siteChecks: SiteChecks;
    features: Promise<BackgroundParts>;
  },
) {
  const { jobs, agency, mails, domains: portals, siteChecks, features } = shared;
  const reports = new Reports({ ...{ db, jobs, appSecret, mails, agency, portals, log }, parts: features });
  await scheduleReports(jobs, reports);
  const alerts = new Alerts({
    ...{ db, jobs, appSecret, mails, portals, siteChecks, log },
    allowedTargets: config.webhooksAllowed,
    background: features.then(({ openQuietReader, selfCheck }) => ({
      openReader: openQuietReader,
      server: {
        jobs,
        host: new URL(config.publicUrl).hostname,
        readFindings: async () => (await selfCheck.read()).findings,
      },
    })),
    receivingSince: new Date(),
  });
  closers.add(() => alerts.close());
  await scheduleAlerts(jobs, alerts);
  return { reports, alerts };
}
