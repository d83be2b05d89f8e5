import type { FastifyInstance, FastifyRequest } from 'fastify';
import { adminDoor } from './admin-door.ts';
import { type AppDeps, type RouteDeps, toRouteDeps } from './app-deps.ts';
import { describeDoors, markAnyHost, markDoor, markPortalHosts } from './doors.ts';
import { accessRoutes } from './features/access/access.routes.ts';
import { listEmbedHosts } from './features/access/shares/embed-hosts.ts';
import { openShareRoutes } from './features/access/shares/open-share.routes.ts';
import { tokenCompaniesRoutes } from './features/access/tokens/token-companies.routes.ts';
import { refuseToken, refuseTokenWrites, requireToken } from './features/access/tokens/token-door.ts';
import { admitViewer, requireViewer } from './features/access/viewer-door.ts';
import { grantAdminRoutes } from './features/accounts/admins/grant-admin.routes.ts';
import { authRoutes } from './features/accounts/auth.routes.ts';
import { identityProviderRoutes } from './features/accounts/identity-provider/identity-provider.routes.ts';
import { selfServiceRoutes } from './features/accounts/self-service/self-service.routes.ts';
import { signUpRoutes } from './features/accounts/sign-up/sign-up.routes.ts';
import { joinRoutes } from './features/accounts/team/join.routes.ts';
import { signInCodeRoutes, twoFactorRoutes } from './features/accounts/two-factor/two-factor.routes.ts';
import { brandFilesRoutes } from './features/agency/brand-files.routes.ts';
import { brandPictureFiles, picturesRoutes } from './features/agency/pictures.routes.ts';
import { funnelsRoutes } from './features/goals/funnels.routes.ts';
import { goalsRoutes } from './features/goals/goals.routes.ts';
import { messagesRoutes } from './features/messages/messages.routes.ts';
import { notesRoutes } from './features/notes/notes.routes.ts';
import { portalCompanyRoutes } from './features/portal/company.routes.ts';
import { clearDemoDataRoutes, demoDataRoutes } from './features/portal/demo-data/demo-data.routes.ts';
import { liveRoutes } from './features/portal/live/live.routes.ts';
import { presenceRoutes } from './features/portal/live/presence.routes.ts';
import { checkoutRoutes } from './features/purchases/checkout.routes.ts';
import { testCheckoutRoutes } from './features/purchases/test-checkout/test-checkout.routes.ts';
import { webhookRoutes } from './features/purchases/webhook.routes.ts';
import { reportLinksRoutes } from './features/reports/report-links.routes.ts';
import { renameFormerCookies } from './features/sessions/former-cookies.ts';
import { meRoutes } from './features/sessions/me.routes.ts';
import { requireSignedIn } from './features/sessions/session-door.ts';
import { sessionsRoutes } from './features/sessions/sessions.routes.ts';
import { shopWebhookRoutes } from './features/shop-connections/shop-webhook.routes.ts';
import { ordersApiRoutes } from './features/shop-orders/api/orders-api.routes.ts';
import { orderConflictsRoutes } from './features/shop-orders/corrections/corrections.routes.ts';
import { crawlersRoutes } from './features/site/crawlers.routes.ts';
import { cspReportsRoutes } from './features/site/csp-reports/csp-reports.routes.ts';
import { healthRoutes } from './features/site/health.routes.ts';
import type { PageFiles } from './features/site/page-files.ts';
import { securityTextRoutes } from './features/site/security-text.routes.ts';
import { siteRoutes } from './features/site/site.routes.ts';
import { conversionsRoutes } from './features/stats/conversions/conversions.routes.ts';
import { exportRoutes } from './features/stats/export.routes.ts';
import { portalOrdersRoutes } from './features/stats/orders/orders.routes.ts';
import { readingsRoutes } from './features/stats/readings.routes.ts';
import { recentEventsRoutes } from './features/stats/recent-events/recent-events.routes.ts';
import { statsRoutes } from './features/stats/stats.routes.ts';
import { subscriptionsRoutes, unsubscribeRoutes } from './features/subscriptions/subscriptions.routes.ts';
import { arrivalsRoutes } from './features/tracking/arrivals/arrivals.routes.ts';
import { rejectionsRoutes } from './features/tracking/rejections/rejections.routes.ts';
import { trackingRoutes } from './features/tracking/tracking.routes.ts';
import { scriptRoutes } from './features/tracking-script/script.routes.ts';
import { trackingCodeRoutes } from './features/tracking-script/tracking-code.routes.ts';
import { createHttpApp } from './http.ts';
import { operatorDoor } from './operator-door.ts';
import { closeWithoutSpace } from './platform/disk-watch.ts';
import { compressJson } from './platform/http/compression/compress-json.ts';
import { trackConnections } from './platform/http/connections.ts';
import { isFromThisMachine } from './platform/http/direct-requests.ts';
import { openapiRoutes, registerOpenapi } from './platform/http/openapi.ts';
import { requireSameOrigin } from './platform/http/same-origin.ts';
import { createProxyCheck } from './platform/http/trusted-proxies.ts';
import { limitConcurrency } from './platform/limits/concurrency-limit.ts';
import {
  disableCaching,
  isLocal,
  leaveTransportSecurity,
  limitOrderBytes,
  requireOurPages,
  throwNotFound,
} from './scopes.ts';

/** Per address, because each of these requests may hold a database connection while it waits for a password hash. */
const concurrentAccountRequestsMax = 10;

/** Builds the server: registers every feature with its door. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { sessions, portalStreams, adminStreams } = deps;
  const routeDeps = toRouteDeps(deps);
  const { publicUrl, isSecure, hosts } = routeDeps;
  const app = await createHttpApp({ ...deps, hosts });
  renameFormerCookies(app, publicUrl);
  const closeConnections = trackConnections(app.server);
  app.addHook('preClose', async () => {
    portalStreams.close();
    adminStreams.close();
    closeConnections();
  });

  closeWithoutSpace(app, deps.requireSpace);
  await registerOpenapi(app, publicUrl, describeDoors({ session: sessions.cookieName, isSecure }));
  await app.register(openDoor, routeDeps);
  await app.register(operatorDoor, routeDeps);
  await app.register(tokenDoor, routeDeps);
  await app.register(viewerDoor, routeDeps);
  await app.register(signedInDoor, routeDeps);
  await app.register(adminDoor, routeDeps);
  // Unknown API paths.
  app.all('/api/*', { schema: { hide: true }, config: { door: 'open' } }, throwNotFound);
  const { pageFiles, pagesFolder } = routeDeps;
  if (pagesFolder === undefined || !pageFiles) app.setNotFoundHandler(throwNotFound);
  else await app.register(pages, { ...routeDeps, pagesFolder, pageFiles });
  return app;
}

/** Open to everyone. */
async function openDoor(open: FastifyInstance, deps: RouteDeps): Promise<void> {
  const { config, metrics, accounts, purchases, challenges, hosts, testPayments } = deps;
  const isReachedLocally = isLocal(config);
  markDoor(open, 'open');
  await open.register(openUnderAnyHost, deps);
  await open.register(async (reports) => {
    markPortalHosts(reports);
    // No origin check: browsers send these reports without an Origin, and a report changes nothing.
    await reports.register(cspReportsRoutes, { metrics, logger: deps.logger });
  });
  await open.register(async (mailPrograms) => {
    mailPrograms.addHook('onRequest', disableCaching);
    // No origin check: the token in the address authorizes the request, and no cookie is read.
    await mailPrograms.register(unsubscribeRoutes, deps);
  });
  await open.register(async (sameOrigin) => {
    sameOrigin.addHook('onRequest', disableCaching);
    sameOrigin.addHook('onRequest', requireSameOrigin(hosts));
    const { slotMs } = accounts;
    await sameOrigin.register(async (portals) => {
      markPortalHosts(portals);
      await portals.register(accessRoutes, { ...deps.viewerDoor, ...deps.invitations, challenges, slotMs });
      await portals.register(openShareRoutes, { ...deps.viewerDoor, hashes: accounts.hashes });
      await portals.register(meRoutes, {
        sessions: deps.sessions,
        isGrantByKeyOn: accounts.adminAccessKey !== undefined,
        signUp: accounts.signUp,
      });
    });
    await sameOrigin.register(reportLinksRoutes, { reports: deps.reports });
    await sameOrigin.register(subscriptionsRoutes, deps);
    await sameOrigin.register(messagesRoutes, { ...deps.messages, challenges });
    await sameOrigin.register(async (signIn) => {
      limitConcurrency(signIn, concurrentAccountRequestsMax, deps.accountRequests);
      const mailedLinks = {
        accounts,
        storesMails: deps.storesMails,
        // Never where others can sign up, too: the link would prove that they own an address that they do not own.
        mayReadMails: (request: FastifyRequest) => isReachedLocally && isFromThisMachine(request),
      };
      await signIn.register(signUpRoutes, mailedLinks);
      await signIn.register(authRoutes, mailedLinks);
      await signIn.register(signInCodeRoutes, { accounts });
      const { identityProvider } = accounts;
      if (identityProvider) {
        await signIn.register(identityProviderRoutes, {
          accounts,
          identityProvider,
          isSignUpOpen: config.signUp === 'open',
        });
      }
      await signIn.register(joinRoutes, { accounts });
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
}

/** Open to everyone, under any name of this server: no route here reads a cookie. */
async function openUnderAnyHost(anyHost: FastifyInstance, deps: RouteDeps): Promise<void> {
  const { config, db, agency, metrics } = deps;
  markAnyHost(anyHost);
  await anyHost.register(openapiRoutes, { title: () => agency.current.brand.name });
  await anyHost.register(securityTextRoutes, { agency, publicUrl: deps.publicUrl });
  await anyHost.register(healthRoutes, { db, isListening: deps.isListening });
  await anyHost.register(async (onClientSites) => {
    onClientSites.addHook('onRequest', leaveTransportSecurity);
    await onClientSites.register(scriptRoutes, deps.scripts);
    await onClientSites.register(trackingRoutes, {
      tracking: deps.tracking,
      metrics,
      ...{ eventsPerSecond: config.trackEventsPerSecond, endpoint: config.scriptNames.endpoint },
      countryHeader: config.countryHeader,
      isTrustedProxy: createProxyCheck(config.trustProxy),
    });
  });
  await anyHost.register(webhookRoutes, deps.purchases);
  await anyHost.register(shopWebhookRoutes, {
    ...deps.ledger,
    appSecret: deps.appSecret,
    connectionBytes: limitOrderBytes(deps, 'shop-connection-bytes', 'This shop connection'),
  });
}

/** Programs with a token. They may use any name of this server, and send no cookies. */
async function tokenDoor(withToken: FastifyInstance, deps: RouteDeps): Promise<void> {
  markDoor(withToken, 'token');
  markAnyHost(withToken);
  withToken.addHook('onRequest', disableCaching);
  withToken.addHook('onRequest', requireToken(deps.viewerDoor.tokens));
  // The name of before, under which bytes of the last day are stored.
  const tokenBytes = limitOrderBytes(deps, 'api-key-bytes', 'This token');
  await withToken.register(ordersApiRoutes, { ...deps.ledger, tokenBytes });
  await withToken.register(tokenCompaniesRoutes, { db: deps.db });
}

/** Portal viewers of the company in the route, and programs with a token that reads it. */
async function viewerDoor(viewer: FastifyInstance, deps: RouteDeps): Promise<void> {
  const { demoData } = deps;
  markDoor(viewer, 'viewer');
  viewer.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.portal) throw new Error(`${method} ${url} does not name the rights that a viewer needs`);
  });
  markPortalHosts(viewer);
  requireOurPages(viewer, deps, refuseTokenWrites);
  await viewer.register(demoDataRoutes, {
    demoData,
    admit: async (request, id) => (await admitViewer(deps.viewerDoor, request, id)).viewer,
  });
  await viewer.register(portals, deps);
}

async function portals(companyScope: FastifyInstance, deps: RouteDeps): Promise<void> {
  const { db, agency, demoData, portalStreams, domains } = deps;
  companyScope.addHook('onRequest', requireViewer(deps.viewerDoor));
  // Answers for viewers contain no secrets.
  compressJson(companyScope);
  const { admission } = deps.segments;
  await companyScope.register(portalCompanyRoutes, { db, agency });
  const presence = { db, toPortalTab: deps.tracking.toPortalTab };
  await companyScope.register(liveRoutes, { ...presence, portalStreams, admission });
  await companyScope.register(presenceRoutes, presence);
  await companyScope.register(clearDemoDataRoutes, { demoData });
  const stats = { db, reader: deps.reader, admission };
  await companyScope.register(readingsRoutes, stats);
  await companyScope.register(statsRoutes, stats);
  const files = { ...stats, ongoingFiles: deps.ongoingFiles };
  await companyScope.register(exportRoutes, files);
  await companyScope.register(conversionsRoutes, stats);
  await companyScope.register(portalOrdersRoutes, files);
  await companyScope.register(recentEventsRoutes, stats);
  await companyScope.register(goalsRoutes, { db });
  await companyScope.register(funnelsRoutes, { db });
  await companyScope.register(rejectionsRoutes, { db });
  await companyScope.register(arrivalsRoutes, { db, newestVersion: deps.newestScript });
  await companyScope.register(orderConflictsRoutes, { db });
  await companyScope.register(notesRoutes, { db });
  await companyScope.register(trackingCodeRoutes, { ...deps.scripts, portals: domains });
}

/** Everyone who is signed in. */
async function signedInDoor(signedIn: FastifyInstance, deps: RouteDeps): Promise<void> {
  markDoor(signedIn, 'signed-in');
  requireOurPages(signedIn, deps, refuseToken);
  limitConcurrency(signedIn, concurrentAccountRequestsMax, deps.accountRequests);
  signedIn.addHook('onRequest', requireSignedIn(deps.sessions));
  await signedIn.register(sessionsRoutes, { sessions: deps.sessions });
  await signedIn.register(twoFactorRoutes, { accounts: deps.accounts });
  await signedIn.register(selfServiceRoutes, { accounts: deps.accounts });
}

/** The built pages. */
async function pages(
  site: FastifyInstance,
  deps: RouteDeps & { pagesFolder: string; pageFiles: PageFiles },
): Promise<void> {
  const { db, publicUrl, pagesFolder, pageFiles: files, hosts, agency, drawing } = deps;
  markDoor(site, 'open');
  markAnyHost(site);
  await site.register(crawlersRoutes, { publicUrl });
  const findPageTexts = (path: string) => files.findTexts(path);
  await site.register(picturesRoutes, { db, agency, drawing, pagesFolder, findPageTexts });
  await site.register(brandFilesRoutes, { db, drawing });
  await site.register(siteRoutes, {
    ...{ files, pagesFolder, hosts, agency, ignoredFiles: brandPictureFiles },
    listEmbedHosts: (view) => listEmbedHosts(db, view),
  });
}
