import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import { accessRoutes } from './features/access/access.routes.ts';
import { admitViewer, requireViewer } from './features/access/viewer-door.ts';
import type { Accounts } from './features/accounts/accounts.ts';
import { adminLiveRoutes } from './features/accounts/admin-live.routes.ts';
import type { AdminLive } from './features/accounts/admin-live.ts';
import { auditLogRoutes } from './features/accounts/audit-log.routes.ts';
import { authRoutes } from './features/accounts/auth.routes.ts';
import { grantAdminRoutes } from './features/accounts/grant-admin.routes.ts';
import { meRoutes } from './features/accounts/me.routes.ts';
import { requireAdmin, requireSignedIn } from './features/accounts/session-door.ts';
import { sessionsRoutes } from './features/accounts/sessions.routes.ts';
import { secondStepRoutes, twoFactorRoutes } from './features/accounts/two-factor.routes.ts';
import { companiesRoutes } from './features/companies/companies.routes.ts';
import { inboxRoutes } from './features/messages/inbox.routes.ts';
import { messagesRoutes } from './features/messages/messages.routes.ts';
import { metricsRoutes } from './features/metrics/metrics.routes.ts';
import { demoDataRoutes } from './features/portal/demo-data.routes.ts';
import { portalRoutes } from './features/portal/portal.routes.ts';
import { PortalQueryLimit } from './features/portal/portal-query-limit.ts';
import type { PortalStreams } from './features/portal/portal-streams.ts';
import { adminPurchasesRoutes } from './features/purchases/admin-purchases.routes.ts';
import { checkoutRoutes } from './features/purchases/checkout.routes.ts';
import type { PurchasesDeps } from './features/purchases/purchases.ts';
import { testCheckoutRoutes } from './features/purchases/test-checkout/test-checkout.routes.ts';
import { webhookRoutes } from './features/purchases/webhook.routes.ts';
import { crawlersRoutes } from './features/site/crawlers.routes.ts';
import { cspReportsRoutes } from './features/site/csp-reports.routes.ts';
import { healthRoutes } from './features/site/health.routes.ts';
import { siteRoutes } from './features/site/site.routes.ts';
import { rejectionsRoutes } from './features/tracking/rejections/rejections.routes.ts';
import {
  orderConflictsRoutes,
  shopOrdersRoutes,
} from './features/tracking/shop-orders/shop-orders.routes.ts';
import { trackingRoutes } from './features/tracking/tracking.routes.ts';
import type { Tracking } from './features/tracking/tracking.ts';
import { scriptRoutes } from './features/tracking-script/script.routes.ts';
import { trackingCodeRoutes } from './features/tracking-script/tracking-code.routes.ts';
import { createHttp } from './http.ts';
import type { Challenges } from './platform/challenges/challenges.ts';
import { AppError } from './platform/errors.ts';
import { type ConnectionLimits, trackConnections } from './platform/http/connections.ts';
import { openapiRoutes, registerOpenapi } from './platform/http/openapi.ts';
import { OwnHosts } from './platform/http/own-hosts.ts';
import { requireOwnOrigin } from './platform/http/same-origin.ts';
import type { Jobs } from './platform/jobs.ts';
import { limitAtOnce } from './platform/limits/concurrency-limit.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import type { TestPaymentProvider } from './platform/payment-provider/test-provider.ts';

export interface AppDeps {
  config: Config;
  appSecret: string;
  db: Db;
  mailer: Mailer;
  challenges: Challenges;
  accounts: Accounts;
  tracking: Tracking;
  live: PortalStreams;
  adminLive: AdminLive;
  sales: PurchasesDeps;
  /** Set where no payment provider is. */
  testPayments: TestPaymentProvider | undefined;
  jobs: Jobs;
  /** Throws while the disk is too full to store events. */
  requireSpace: () => void;
  isListening: () => boolean;
  metrics: Metrics;
  /** The figures of every process, as text. */
  gatherMetrics: () => Promise<string>;
  /** Where attempts are counted when several processes share the limits; undefined: in this one. */
  limitStore: FastifyRateLimitStoreCtor | undefined;
  /** How long a request may take to arrive, and how many connections an address may hold. */
  connectionLimits: Partial<ConnectionLimits> | undefined;
  releasesFolder: string;
  /** Undefined where no pages are built: the API alone. */
  pagesFolder: string | undefined;
  logger: FastifyBaseLogger;
}

/** Of one address. Beside the hashes they wait for, they hold connections to the database. */
const accountRequestsAtOnce = 10;

/** Behind which door a route stands; the scopes below set it, and the door tests read it. */
export type Door = 'open' | 'viewer' | 'signed-in' | 'admin' | 'operator';

declare module 'fastify' {
  interface FastifyContextConfig {
    door?: Door;
    /** Answered under whatever name: public, or protected by something else than a browser's cookies and Origin. */
    anyHost?: true;
  }
}

/** The server: every feature under the door it stands behind. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, appSecret, db, mailer, jobs, accounts, tracking } = deps;
  const { challenges, live, adminLive, metrics, sales, testPayments } = deps;
  const { publicUrl, trustProxy } = config;
  const isSecure = publicUrl.startsWith('https:');
  const hosts = new OwnHosts(publicUrl, config.allowedHosts);
  const messages = { db, mailer, publicUrl, contactTo: config.mail.contactTo };
  const viewerDoor = { db, appSecret, isSecure, accounts };
  const accountRequests = new Map<string, number>();

  const app = await createHttp({ ...deps, hosts });
  const cutConnections = trackConnections(app.server);
  app.addHook('preClose', async () => {
    live.close();
    adminLive.close();
    cutConnections();
  });

  await registerOpenapi(app, publicUrl);
  // Open to anybody.
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
        requireSpace: deps.requireSpace,
      });
      await anyHost.register(webhookRoutes, sales);
    });
    // A report changes nothing, and browsers send it without an Origin.
    await open.register(cspReportsRoutes, { metrics, logger: deps.logger });
    await open.register(async (ours) => {
      ours.addHook('onRequest', keepNothing);
      ours.addHook('onRequest', requireOwnOrigin(hosts));
      await ours.register(accessRoutes, viewerDoor);
      await ours.register(messagesRoutes, { ...messages, challenges });
      await ours.register(async (signingIn) => {
        limitAtOnce(signingIn, accountRequestsAtOnce, accountRequests);
        await signingIn.register(authRoutes, { accounts });
        await signingIn.register(secondStepRoutes, { accounts });
      });
      await ours.register(meRoutes, { accounts });
      await ours.register(grantAdminRoutes, { accounts });
      await ours.register(checkoutRoutes, { ...sales, challenges });
      if (testPayments) {
        await ours.register(testCheckoutRoutes, {
          ...sales,
          payments: testPayments,
          pagesFolder: deps.pagesFolder,
        });
      }
    });
  });

  // Who runs this server: from its own machine, or with a token.
  await app.register(async (operator) => {
    markDoor(operator, 'operator');
    // Scrapers use whatever name the machine has; the door looks at the token, or at the very address.
    markAnyHost(operator);
    await operator.register(metricsRoutes, {
      gather: deps.gatherMetrics,
      token: config.metricsToken,
      // Under https there is a proxy, which ends the encryption; one we were not told of may hide its callers.
      isOpenToThisMachine: !(isSecure && trustProxy === false),
    });
  });

  // Viewers of the company the route names.
  await app.register(async (viewer) => {
    markDoor(viewer, 'viewer');
    viewer.addHook('onRequest', keepNothing);
    viewer.addHook('onRequest', requireOwnOrigin(hosts));
    await viewer.register(demoDataRoutes, {
      db,
      admit: async (request, id) => (await admitViewer(viewerDoor, request, id)).viewer,
    });
    await viewer.register(async (named) => {
      named.addHook('onRequest', requireViewer(viewerDoor));
      await named.register(portalRoutes, { db, live, queryLimit: new PortalQueryLimit() });
      await named.register(rejectionsRoutes, { db });
      await named.register(orderConflictsRoutes, { db });
      await named.register(trackingCodeRoutes, { db, publicUrl, releasesFolder: deps.releasesFolder });
    });
  });

  // Whoever is signed in.
  await app.register(async (signedIn) => {
    markDoor(signedIn, 'signed-in');
    signedIn.addHook('onRequest', keepNothing);
    signedIn.addHook('onRequest', requireOwnOrigin(hosts));
    limitAtOnce(signedIn, accountRequestsAtOnce, accountRequests);
    signedIn.addHook('onRequest', requireSignedIn(accounts));
    await signedIn.register(sessionsRoutes, { accounts });
    await signedIn.register(twoFactorRoutes, { accounts });
  });

  // Administrators.
  await app.register(async (admin) => {
    markDoor(admin, 'admin');
    admin.addHook('onRequest', keepNothing);
    admin.addHook('onRequest', requireOwnOrigin(hosts));
    admin.addHook('onRequest', requireAdmin(accounts));
    await admin.register(inboxRoutes, messages);
    await admin.register(companiesRoutes, { db, appSecret, jobs });
    await admin.register(shopOrdersRoutes, { db });
    await admin.register(auditLogRoutes, { db });
    await admin.register(adminLiveRoutes, { adminLive });
    await admin.register(adminPurchasesRoutes, { ...sales, appSecret });
  });

  // Addresses of the API that do not exist.
  app.all('/api/*', { schema: { hide: true }, config: { door: 'open' } }, refuseUnknown);

  const { pagesFolder } = deps;
  if (pagesFolder === undefined) app.setNotFoundHandler(refuseUnknown);
  else {
    await app.register(async (site) => {
      markDoor(site, 'open');
      markAnyHost(site);
      await site.register(crawlersRoutes, { publicUrl });
      await site.register(siteRoutes, {
        pagesFolder,
        hosts,
        isSecure,
        retentionDays: config.retentionDays,
      });
    });
  }
  return app;
}

async function refuseUnknown(): Promise<never> {
  throw new AppError(404, 'not-found', 'There is nothing at this address.');
}

/** Portals and accounts: not for a cache on the way, nor for the disk of a shared computer. */
async function keepNothing(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store');
}

function markAnyHost(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route: RouteOptions) => {
    route.config = { ...route.config, anyHost: true };
  });
}

function markDoor(scope: FastifyInstance, door: Door): void {
  scope.addHook('onRoute', (route: RouteOptions) => {
    route.config = { ...route.config, door };
  });
}
