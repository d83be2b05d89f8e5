import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Closers } from './closers.ts';
import type { Config } from './config.ts';
import { type Db, openDb, promptAnswerMs, waitForFirstConnection } from './db/client.ts';
import { grantAppRole } from './db/database-roles.ts';
import { locateCluster } from './db/embedded/cluster-location.ts';
import { migrateDatabase } from './db/migrate.ts';
import { scheduleLinkCleanUp } from './features/access/links/links.ts';
import { scheduleUnopenedMail } from './features/access/openings/unopened-mail.ts';
import { isConfirmedAddress } from './features/accounts/accounts.ts';
import { scheduleCleanUp } from './features/accounts/clean-up.ts';
import { Agency } from './features/agency/agency.ts';
import { scheduleLogoCleanUp } from './features/agency/logos/unused-logos.ts';
import { toMailBrand } from './features/agency/mail-brand.ts';
import { toMailSender } from './features/agency/mail-sender.ts';
import { mayStillSendNotice } from './features/alerts/notices/send-notices.ts';
import { scheduleOrphanCleanup } from './features/companies/delete-company.ts';
import { DomainChecks } from './features/domains/domain-checks.ts';
import { DomainMap } from './features/domains/domain-map.ts';
import { createProofCheck } from './features/domains/proof-record.ts';
import { scheduleDomainChecks } from './features/domains/recheck-domains.ts';
import { measureBackups } from './features/operation/backups/backup-metrics.ts';
import { Backups, scheduleBackups } from './features/operation/backups/backups.ts';
import type { PurchasesDeps } from './features/purchases/purchases.ts';
import { isCustomer } from './features/purchases/purchases.ts';
import { schedulePurchaseReconciliation } from './features/purchases/reconcile-purchases.ts';
import { mayStillSendReport } from './features/reports/sending/may-still-send-report.ts';
import { mayDropMonth } from './features/segments/retention/retention.ts';
import { BlockLists } from './features/site-check/blockers/block-lists.ts';
import { scheduleSiteChecks } from './features/site-check/recheck-silent-sites.ts';
import { SiteChecks } from './features/site-check/site-checks.ts';
import { ensurePartitions } from './features/tracking/partitions/partitions.ts';
import { scheduleTrackingMaintenance } from './features/tracking/tracking-maintenance.ts';
import { usualNames } from './features/tracking-script/script-names.ts';
import { listScriptReleases } from './features/tracking-script/script-releases.ts';
import { Later } from './later.ts';
import { type BackgroundParts, openReportsAndAlerts } from './open-background.ts';
import { type Folders, toBlockListsFolder, toSegmentsFolder } from './paths.ts';
import { Challenges, type ChallengeThresholds } from './platform/challenges/challenges.ts';
import { DiskWatch } from './platform/disk-watch.ts';
import { scheduleIdempotencyCleanUp } from './platform/idempotency/idempotency.ts';
import { type Jobs, prepareJobs, startJobs } from './platform/jobs.ts';
import { toSecretFingerprint } from './platform/keys.ts';
import type { MailDeps } from './platform/mail/mail-brand.ts';
import { createDelivery } from './platform/mail/mail-transport.ts';
import { createMailer, type Mailer } from './platform/mail/mailer.ts';
import { measureJobs } from './platform/metrics/job-metrics.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { findAllowedPort } from './platform/outbound/allowed-targets.ts';
import { createFetchPublic } from './platform/outbound/fetch-public.ts';
import { openPaymentProvider } from './platform/payment-provider/open-payment-provider.ts';

export interface PlatformParts {
  config: Config;
  appSecret: string;
  databaseUrl: string;
  /** Connects with the role that owns the tables. Default: `databaseUrl`. */
  databaseOwnerUrl?: string;
  folders: Folders;
  logger: FastifyBaseLogger;
  challengeThresholds?: Partial<ChallengeThresholds> | undefined;
  /** False: jobs run when they are added, and not at the times of their schedules. */
  runsSchedules?: boolean | undefined;
}

export function openDatabases({ databaseUrl, logger }: PlatformParts, closers: Closers) {
  // During a shutdown the database may stop before all connections are closed. That is not worth a warning.
  const onError = (err: Error) => {
    if (!closers.isClosing) logger.warn({ err }, 'a database connection broke');
  };
  const db = openDb({ url: databaseUrl, onError, answerMaxMs: promptAnswerMs });
  closers.add(() => db.close());
  // Without a short answer limit: tracking has its own timeouts, and waits for a slow commit instead of repeating it.
  const trackingDb = openDb({ url: databaseUrl, onError, connectionsMax: 2, isPipelined: true });
  closers.add(() => trackingDb.close());
  return { db, trackingDb };
}

export interface Opened extends ReturnType<typeof openDatabases> {
  metrics: Metrics;
  closers: Closers;
  /** True in workers: their parent has migrated the database. */
  isMigrated: boolean;
}

/** Migrates the database, starts the jobs and everything else that the features share. */
export async function openPlatform(parts: PlatformParts, opened: Opened) {
  const { config, appSecret, databaseUrl, folders, logger } = parts;
  const { db, trackingDb, metrics, closers } = opened;
  const ownerUrl = parts.databaseOwnerUrl ?? databaseUrl;
  const { payments, test: testPayments } = openPaymentProvider(config, appSecret);
  // The queues of these are created under the lock of the migration, before what their work needs is open.
  const features = new Later<BackgroundParts>();
  const migrated = await migrateDatabase({
    url: ownerUrl,
    migrationsFolder: opened.isMigrated ? undefined : folders.migrations,
    log: (line) => logger.info(line),
    afterwards: async (owner) => {
      await ensurePartitions(owner, new Date());
      await Promise.all([waitForFirstConnection(db), waitForFirstConnection(trackingDb)]);
      // Queues are created under the lock of the migration: two instances that create them at once deadlock.
      const createQueue = await prepareJobs(owner);
      await grantAppRole(owner, { ownerUrl, appUrl: databaseUrl });
      const runner = await startJobs({
        url: databaseUrl,
        createQueue,
        runsSchedules: parts.runsSchedules,
        onError: (err) => logger.warn({ err }, 'the job runner failed'),
      });
      closers.add(() => runner.stop());
      const jobs = measureJobs(runner, metrics);
      const agency = await Agency.open({
        db,
        onError: (err) => logger.warn({ err }, 'the settings of the agency could not be read'),
      });
      closers.add(async () => agency.stop());
      const mailer = await openMailer(parts, { db, jobs, metrics, agency });
      closers.add(async () => mailer.stop());
      const mails: MailDeps = {
        mailer,
        publicUrl: config.publicUrl,
        mailBrand: (company) => toMailBrand({ ...agency.current, publicUrl: config.publicUrl }, company),
        contactTo: () => config.mail.contactTo ?? agency.current.brand.email,
      };
      const domains = await openDomains(parts, opened);
      const domainChecks = new DomainChecks({ db, checkProof: createProofCheck(config.dnsServers) });
      const siteChecks = openSiteChecks(parts, { db, domains });
      closers.add(() => siteChecks.close());
      const purchases = { db, payments, agency, portals: domains, ...mails };
      await scheduleJobs(parts, { jobs, trackingDb, ownerUrl, mails, purchases, domainChecks, siteChecks });
      const backups = await openBackups(parts, opened, { jobs, ownerUrl, mails });
      const shared = { ...{ jobs, agency, mails, domains, siteChecks }, features: features.value };
      const { reports, alerts } = await openReportsAndAlerts(parts, opened, shared);
      return { jobs, agency, mails, purchases, domains, domainChecks, siteChecks, backups, reports, alerts };
    },
  });
  const challenges = new Challenges({ db, appSecret, metrics, thresholds: parts.challengeThresholds });
  const disk = new DiskWatch({
    folder: databaseFolder(config.dataDir),
    reserveBytes: config.diskReserveBytes,
    metrics,
    log: logger,
  });
  // The disk of an external database server is not visible from here.
  const isEmbedded = config.databaseUrl === undefined;
  if (isEmbedded) await disk.start();
  closers.add(async () => disk.stop());
  return { ...migrated, features, testPayments, challenges, disk };
}

function openSiteChecks(
  { config, folders, logger }: PlatformParts,
  { db, domains }: { db: Db; domains: DomainMap },
): SiteChecks {
  const { publicUrl, siteCheckAllowed: allowed } = config;
  const [newest = ''] = listScriptReleases(folders.trackerReleases);
  return new SiteChecks({
    db,
    // Without the name of the product: an agency has its own.
    fetchPublic: createFetchPublic({ userAgent: `SiteCheck/1.0 (+${publicUrl})`, allowed }),
    portOf: (domain) => findAllowedPort(allowed, domain),
    code: (companyId) => ({
      origins: [...new Set([publicUrl, domains.toPortalOrigin(companyId)])],
      scriptPaths: [...new Set([config.scriptNames.script, usualNames.script])],
    }),
    served: { newest, names: config.scriptNames },
    blockLists: new BlockLists({
      folder: toBlockListsFolder(config.dataDir),
      onError: (err) => logger.warn({ err }, 'the lists of content blockers could not be read'),
    }),
  });
}

async function openDomains({ config, logger }: PlatformParts, { db, closers }: Opened): Promise<DomainMap> {
  const domains = new DomainMap({
    ...{ db, publicUrl: config.publicUrl },
    onError: (err) => logger.warn({ err }, 'the own addresses of portals could not be read'),
  });
  await domains.start();
  closers.add(async () => domains.close());
  return domains;
}

async function openBackups(
  { config, appSecret, logger }: PlatformParts,
  { db, metrics, closers }: Opened,
  { jobs, ownerUrl, mails }: { jobs: Jobs; ownerUrl: string; mails: MailDeps },
): Promise<Backups> {
  const backups = new Backups({
    ...{ db, jobs, ownerUrl, mails, settings: config.backups, log: logger },
    segmentsFolder: toSegmentsFolder(config.dataDir),
    secretFingerprint: toSecretFingerprint(appSecret),
    diskReserveBytes: config.diskReserveBytes,
  });
  await backups.start();
  closers.add(() => backups.close());
  const measured = measureBackups({
    ...{ metrics, db },
    onError: (err) => logger.warn({ err }, 'the state of the backups could not be read'),
  });
  closers.add(() => measured.stop());
  await scheduleBackups(jobs, backups);
  return backups;
}

function openMailer(
  { config, appSecret, logger }: PlatformParts,
  { db, jobs, metrics, agency }: { db: Db; jobs: Jobs; metrics: Metrics; agency: Agency },
): Promise<Mailer> {
  return createMailer({
    db,
    jobs,
    deliver: createDelivery({
      smtpUrl: config.mail.smtpUrl,
      folder: join(config.dataDir, 'mail'),
      // Only without a mail server. Links are secrets, but anyone who can read this log can read the stored mails too.
      onStored: (file, link) => logger.info({ file, link }, 'a mail was written'),
    }),
    sender: () => toMailSender(config.mail.from, agency.current),
    host: new URL(config.publicUrl).hostname,
    appSecret,
    metrics,
    isKnownAddress: async (tx, address) =>
      (await isConfirmedAddress(tx, address)) || (await isCustomer(tx, address)),
    mayStillSend: { report: mayStillSendReport, alert: mayStillSendNotice },
  });
}

interface JobDeps {
  jobs: Jobs;
  trackingDb: Db;
  ownerUrl: string;
  mails: MailDeps;
  purchases: PurchasesDeps;
  domainChecks: DomainChecks;
  siteChecks: SiteChecks;
}

/** Schedules the jobs of the features while the owner is connected, because scheduling creates their queues. */
async function scheduleJobs({ config, logger }: PlatformParts, deps: JobDeps): Promise<void> {
  const { jobs, trackingDb, ownerUrl, mails, purchases, domainChecks, siteChecks } = deps;
  const { segmentRetentionDays } = config;
  await scheduleTrackingMaintenance(jobs, {
    db: trackingDb,
    ownerUrl,
    retentionDays: config.retentionDays,
    mayDrop: (owner, month) => mayDropMonth(owner, month, { now: new Date(), segmentRetentionDays }),
    log: logger,
  });
  await scheduleCleanUp(jobs, trackingDb);
  await scheduleIdempotencyCleanUp(jobs, trackingDb);
  await scheduleLinkCleanUp(jobs, trackingDb);
  await scheduleLogoCleanUp(jobs, trackingDb);
  await scheduleUnopenedMail(jobs, {
    ...mails,
    ...{ db: trackingDb, isOn: config.mail.listsUnopened },
  });
  await scheduleOrphanCleanup(jobs, trackingDb);
  await scheduleDomainChecks(jobs, {
    ...{ db: trackingDb, checks: domainChecks },
    onFailure: (err, host) => logger.warn({ err, host }, 'the record of an own address could not be checked'),
  });
  await scheduleSiteChecks(jobs, {
    ...{ db: trackingDb, siteChecks },
    onFailure: (err, companyId) => logger.warn({ err, companyId }, 'a site could not be checked'),
  });
  await schedulePurchaseReconciliation(jobs, {
    ...purchases,
    onFailure: (err, paymentId) =>
      logger.warn({ err, paymentId }, 'the payment provider could not be asked for the state of a payment'),
  });
}

/** The folder of the embedded database. It can be outside DATA_DIR if its system account cannot enter DATA_DIR. */
function databaseFolder(dataDir: string): string {
  const { home } = locateCluster(dataDir);
  return existsSync(home) ? home : dataDir;
}
