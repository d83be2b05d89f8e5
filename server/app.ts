import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import { describeDoors, markAnyHost, markDoor } from './doors.ts';
import { accessRoutes } from './features/access/access.routes.ts';
import { admitViewer, requireViewer } from './features/access/viewer-door.ts';
import type { Accounts } from './features/accounts/accounts.ts';
import { grantAdminRoutes } from './features/accounts/admins/grant-admin.routes.ts';
import { authRoutes } from './features/accounts/auth.routes.ts';
import { signInCodeRoutes, twoFactorRoutes } from './features/accounts/two-factor/two-factor.routes.ts';
import { adminLiveRoutes } from './features/admin-live/admin-live.routes.ts';
import type { AdminStreams } from './features/admin-live/admin-streams.ts';
import { annotationsRoutes } from './features/annotations/annotations.routes.ts';
import { auditLogRoutes } from './features/audit-log/audit-log.routes.ts';
import { companiesRoutes } from './features/companies/companies.routes.ts';
import { funnelChangesRoutes, funnelsRoutes } from './features/goals/funnels.routes.ts';
import { goalChangesRoutes, goalsRoutes } from './features/goals/goals.routes.ts';
import { failedMailsRoutes } from './features/messages/failed-mails.routes.ts';
import { inboxRoutes } from './features/messages/inbox.routes.ts';
import { messagesRoutes } from './features/messages/messages.routes.ts';
import { metricsRoutes } from './features/metrics/metrics.routes.ts';
import { isFromThisMachine, isLoopback } from './features/metrics/operator-door.ts';
import { portalCompanyRoutes } from './features/portal/company.routes.ts';
import { clearDemoDataRoutes, demoDataRoutes } from './features/portal/demo-data/demo-data.routes.ts';
import type { DemoData } from './features/portal/demo-data/demo-data.ts';
import { liveRoutes } from './features/portal/live/live.routes.ts';
import type { PortalStreams } from './features/portal/live/portal-streams.ts';
import { presenceRoutes } from './features/portal/live/presence.routes.ts';
import { adminPurchasesRoutes } from './features/purchases/admin-purchases.routes.ts';
import { checkoutRoutes } from './features/purchases/checkout.routes.ts';
import type { PurchasesDeps } from './features/purchases/purchases.ts';
import { testCheckoutRoutes } from './features/purchases/test-checkout/test-checkout.routes.ts';
import { webhookRoutes } from './features/purchases/webhook.routes.ts';
import type { Segments } from './features/segments/segments.ts';
import { meRoutes } from './features/sessions/me.routes.ts';
import { requireAdmin, requireSignedIn } from './features/sessions/session-door.ts';
import { sessionsRoutes } from './features/sessions/sessions.routes.ts';
import type { Sessions } from './features/sessions/sessions.ts';
import { shopConnectionsRoutes } from './features/shop-connections/shop-connections.routes.ts';
import { shopWebhookRoutes } from './features/shop-connections/shop-webhook.routes.ts';
import { ordersApiRoutes } from './features/shop-orders/api/orders-api.routes.ts';
import { refuseApiKey, requireApiKey } from './features/shop-orders/api-keys/api-key-door.ts';
import { apiKeysRoutes } from './features/shop-orders/api-keys/api-keys.routes.ts';
import {
  orderConflictsRoutes,
  shopOrdersRoutes,
} from './features/shop-orders/corrections/corrections.routes.ts';
import { LedgerQueue } from './features/shop-orders/ledger/ledger-queue.ts';
import { crawlersRoutes } from './features/site/crawlers.routes.ts';
import { cspReportsRoutes } from './features/site/csp-reports.routes.ts';
import { healthRoutes } from './features/site/health.routes.ts';
import { installationRoutes } from './features/site/installation.routes.ts';
import { siteRoutes } from './features/site/site.routes.ts';
import { conversionsRoutes } from './features/stats/conversions/conversions.routes.ts';
import { portalOrdersRoutes } from './features/stats/orders/orders.routes.ts';
import { StatsReader } from './features/stats/reader.ts';
import { readingsRoutes } from './features/stats/readings.routes.ts';
import { statsRoutes } from './features/stats/stats.routes.ts';
import { rejectionsRoutes } from './features/tracking/rejections/rejections.routes.ts';
import { trackingRoutes } from './features/tracking/tracking.routes.ts';
import type { Tracking } from './features/tracking/tracking.ts';
import { scriptRoutes } from './features/tracking-script/script.routes.ts';
import { trackingCodeRoutes } from './features/tracking-script/tracking-code.routes.ts';
import { createHttpApp } from './http.ts';
import type { Challenges } from './platform/challenges/challenges.ts';
import { closeWithoutSpace } from './platform/disk-watch.ts';
import { AppError } from './platform/errors.ts';
import { AllowedHosts, toHostname } from './platform/http/allowed-hosts.ts';
import { type ConnectionLimits, trackConnections } from './platform/http/connections.ts';
import { openapiRoutes, registerOpenapi } from './platform/http/openapi.ts';
import { requireSameOrigin } from './platform/http/same-origin.ts';
import { createProxyCheck } from './platform/http/trusted-proxies.ts';
import type { Jobs } from './platform/jobs.ts';
import { deriveKey } from './platform/keys.ts';
import { limitConcurrency } from './platform/limits/concurrency-limit.ts';
import { DailyBytes } from './platform/limits/daily-bytes.ts';
import { PortalQueryLimit } from './platform/limits/portal-query-limit.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import type { TestPaymentProvider } from './platform/payment-provider/test-provider.ts';

export interface AppDeps {
  config: Config;
  appSecret: string;
  db: Db;
  mailer: Mailer;
  challenges: Challenges;
  sessions: Sessions;
  accounts: Accounts;
  tracking: Tracking;
  portalStreams: PortalStreams;
  adminStreams: AdminStreams;
  segments: Segments;
  purchases: PurchasesDeps;
  /** Undefined with a real payment provider. */
  testPayments: TestPaymentProvider | undefined;
  jobs: Jobs;
  demoData: DemoData;
  /** Throws while the disk is too full to store more. */
  requireSpace: () => void;
  isListening: () => boolean;
  metrics: Metrics;
  /** The metrics of all processes, in Prometheus text format. */
  gatherMetrics: () => Promise<string>;
  /** The shared store of rate limits if there are several processes. Undefined: counted in this process. */
  limitStore: FastifyRateLimitStoreCtor | undefined;
  connectionLimits: Partial<ConnectionLimits> | undefined;
  releasesFolder: string;
  /** Undefined if the pages are not built. Then only the API is served. */
  pagesFolder: string | undefined;
  logger: FastifyBaseLogger;
}

/** Per address, because each of these requests may hold a database connection while it waits for a password hash. */
const concurrentAccountRequestsMax = 10;

/** Builds the server: registers every feature with its door. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, appSecret, db, mailer, jobs, sessions, accounts, tracking } = deps;
  const { challenges, demoData, portalStreams, adminStreams, metrics, purchases, testPayments } = deps;
  const { publicUrl, trustProxy } = config;
  const isSecure = publicUrl.startsWith('https:');
  const isLocal = trustProxy === false && isLoopback(toHostname(new URL(publicUrl).host) ?? '');
  const allowedHosts = new AllowedHosts(publicUrl, config.allowedHosts);
  const messages = { db, mailer, publicUrl, contactTo: config.mail.contactTo };
  const viewerDoor = { db, appSecret, isSecure, sessions };
  const accountRequests = new Map<string, number>();
  const customerKey = deriveKey(appSecret, 'shop-customer');
  const ledger = { db, queue: new LedgerQueue({ db, salts: tracking.salts, customerKey }) };
  const openOrderBytes = (name: string, sender: string) => {
    const reason = `${sender} has reported ${config.ordersMbPerDay} MB within 24 hours, which is the most.`;
    return new DailyBytes({ db, name, unitsMax: config.ordersMbPerDay, reason });
  };
  const keyBytes = openOrderBytes('api-key-bytes', 'This API key');
  const connectionBytes = openOrderBytes('shop-connection-bytes', 'This shop connection');

  const app = await createHttpApp({ ...deps, hosts: allowedHosts });
  const closeConnections = trackConnections(app.server);
  app.addHook('preClose', async () => {
    portalStreams.close();
    adminStreams.close();
    closeConnections();
  });

  closeWithoutSpace(app, deps.requireSpace);
  await registerOpenapi(app, publicUrl, describeDoors({ session: sessions.cookieName, isSecure }));
  // Open to everyone.
  await app.register(async (open) => {
    markDoor(open, 'open');
    await open.register(async (anyHost) => {
      markAnyHost(anyHost);
      await anyHost.register(openapiRoutes);
      await anyHost.register(healthRoutes, { db, isListening: deps.isListening });
      await anyHost.register(scriptRoutes, { releasesFolder: deps.releasesFolder });
      await anyHost.register(trackingRoutes, {
        tracking,
        metrics,
        eventsPerSecond: config.trackEventsPerSecond,
        countryHeader: config.countryHeader,
        isTrustedProxy: createProxyCheck(trustProxy),
      });
      await anyHost.register(webhookRoutes, purchases);
      await anyHost.register(shopWebhookRoutes, { ...ledger, appSecret, connectionBytes });
    });
    // No origin check: browsers send these reports without an Origin, and a report changes nothing.
    await open.register(cspReportsRoutes, { metrics, logger: deps.logger });
    await open.register(async (sameOrigin) => {
      sameOrigin.addHook('onRequest', disableCaching);
      sameOrigin.addHook('onRequest', requireSameOrigin(allowedHosts));
      await sameOrigin.register(accessRoutes, viewerDoor);
      await sameOrigin.register(messagesRoutes, { ...messages, challenges });
      await sameOrigin.register(async (signIn) => {
        limitConcurrency(signIn, concurrentAccountRequestsMax, accountRequests);
        await signIn.register(authRoutes, {
          accounts,
          storesMails: config.mail.smtpUrl === undefined,
          // Never where others can sign up, too: the link would prove that they own an address that they do not own.
          mayReadMails: (request) => isLocal && isFromThisMachine(request),
        });
        await signIn.register(signInCodeRoutes, { accounts });
      });
      await sameOrigin.register(meRoutes, {
        sessions,
        isGrantByKeyOn: accounts.adminAccessKey !== undefined,
      });
      await sameOrigin.register(grantAdminRoutes, { accounts });
      await sameOrigin.register(checkoutRoutes, { ...purchases, challenges });
      if (testPayments) {
        await sameOrigin.register(testCheckoutRoutes, {
          ...purchases,
          payments: testPayments,
          pagesFolder: deps.pagesFolder,
        });
      }
    });
  });

  // Operators: from the server's own machine, or with a token.
  await app.register(async (operator) => {
    markDoor(operator, 'operator');
    // The route checks the host itself, after the door: an error about it would reveal that the route exists.
    markAnyHost(operator);
    await operator.register(metricsRoutes, {
      gather: deps.gatherMetrics,
      hosts: allowedHosts,
      token: config.metricsToken,
      // With https a proxy terminates TLS. If TRUST_PROXY does not declare it, all its clients seem to be on this
      // machine.
      isOpenToThisMachine: !(isSecure && trustProxy === false),
    });
  });

  // Servers of a company, with one of its API keys. They may use any name of this server, and send no cookies.
  await app.register(async (withKey) => {
    markDoor(withKey, 'api-key');
    markAnyHost(withKey);
    withKey.addHook('onRequest', disableCaching);
    withKey.addHook('onRequest', requireApiKey({ db, appSecret }));
    await withKey.register(ordersApiRoutes, { ...ledger, keyBytes });
  });

  // Portal viewers of the company in the route.
  await app.register(async (viewer) => {
    markDoor(viewer, 'viewer');
    viewer.addHook('onRequest', disableCaching);
    viewer.addHook('onRequest', refuseApiKey);
    viewer.addHook('onRequest', requireSameOrigin(allowedHosts));
    await viewer.register(demoDataRoutes, {
      demoData,
      admit: async (request, id) => (await admitViewer(viewerDoor, request, id)).viewer,
    });
    await viewer.register(async (companyScope) => {
      companyScope.addHook('onRequest', requireViewer(viewerDoor));
      const queryLimit = new PortalQueryLimit();
      await companyScope.register(portalCompanyRoutes, { db });
      await companyScope.register(liveRoutes, { db, portalStreams, queryLimit });
      await companyScope.register(presenceRoutes, { db, toPortalTab: tracking.toPortalTab });
      await companyScope.register(clearDemoDataRoutes, { demoData });
      const stats = { db, reader: new StatsReader(deps.segments), queryLimit };
      await companyScope.register(readingsRoutes, stats);
      await companyScope.register(statsRoutes, stats);
      await companyScope.register(conversionsRoutes, stats);
      await companyScope.register(portalOrdersRoutes, stats);
      await companyScope.register(goalsRoutes, { db });
      await companyScope.register(funnelsRoutes, { db });
      await companyScope.register(rejectionsRoutes, { db });
      await companyScope.register(orderConflictsRoutes, { db });
      await companyScope.register(annotationsRoutes, { db });
      await companyScope.register(trackingCodeRoutes, { db, publicUrl, releasesFolder: deps.releasesFolder });
    });
  });

  // Everyone who is signed in.
  await app.register(async (signedIn) => {
    markDoor(signedIn, 'signed-in');
    signedIn.addHook('onRequest', disableCaching);
    signedIn.addHook('onRequest', refuseApiKey);
    signedIn.addHook('onRequest', requireSameOrigin(allowedHosts));
    limitConcurrency(signedIn, concurrentAccountRequestsMax, accountRequests);
    signedIn.addHook('onRequest', requireSignedIn(sessions));
    await signedIn.register(sessionsRoutes, { sessions });
    await signedIn.register(twoFactorRoutes, { accounts });
  });

  // Administrators.
  await app.register(async (admin) => {
    markDoor(admin, 'admin');
    admin.addHook('onRequest', disableCaching);
    admin.addHook('onRequest', refuseApiKey);
    admin.addHook('onRequest', requireSameOrigin(allowedHosts));
    admin.addHook('onRequest', requireAdmin(sessions));
    await admin.register(inboxRoutes, messages);
    await admin.register(failedMailsRoutes, { db, mailer });
    await admin.register(companiesRoutes, { db, appSecret, jobs });
    await admin.register(goalChangesRoutes, { db });
    await admin.register(funnelChangesRoutes, { db });
    await admin.register(shopOrdersRoutes, { db });
    await admin.register(apiKeysRoutes, { db, appSecret });
    await admin.register(shopConnectionsRoutes, { db, appSecret, publicUrl });
    await admin.register(auditLogRoutes, { db });
    await admin.register(adminLiveRoutes, { adminStreams });
    await admin.register(installationRoutes);
    await admin.register(adminPurchasesRoutes, { ...purchases, appSecret });
  });

  // Unknown API paths.
  app.all('/api/*', { schema: { hide: true }, config: { door: 'open' } }, throwNotFound);

  const { pagesFolder } = deps;
  if (pagesFolder === undefined) app.setNotFoundHandler(throwNotFound);
  else {
    await app.register(async (site) => {
      markDoor(site, 'open');
      markAnyHost(site);
      await site.register(crawlersRoutes, { publicUrl });
      await site.register(siteRoutes, {
        pagesFolder,
        hosts: allowedHosts,
        isSecure,
        retentionDays: config.retentionDays,
      });
    });
  }
  return app;
}

async function throwNotFound(): Promise<never> {
  throw new AppError(404, 'not-found', 'There is nothing at this address.');
}

/** Keeps portal and account data out of proxy caches and off the disks of shared computers. */
async function disableCaching(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store');
}
