import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Closers } from './closers.ts';
import type { Config } from './config.ts';
import { connectFirst, type Db, openDb, promptAnswerMs } from './db/client.ts';
import { grantAppRole } from './db/database-roles.ts';
import { locateCluster } from './db/embedded/cluster-location.ts';
import { migrateDatabase } from './db/migrate.ts';
import { isConfirmedAddress } from './features/accounts/accounts.ts';
import { scheduleCleanUp } from './features/accounts/clean-up.ts';
import { scheduleOrphanCleanup } from './features/companies/delete-company.ts';
import type { PurchasesDeps } from './features/purchases/purchases.ts';
import { isCustomer } from './features/purchases/purchases.ts';
import { schedulePurchaseReconciliation } from './features/purchases/reconcile-purchases.ts';
import { ensurePartitions } from './features/tracking/partitions/partitions.ts';
import { scheduleTrackingMaintenance } from './features/tracking/tracking-maintenance.ts';
import type { Folders } from './paths.ts';
import { Challenges, type ChallengeThresholds } from './platform/challenges/challenges.ts';
import { DiskWatch } from './platform/disk-watch.ts';
import { scheduleIdempotencyCleanUp } from './platform/idempotency/idempotency.ts';
import { type Jobs, prepareJobs, startJobs } from './platform/jobs.ts';
import { createDelivery } from './platform/mail/mail-transport.ts';
import { createMailer, type Mailer } from './platform/mail/mailer.ts';
import { measureJobs } from './platform/metrics/job-metrics.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { openPaymentProvider } from './platform/payment-provider/open-payment-provider.ts';

export interface PlatformParts {
  config: Config;
  appSecret: string;
  databaseUrl: string;
  /** As the role that owns the tables; `databaseUrl` unless that is another. */
  databaseOwnerUrl?: string;
  folders: Folders;
  logger: FastifyBaseLogger;
  challengeThresholds?: Partial<ChallengeThresholds> | undefined;
}

export function openDatabases({ databaseUrl, logger }: PlatformParts, closers: Closers) {
  // While the server shuts down the database does too, sometimes before a connection was closed.
  const onError = (err: Error) => {
    if (!closers.isClosing) logger.warn({ err }, 'a database connection broke');
  };
  const db = openDb({ url: databaseUrl, onError, answerMaxMs: promptAnswerMs });
  closers.add(() => db.close());
  // Tracking answers its callers by its own clock, and rather waits for a slow commit than repeats it.
  const trackingDb = openDb({ url: databaseUrl, onError, connectionsMax: 2 });
  closers.add(() => trackingDb.close());
  return { db, trackingDb };
}

export interface Opened extends ReturnType<typeof openDatabases> {
  metrics: Metrics;
  closers: Closers;
  /** Workers find the database migrated. */
  isMigrated: boolean;
}

/** Migrates the database, starts the jobs and everything else that the features share. */
export async function openPlatform(parts: PlatformParts, opened: Opened) {
  const { config, appSecret, databaseUrl, folders, logger } = parts;
  const { db, trackingDb, metrics, closers } = opened;
  const ownerUrl = parts.databaseOwnerUrl ?? databaseUrl;
  const { payments, test: testPayments } = openPaymentProvider(config, appSecret);
  const { jobs, mailer, sales } = await migrateDatabase({
    url: ownerUrl,
    migrationsFolder: opened.isMigrated ? undefined : folders.migrations,
    log: (line) => logger.info(line),
    afterwards: async (owner) => {
      await ensurePartitions(owner, new Date());
      await Promise.all([connectFirst(db), connectFirst(trackingDb)]);
      // The queues are made here too: two instances making them at once deadlock.
      const makeQueue = await prepareJobs(owner);
      await grantAppRole(owner, { ownerUrl, appUrl: databaseUrl });
      const runner = await startJobs({
        url: databaseUrl,
        makeQueue,
        onError: (err) => logger.warn({ err }, 'the job runner met an error'),
      });
      closers.add(() => runner.stop());
      const jobs = measureJobs(runner, metrics);
      const mailer = await openMailer(parts, { db, jobs, metrics });
      closers.add(async () => mailer.stop());
      const { publicUrl, mail } = config;
      const sales = { db, payments, mailer, publicUrl, contactTo: mail.contactTo };
      await scheduleJobs(parts, { jobs, trackingDb, ownerUrl, sales });
      return { jobs, mailer, sales };
    },
  });
  const challenges = new Challenges({ db, appSecret, metrics, thresholds: parts.challengeThresholds });
  const disk = new DiskWatch({
    folder: databaseFolder(config.dataDir),
    reserveBytes: config.diskReserveBytes,
    metrics,
    log: logger,
  });
  // The disk of another database server cannot be seen from here.
  const isEmbedded = config.databaseUrl === undefined;
  if (isEmbedded) await disk.start();
  closers.add(async () => disk.stop());
  return { jobs, mailer, sales, testPayments, challenges, disk };
}

function openMailer(
  { config, appSecret, logger }: PlatformParts,
  { db, jobs, metrics }: { db: Db; jobs: Jobs; metrics: Metrics },
): Promise<Mailer> {
  return createMailer({
    db,
    jobs,
    deliver: createDelivery({
      smtpUrl: config.mail.smtpUrl,
      folder: join(config.dataDir, 'mail'),
      // Only without a mail server: then whoever reads the log can read the mails too.
      onStored: (file, link) => logger.info({ file, link }, 'a mail was written'),
    }),
    from: config.mail.from,
    host: new URL(config.publicUrl).hostname,
    appSecret,
    metrics,
    isKnownAddress: async (tx, address) =>
      (await isConfirmedAddress(tx, address)) || (await isCustomer(tx, address)),
  });
}

interface JobDeps {
  jobs: Jobs;
  trackingDb: Db;
  ownerUrl: string;
  sales: PurchasesDeps;
}

/** The jobs of the features. They make their queues, so they are scheduled while the owner is connected. */
async function scheduleJobs({ config, logger }: PlatformParts, deps: JobDeps): Promise<void> {
  const { jobs, trackingDb, ownerUrl, sales } = deps;
  const { retentionDays } = config;
  await scheduleTrackingMaintenance(jobs, { db: trackingDb, ownerUrl, retentionDays, log: logger });
  await scheduleCleanUp(jobs, trackingDb);
  await scheduleIdempotencyCleanUp(jobs, trackingDb);
  await scheduleOrphanCleanup(jobs, trackingDb);
  await schedulePurchaseReconciliation(jobs, {
    ...sales,
    onFailure: (err, paymentId) => logger.warn({ err, paymentId }, 'a payment could not be asked about'),
  });
}

/** Where the embedded database is; its account may not be able to enter DATA_DIR. */
function databaseFolder(dataDir: string): string {
  const { home } = locateCluster(dataDir);
  return existsSync(home) ? home : dataDir;
}
