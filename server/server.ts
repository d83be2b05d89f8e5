import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { connectFirst, type Db, openDb, promptAnswerMs } from './db/client.ts';
import { locate } from './db/embedded/place.ts';
import { migrateDatabase } from './db/migrate.ts';
import { grantToApp } from './db/owner.ts';
import {
  createAccounts,
  findEndedAdmins,
  isConfirmedAddress,
  type Slowness,
} from './features/accounts/accounts.ts';
import { AdminLive } from './features/accounts/admin-live.ts';
import { scheduleCleanUp } from './features/accounts/clean-up.ts';
import { findDevicesKnownSince } from './features/accounts/device-cookie.ts';
import { createCompanyCache } from './features/companies/company-cache.ts';
import { scheduleOrphanCleanup } from './features/companies/delete-company.ts';
import { PortalStreams } from './features/portal/portal-streams.ts';
import { isCustomer } from './features/purchases/purchases.ts';
import { schedulePurchaseReconciliation } from './features/purchases/reconcile-purchases.ts';
import { ensurePartitions } from './features/tracking/partitions/partitions.ts';
import { RejectionLog } from './features/tracking/rejections/rejection-log.ts';
import { createTracking } from './features/tracking/tracking.ts';
import { scheduleTrackingMaintenance } from './features/tracking/tracking-maintenance.ts';
import type { Folders } from './paths.ts';
import { Challenges, type ChallengeThresholds } from './platform/challenges/challenges.ts';
import { DiskWatch } from './platform/disk-watch.ts';
import type { ConnectionLimits } from './platform/http/connections.ts';
import { scheduleKeyCleanUp } from './platform/idempotency/idempotency.ts';
import { prepareJobs, startJobs } from './platform/jobs.ts';
import { listen } from './platform/live/notification-listener.ts';
import { createDelivery } from './platform/mail/mail-transport.ts';
import { createMailer, type Mailer } from './platform/mail/mailer.ts';
import { measureJobs } from './platform/metrics/job-metrics.ts';
import { Metrics } from './platform/metrics/metrics.ts';
import { toMetricsText } from './platform/metrics/metrics-text.ts';
import { measureProcess } from './platform/metrics/process-metrics.ts';
import { openPaymentProvider } from './platform/payment-provider/open-payment-provider.ts';

export interface ServerParts {
  config: Config;
  appSecret: string;
  /** Undefined: granting administrator rights by key is off. */
  adminAccessKey: string | undefined;
  databaseUrl: string;
  /** As the role that owns the tables; `databaseUrl` unless that is another. */
  databaseOwnerUrl?: string;
  folders: Folders;
  logger: FastifyBaseLogger;
  connectionLimits?: Partial<ConnectionLimits>;
  challengeThresholds?: Partial<ChallengeThresholds> | undefined;
  slowness?: Partial<Slowness> | undefined;
  /** Set where this process is one of several workers: what they have in common. */
  common?:
    | {
        gatherMetrics: () => Promise<string>;
        limitStore: FastifyRateLimitStoreCtor;
      }
    | undefined;
}

export interface AssembledServer {
  app: FastifyInstance;
  db: Db;
  live: PortalStreams;
  metrics: Metrics;
  mailer: Mailer;
  /** Ends streams, finishes what was taken, lets the database go. */
  close: () => Promise<void>;
}

/** Brings the database up to date and puts the server together; it does not listen yet. */
export async function assembleServer(parts: ServerParts): Promise<AssembledServer> {
  const closers: (() => Promise<void>)[] = [];
  // What was opened last is closed first, after a failed start as well.
  const close = async () => {
    for (let end = closers.pop(); end; end = closers.pop()) await end();
  };
  try {
    return { ...(await openParts(parts, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openParts(parts: ServerParts, closers: (() => Promise<void>)[]) {
  const { config, appSecret, databaseUrl, folders, logger, common } = parts;
  const ownerUrl = parts.databaseOwnerUrl ?? databaseUrl;
  const metrics = new Metrics();
  const measured = measureProcess(metrics);
  closers.push(async () => measured.stop());
  let isEnding = false;
  // While the end is under way the database goes too, now and then before a connection's own goodbye.
  const onError = (err: Error) => {
    if (!isEnding) logger.warn({ err }, 'a database connection broke');
  };
  const db = openDb({ url: databaseUrl, onError, answerMaxMs: promptAnswerMs });
  closers.push(() => db.close());
  // Tracking answers its callers by its own clock, and rather waits for a slow commit than repeats it.
  const trackingDb = openDb({ url: databaseUrl, onError, connectionsMax: 2 });
  closers.push(() => trackingDb.close());

  const { payments, test: testPayments } = openPaymentProvider(config, appSecret);
  const { jobs, mailer, sales } = await migrateDatabase({
    url: ownerUrl,
    // Workers find it done.
    migrationsFolder: common ? undefined : folders.migrations,
    log: (line) => logger.info(line),
    afterwards: async (owner) => {
      await ensurePartitions(owner, new Date());
      await Promise.all([connectFirst(db), connectFirst(trackingDb)]);
      // The queues are made here too: two instances making them at once deadlock.
      const makeQueue = await prepareJobs(owner);
      await grantToApp(owner, { ownerUrl, appUrl: databaseUrl });
      const runner = await startJobs({
        url: databaseUrl,
        makeQueue,
        onError: (err) => logger.warn({ err }, 'the job runner met an error'),
      });
      closers.push(() => runner.stop());
      const jobs = measureJobs(runner, metrics);
      const { retentionDays } = config;
      await scheduleTrackingMaintenance(jobs, { db: trackingDb, ownerUrl, retentionDays, log: logger });
      const mailer = await createMailer({
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
      closers.push(async () => mailer.stop());
      const sales = {
        db,
        payments,
        mailer,
        publicUrl: config.publicUrl,
        contactTo: config.mail.contactTo,
      };
      await scheduleCleanUp(jobs, trackingDb);
      await scheduleKeyCleanUp(jobs, trackingDb);
      await scheduleOrphanCleanup(jobs, trackingDb);
      await schedulePurchaseReconciliation(jobs, {
        ...sales,
        onFailure: (err, paymentId) => logger.warn({ err, paymentId }, 'a payment could not be asked about'),
      });
      return { jobs, mailer, sales };
    },
  });
  const challenges = new Challenges({
    db,
    appSecret,
    metrics,
    thresholds: parts.challengeThresholds,
  });
  const accounts = createAccounts({
    slowness: parts.slowness,
    db,
    mailer,
    appSecret,
    publicUrl: config.publicUrl,
    adminAccessKey: parts.adminAccessKey,
    requiresTwoFactor: config.requiresAdminTwoFactor,
    devicesKnownSince: await findDevicesKnownSince(db),
    challenges,
    metrics,
    logger,
  });
  const adminLive = new AdminLive({
    findEndedAdmins: (sessionIds) => findEndedAdmins(accounts, sessionIds),
    metrics,
    onError: (err) => logger.warn({ err }, 'the open admin pages could not be checked'),
  });
  const live = new PortalStreams({
    db,
    metrics,
    findEndedAdmins: (sessionIds) => findEndedAdmins(accounts, sessionIds),
    onError: (err) => logger.warn({ err }, 'a live portal could not be read'),
  });
  const companyCache = createCompanyCache(db);
  const listener = await listen({
    url: databaseUrl,
    onNotification: (notification) => {
      live.onNotification(notification);
      adminLive.onNotification(notification);
      companyCache.onNotification(notification);
      jobs.onNotification(notification);
    },
    onUnknown: (payload) => logger.debug({ payload }, 'an unknown notification was ignored'),
    onReconnect: () => {
      live.catchUp();
      adminLive.catchUp();
    },
    onError: (err) => logger.warn({ err }, 'lost the live connection to the database'),
  });
  closers.push(() => listener.close());
  const rejectionLog = new RejectionLog({ db, log: logger });
  closers.push(() => rejectionLog.close());
  const tracking = createTracking({
    db: trackingDb,
    findCompany: companyCache.find,
    limits: {
      companyEventsPerSecond: config.trackCompanyEventsPerSecond,
      distinctValuesPerDay: config.trackDistinctValuesPerDay,
    },
    metrics,
    onRejected: (companyId, rejection) => rejectionLog.record(companyId, rejection),
    onFailure: (err, events) => logger.warn({ err, events }, 'events could not be stored'),
  });
  closers.push(() => tracking.drained());
  // The disk of another database server is not ours to see.
  const isEmbedded = config.databaseUrl === undefined;
  const disk = new DiskWatch({
    folder: databaseFolder(config.dataDir),
    reserveBytes: config.diskReserveBytes,
    metrics,
    log: logger,
  });
  if (isEmbedded) await disk.start();
  closers.push(async () => disk.stop());
  const app = await buildApp({
    config,
    requireSpace: () => disk.requireSpace(),
    appSecret,
    db,
    mailer,
    challenges,
    accounts,
    tracking,
    live,
    adminLive,
    jobs,
    sales,
    testPayments,
    isListening: listener.isConnected,
    metrics,
    gatherMetrics:
      common?.gatherMetrics ?? (async () => toMetricsText([{ labels: {}, families: metrics.read() }])),
    limitStore: common?.limitStore,
    connectionLimits: parts.connectionLimits,
    releasesFolder: folders.trackerReleases,
    pagesFolder: folders.pages,
    logger,
  });
  closers.push(() => app.close());
  closers.push(async () => {
    isEnding = true;
  });
  return { app, db, live, metrics, mailer };
}

/** Where the embedded database is; its account may not be able to enter DATA_DIR. */
function databaseFolder(dataDir: string): string {
  const { home } = locate(dataDir);
  return existsSync(home) ? home : dataDir;
}
