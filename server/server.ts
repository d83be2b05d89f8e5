import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { Closers } from './closers.ts';
import type { Db } from './db/client.ts';
import { listen } from './db/notification-listener.ts';
import { type AuthTiming, createAccounts } from './features/accounts/accounts.ts';
import { AdminLive } from './features/admin/admin-live.ts';
import { createCompanyCache } from './features/companies/company-cache.ts';
import { PortalStreams } from './features/portal/portal-streams.ts';
import { findBrowsersKnownSince } from './features/sessions/known-browser.ts';
import { createSessions, findEndedAdmins } from './features/sessions/sessions.ts';
import { RejectionLog } from './features/tracking/rejections/rejection-log.ts';
import { createTracking } from './features/tracking/tracking.ts';
import { type Opened, openDatabases, openPlatform, type PlatformParts } from './open-platform.ts';
import type { ConnectionLimits } from './platform/http/connections.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { Metrics } from './platform/metrics/metrics.ts';
import { toMetricsText } from './platform/metrics/metrics-text.ts';
import { measureProcess } from './platform/metrics/process-metrics.ts';

export interface ServerParts extends PlatformParts {
  /** Undefined: granting administrator rights by key is off. */
  adminAccessKey: string | undefined;
  connectionLimits?: Partial<ConnectionLimits>;
  authTiming?: Partial<AuthTiming> | undefined;
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
  const closers = new Closers();
  try {
    const metrics = new Metrics();
    const measured = measureProcess(metrics);
    closers.add(async () => measured.stop());
    const databases = openDatabases(parts, closers);
    const opened = { ...databases, metrics, closers, isMigrated: parts.common !== undefined };
    const platform = await openPlatform(parts, opened);
    const { app, live } = await openFeatures(parts, { ...opened, ...platform });
    const { mailer } = platform;
    return { app, db: databases.db, live, metrics, mailer, close: () => closers.closeAll() };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

type Platform = Opened & Awaited<ReturnType<typeof openPlatform>>;

async function openFeatures(parts: ServerParts, platform: Platform) {
  const { config, appSecret, databaseUrl, folders, logger, common } = parts;
  const { db, trackingDb, jobs, mailer, sales, challenges, disk, metrics, closers } = platform;
  const sessions = createSessions({
    db,
    mailer,
    appSecret,
    publicUrl: config.publicUrl,
    requiresTwoFactor: config.requiresAdminTwoFactor,
    browsersKnownSince: await findBrowsersKnownSince(db),
    logger,
  });
  const accounts = createAccounts({
    sessions,
    adminAccessKey: parts.adminAccessKey,
    challenges,
    metrics,
    authTiming: parts.authTiming,
  });
  const adminLive = new AdminLive({
    findEndedAdmins: (sessionIds) => findEndedAdmins(sessions, sessionIds),
    metrics,
    onError: (err) => logger.warn({ err }, 'the open admin pages could not be checked'),
  });
  const live = new PortalStreams({
    db,
    metrics,
    findEndedAdmins: (sessionIds) => findEndedAdmins(sessions, sessionIds),
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
  closers.add(() => listener.close());
  const rejectionLog = new RejectionLog({ db, log: logger });
  closers.add(() => rejectionLog.close());
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
  closers.add(() => tracking.drained());
  const app = await buildApp({
    config,
    requireSpace: () => disk.requireSpace(),
    appSecret,
    db,
    mailer,
    challenges,
    sessions,
    accounts,
    tracking,
    live,
    adminLive,
    jobs,
    purchases: sales,
    testPayments: platform.testPayments,
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
  closers.add(() => app.close());
  return { app, live };
}
