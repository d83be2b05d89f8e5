import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { Closers } from './closers.ts';
import type { Db } from './db/client.ts';
import { type Cluster, openCluster } from './db/cluster/open-cluster.ts';
import { startNotificationListener } from './db/notifications/notification-listener.ts';
import { OngoingFiles } from './features/access/ongoing-files.ts';
import { type AuthTiming, createAccounts } from './features/accounts/accounts.ts';
import { AdminStreams } from './features/admin-live/admin-streams.ts';
import type { Agency } from './features/agency/agency.ts';
import { Drawing } from './features/agency/drawing/drawing.ts';
import { createCompanyCache } from './features/companies/company-cache.ts';
import type { DomainChecks } from './features/domains/domain-checks.ts';
import type { DomainMap } from './features/domains/domain-map.ts';
import { SelfCheck } from './features/operation/self-check/self-check.ts';
import { DemoData } from './features/portal/demo-data/demo-data.ts';
import { PortalStreams } from './features/portal/live/portal-streams.ts';
import { measureSegments } from './features/segments/segment-metrics.ts';
import { Segments } from './features/segments/segments.ts';
import { findBrowsersKnownSince } from './features/sessions/known-browser.ts';
import { createSessions, findMembers, type Sessions } from './features/sessions/sessions.ts';
import { StatsReader } from './features/stats/reader.ts';
import { openPlaces } from './features/tracking/places/places.ts';
import { RejectionLog } from './features/tracking/rejections/rejection-log.ts';
import { ScriptVersionLog } from './features/tracking/script-versions/script-version-log.ts';
import { createTracking, type Tracking } from './features/tracking/tracking.ts';
import { listScriptReleases } from './features/tracking-script/script-releases.ts';
import { type Opened, openDatabases, openPlatform, type PlatformParts } from './open-platform.ts';
import type { ConnectionLimits } from './platform/http/connections.ts';
import { SeenProxies } from './platform/http/undeclared-proxy.ts';
import { deriveKey } from './platform/keys.ts';
import type { MailDeps } from './platform/mail/mail-brand.ts';
import { Metrics } from './platform/metrics/metrics.ts';
import { toMetricsText } from './platform/metrics/metrics-text.ts';
import { measureProcess } from './platform/metrics/process-metrics.ts';

export interface ServerParts extends PlatformParts {
  /** Undefined: granting administrator rights by key is off. */
  adminAccessKey: string | undefined;
  connectionLimits?: Partial<ConnectionLimits>;
  authTiming?: Partial<AuthTiming> | undefined;
  /** Functions and stores that the workers share. Undefined if this is the only process. */
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
  portalStreams: PortalStreams;
  segments: Segments;
  demoData: DemoData;
  domains: DomainMap;
  domainChecks: DomainChecks;
  metrics: Metrics;
  mails: MailDeps;
  agency: Agency;
  selfCheck: SelfCheck;
  /** Ends open streams, completes running requests and jobs, and closes the database connections. */
  close: () => Promise<void>;
}

/** Migrates the database and creates the server, which does not accept connections yet. */
export async function assembleServer(parts: ServerParts): Promise<AssembledServer> {
  const closers = new Closers();
  try {
    const metrics = new Metrics();
    const measured = measureProcess(metrics);
    closers.add(async () => measured.stop());
    const databases = openDatabases(parts, closers);
    const opened = { ...databases, metrics, closers, isMigrated: parts.common !== undefined };
    const platform = await openPlatform(parts, opened);
    const { app, portalStreams, segments, demoData, selfCheck } = await openFeatures(parts, {
      ...opened,
      ...platform,
    });
    const { mails, agency, domains, domainChecks } = platform;
    return {
      app,
      db: databases.db,
      portalStreams,
      segments,
      demoData,
      domains,
      domainChecks,
      metrics,
      mails,
      agency,
      selfCheck,
      close: () => closers.closeAll(),
    };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

type Platform = Opened & Awaited<ReturnType<typeof openPlatform>>;

async function openFeatures(parts: ServerParts, platform: Platform) {
  const { config, appSecret, databaseUrl, folders, logger, common } = parts;
  const { db, jobs, mails, purchases, agency, challenges, disk, metrics, closers, domains } = platform;
  const { domainChecks, siteChecks, backups, reports, alerts } = platform;
  const sessions = createSessions({
    db,
    ...mails,
    appSecret,
    requiresTwoFactor: config.requiresAdminTwoFactor,
    identityProviderConfig: config.identityProvider,
    browsersKnownSince: await findBrowsersKnownSince(db),
    logger,
  });
  const accounts = createAccounts({
    sessions,
    adminAccessKey: parts.adminAccessKey,
    signUp: config.signUp,
    challenges,
    metrics,
    authTiming: parts.authTiming,
  });
  const companyCache = createCompanyCache(db);
  const cluster = await openCluster({ ...parts, ...platform });
  const segments = openSegments(parts, platform);
  const reader = new StatsReader(segments);
  const openReader = () => reader.inTurn(segments.admission.ownTurn);
  const { adminStreams, portalStreams, ongoingFiles } = openStreams(parts, platform, {
    ...{ sessions, openReader, machines: cluster.machines },
  });
  domains.onEnded((hosts) => {
    portalStreams.endHosts(hosts);
    // A download is repeated more easily than taken back.
    ongoingFiles.catchUp();
  });
  const tracking = await openTracking(parts, platform, { companyCache, cluster });
  const listener = await startNotificationListener({
    url: databaseUrl,
    onNotification: (notification) => {
      portalStreams.onNotification(notification);
      adminStreams.onNotification(notification);
      ongoingFiles.onNotification(notification);
      companyCache.onNotification(notification);
      tracking.onNotification(notification);
      domains.onNotification(notification);
      jobs.onNotification(notification);
      agency.onNotification(notification);
      if (notification.kind === 'connections-outdated') void cluster.renew();
    },
    onUnknown: (payload) => logger.debug({ payload }, 'an unknown notification was ignored'),
    onReconnect: () => {
      portalStreams.catchUp();
      adminStreams.catchUp();
      ongoingFiles.catchUp();
      tracking.catchUp();
      agency.catchUp();
      domains.catchUp();
    },
    onError: (err) => logger.warn({ err }, 'the connection for notifications was lost; reconnecting'),
  });
  closers.add(() => listener.close());
  const demoData = new DemoData({ db, ownerUrl: parts.databaseOwnerUrl ?? databaseUrl, jobs });
  const seenProxies = new SeenProxies();
  const selfCheck = new SelfCheck({
    ...{ config, db, segments, backups, seenProxies, mailer: mails.mailer, log: logger },
    ownerUrl: parts.databaseOwnerUrl ?? databaseUrl,
    migrationsFolder: folders.migrations,
  });
  const drawing = new Drawing();
  closers.add(() => drawing.close());
  const openQuietReader = () => reader.inTurn(segments.admission.overviewTurn);
  platform.features.set({ openReader, openQuietReader, drawing, selfCheck });
  const app = await buildApp({
    ...{ config, appSecret, db, mails, agency, drawing, challenges, sessions, accounts, tracking },
    ...{ demoData, portalStreams, adminStreams, ongoingFiles, segments, reader, jobs, purchases },
    ...{ domains, domainChecks, siteChecks, backups, selfCheck, seenProxies, reports, alerts },
    requireSpace: () => disk.requireSpace(),
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
  return { app, portalStreams, segments, demoData, selfCheck };
}

function openStreams(
  { logger }: ServerParts,
  { db, metrics }: Platform,
  shared: { sessions: Sessions; openReader: () => StatsReader; machines: Cluster['machines'] },
) {
  const { sessions, openReader, machines } = shared;
  const adminStreams = new AdminStreams({
    findMembers: (sessionIds) => findMembers(sessions, sessionIds),
    metrics,
    onError: (err) => logger.warn({ err }, 'the sessions of open admin streams could not be checked'),
  });
  const portalStreams = new PortalStreams({
    ...{ db, machines, openReader, metrics },
    findMembers: (sessionIds) => findMembers(sessions, sessionIds),
    onError: (err) => logger.warn({ err }, 'the data of open portals could not be read'),
  });
  const ongoingFiles = new OngoingFiles({
    findMembers: (sessionIds) => findMembers(sessions, sessionIds),
    onError: (err) => logger.warn({ err }, 'the sessions of downloads could not be checked'),
  });
  return { adminStreams, portalStreams, ongoingFiles };
}

function openSegments({ config, databaseUrl, logger }: ServerParts, platform: Platform): Segments {
  const { db, metrics, closers } = platform;
  const segments = new Segments({
    db,
    databaseUrl,
    dataDir: config.dataDir,
    retentionDays: config.segmentRetentionDays,
    diskReserveBytes: config.diskReserveBytes,
    log: logger,
  });
  closers.add(() => segments.close());
  const measured = measureSegments({
    metrics,
    db,
    segments,
    onError: (err) => logger.warn({ err }, 'the state of the segments could not be read'),
  });
  closers.add(() => measured.stop());
  segments.builder.start();
  return segments;
}

interface TrackingParts {
  companyCache: ReturnType<typeof createCompanyCache>;
  cluster: Cluster;
}

async function openTracking(
  parts: ServerParts,
  platform: Platform,
  shared: TrackingParts,
): Promise<Tracking> {
  const { config, appSecret, logger } = parts;
  const { db, trackingDb, metrics, closers } = platform;
  const { companyCache, cluster } = shared;
  const rejectionLog = new RejectionLog({ db, log: logger });
  closers.add(() => rejectionLog.close());
  const releases = listScriptReleases(parts.folders.trackerReleases);
  const scriptVersions = new ScriptVersionLog({ db, releases, log: logger });
  closers.add(() => scriptVersions.close());
  const tracking = createTracking({
    db: trackingDb,
    findCompany: (id) => companyCache.findCached(id) ?? companyCache.find(id),
    promptDb: db,
    machines: cluster.machines,
    connections: cluster.connections,
    sessionKey: deriveKey(appSecret, 'active-session'),
    limits: {
      companyEventsPerSecond: config.trackCompanyEventsPerSecond,
      distinctValuesPerDay: config.trackDistinctValuesPerDay,
      propertyBytesPerDay: config.trackPropertyBytesPerDay,
    },
    metrics,
    masksEmails: config.masksEmails,
    findPlace: await openPlaces(config.geoDatabase),
    onRejected: (companyId, rejection) => rejectionLog.record(companyId, rejection),
    onScript: (companyId, version) => scriptVersions.record(companyId, version),
    onFailure: (err, events) => logger.warn({ err, events }, 'events could not be stored'),
  });
  closers.add(() => tracking.close());
  return tracking;
}
